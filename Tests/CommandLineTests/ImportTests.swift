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
            "a number in the document 'device/account' is too large"
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

    @Test("takes at most four times the memory of its file, and refuses more documents than such a file really has")
    func memory() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let export = try tool.line("device export -").output
        /// Writes a state with documents of a length, and returns its size.
        func write(_ documents: Int, of length: Int) throws -> Int {
            let value = String(repeating: "x", count: length)
            let added = (1...documents).map { #""service/trial/\#($0)":"\#(value)","# }.joined()
            let text = export.replacing("\"documents\" : {", with: "\"documents\" : {\(added)")
            _ = try tool.write(text, to: "state.json")
            return text.utf8.count
        }
        let server = try Serving(tool, ["--profile", tool.write("schema: 1\nname: empty\n", to: "empty.yaml")])
        func put() throws -> (answer: String, peak: Int) {
            let answer = try tool.shell(
                "curl -s -w '%{http_code}' -T state.json '\(server.location.admin)/state'", in: tool.home)
            let status = try String(
                contentsOfFile: "/proc/\(server.started.process.processIdentifier)/status", encoding: .utf8)
            let peak = try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)?.output.1)
            return (answer, try #require(Int(peak)) * 1024)
        }
        _ = try write(1, of: 1)
        let before = try put().peak
        let size = try write(30_000, of: 300)
        let (answer, peak) = try put()
        #expect(answer == "204" && peak - before <= 4 * size, "\(peak - before) bytes for \(size)")
        let many = try write(110_000, of: 1)
        let refusal = try put().answer
        #expect(refusal.contains("'documents' has more than \(100_000 + many / 300) parts"), "\(refusal)")
        #expect(refusal.hasSuffix("422"))
        #expect(try server.end().status == 0)
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
