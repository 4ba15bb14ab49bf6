import Foundation
import TestSupport
import Testing

@Suite("An import of a device", .waitsForPrograms)
struct ImportTests {
    /// What is written elsewhere in an export, and the reason why nobody imports it.
    static let edits = [
        (
            "\"authenticationTTL\" : 2592000", "\"authenticationTTL\" : 1.5",
            "the document 'service/configuration': 'REF30.Cablevision.authenticationTTL' has a wrong value"
        ),
        (
            "\"after\" : 15", "\"after\" : -5",
            "the document 'device/viewer': 'secondScreen.after' has a wrong value"
        ),
        (
            "\"after\" : 15", "\"after\" : 1000000000000000",
            "the document 'device/viewer': 'secondScreen.after' has a wrong value"
        ),
        (
            "\"expires\" : 1769817600000", "\"expires\" : 9007199254740992",
            "the document 'device/account': a date is out of reach"
        ),
        (
            "\"name\" : \"bob\"", "\"name\" : \"alice\"",
            "the document 'providers': 'alice' of 'Cablevision' stands twice"
        ),
        ("\"mvpd\" : \"Dish\"", "\"mvpd\" : \"Cablevision\"", "'Cablevision' of 'REF30' stands twice"),
        ("\"identifier\" : \"Dish\"", "\"identifier\" : \"Cablevision\"", "'Cablevision' stands twice"),
    ]

    @Test("is refused with what no command could give, and changes nothing", arguments: edits)
    func refused(given: String, other: String, reason: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("account sign-in Cablevision --as alice")
        try tool.run("viewer", "set", "secondScreen={as: alice, after: 15s}")
        let before = try tool.line("device export -").output
        let range = try #require(before.range(of: given), "\(before)")
        let outcome = try tool.run("device", "import", "-", input: before.replacingCharacters(in: range, with: other))
        #expect(outcome.status == 65)
        #expect(outcome.error.contains(reason), "\(outcome.error)")
        #expect(try tool.line("device export -").output == before)
    }

    @Test("takes an account that ended before the clock's beginning, or ends after its end")
    func farDates() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (clock, expires) in [("1970-01-01T00:00:00Z", "-36524d"), ("9899-12-31T00:00:00Z", "+36524d")] {
            try tool.line("clock set \(clock)")
            #expect(try tool.line("account sign-in Cablevision --as alice --expires \(expires)").error == "")
            let before = try tool.line("device export -").output
            #expect(try tool.run("device", "import", "-", input: before) == .init(status: 0, output: "", error: ""))
            #expect(try tool.line("device export -").output == before)
        }
    }
}
