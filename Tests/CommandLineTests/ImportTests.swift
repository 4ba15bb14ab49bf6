import Foundation
import TestSupport
import Testing

@Suite("An import of a device", .waitsForPrograms)
struct ImportTests {
    /// Changes of an export, and the errors for which the import must reject them.
    static let edits = [
        (
            "\"authenticationTTL\" : \"30d\"", "\"authenticationTTL\" : \"1.5d\"",
            "requestors.REF30.integrations.Cablevision.authenticationTTL: invalid duration '1.5d'"
        ),
        ("\"after\" : \"15s\"", "\"after\" : \"-5s\"", "secondScreen.after: invalid duration '-5s'"),
        (
            "\"after\" : \"15s\"", "\"after\" : \"1000000000000000s\"",
            "secondScreen.after: invalid duration '1000000000000000s': expected at most"
        ),
        (
            "\"expires\" : \"2026-01-31T00:00:00Z\"", "\"expires\" : 9007199254740993",
            "the stored document 'device/account' is damaged: expires: the time is out of range"
        ),
        ("\"bob\" : {", "\"alice\" : {", "'alice' is given more than once"),
        ("\"Dish\" : {", "\"Cablevision\" : {", "'Cablevision' is given more than once"),
    ]

    @Test("with a state that no command can produce is rejected and changes nothing", arguments: edits)
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

    @Test("accepts an account that expired before the clock's range or expires after it")
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
