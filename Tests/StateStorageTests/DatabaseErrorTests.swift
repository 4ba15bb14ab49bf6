import TVSimStateStorage
import Testing

@testable import TVSimStatePostgreSQL

@Suite("An error of a database")
struct DatabaseErrorTests {
    @Test("names the setting of a pooler that replaces a client's connection", arguments: ["26000", "42P05"])
    func pooler(state: String) {
        let failure = DatabaseConnection.Failure(state: state, message: #"prepared statement "q0" does not exist"#)
        let error = Database.translated(failure, writing: false) as? StateError
        #expect(error?.code == .unsupported)
        #expect(error?.description.hasSuffix("(PgBouncer: pool_mode = session)") == true)
    }
}
