import Foundation
import TestSupport
import Testing

/// The admin API against its own document, judged by schemathesis, which generates requests from it.
@Suite("The contract of the admin API", .waitsForPrograms)
struct AdminContractTests {
    /// The judge, beside the Python of the tests; `make test` installs it.
    private static let judge: String? = {
        guard let python = ProcessInfo.processInfo.environment["TVSIM_TEST_PYTHON"] else { return nil }
        let judge = URL(fileURLWithPath: python).deletingLastPathComponent().appending(path: "schemathesis").path
        return FileManager.default.isExecutableFile(atPath: judge) ? judge : nil
    }()

    @Test("holds for whatever is asked", .enabled(if: judge != nil, "schemathesis is not installed: make test does"))
    func generatedRequests() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // A document says what an event looks like, not who exists in a world: that check is left out. So is waiting,
        // of which generated requests would do nothing but that.
        let command = """
            '\(try #require(Self.judge))' run "$TVSIM_ADMIN_URL/openapi.json" --url "$TVSIM_URL" --max-examples 15 \
            --seed 1 --request-timeout 20 --exclude-operation-id awaitJournal \
            --exclude-checks positive_data_acceptance --generation-database none --no-color
            """
        let outcome = try tool.run("exec", "--", "sh", "-c", command)
        #expect(outcome.status == 0, "\(outcome.output.suffix(4000)) \(outcome.error)")
        #expect(outcome.output.contains("generated"))
    }
}
