import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("A remedy")
struct RemedyFormTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let remedy: Remedy
        /// The words of the command after `tvsim`.
        let line: String
        /// The body of `POST commands`.
        let body: String
        var testDescription: String { line }
    }

    static let rows = [
        Row(
            remedy: .grantAccess(bundleID: "com.example.a"), line: "permission grant com.example.a",
            body: #"{"setPermission":{"access":"granted","bundleID":"com.example.a"}}"#),
        Row(
            remedy: .app(bundleID: "com.example.a", ["usageDescription": true, "access": "granted"]),
            line: "app set access=granted usageDescription=true --app com.example.a",
            body: #"{"setApp":{"bundleID":"com.example.a","set":{"access":"granted","usageDescription":true}}}"#),
        Row(
            remedy: .signIn(provider: "Dish", subscriber: "carol 'x'"),
            line: #"account sign-in Dish --as 'carol '\''x'\'''"#,
            body: #"{"signIn":{"as":"carol 'x'","provider":"Dish"}}"#),
        Row(remedy: .clearFaults, line: "fault clear", body: #""clearFaults""#),
        Row(
            remedy: .setting(path: ["developer", "simulateExpiredToken"], value: false),
            line: "settings set developer.simulateExpiredToken=false",
            body: #"{"settings":{"developer":{"simulateExpiredToken":false}}}"#),
        Row(
            remedy: .setting(path: ["region"], value: "supported"), line: "settings set region=supported",
            body: #"{"settings":{"region":"supported"}}"#),
        Row(
            remedy: .integration(requestor: "REF30", mvpd: "-x", ["singleSignOn": true, "enabled": true]),
            line: "integration set -- -x enabled=true singleSignOn=true",
            body: #"{"integration":{"mvpd":"-x","requestor":"REF30","set":{"enabled":true,"singleSignOn":true}}}"#),
        Row(
            remedy: .provider(id: "Dish", ["samlResponse": .null]), line: "provider set Dish samlResponse=null",
            body: #"{"provider":{"id":"Dish","set":{"samlResponse":null}}}"#),
        Row(
            remedy: .renewStatement(bundleID: "com.example.a"), line: "statement renew com.example.a",
            body: #"{"renewStatement":"com.example.a"}"#),
    ]

    @Test(
        "is a command of the command line, with the device where it needs a name, and a body of the API",
        arguments: rows)
    func forms(_ row: Row) throws {
        #expect(try row.remedy.text(for: .commandLine(device: nil)) == "tvsim " + row.line)
        // Options stand before the arguments that begin with a hyphen.
        let named = row.line.replacing("set --", with: "set --device phone --")
        let line = named == row.line ? row.line + " --device phone" : named
        #expect(try row.remedy.text(for: .commandLine(device: "phone")) == "tvsim " + line)
        let body = try row.remedy.text(for: .adminAPI)
        #expect(try JSONText.value(body) == JSONText.value(row.body))
    }

    @Test("has the same words for every reader if it changes the profile, and is not a command")
    func words() throws {
        let remedy = Remedy.profile("set 'app: {requestor: REF30}' in the profile")
        for reader in [AdviceReader.commandLine(device: nil), .commandLine(device: "phone"), .adminAPI] {
            #expect(try remedy.text(for: reader) == "set 'app: {requestor: REF30}' in the profile")
        }
        #expect(remedy.command == nil)
    }

    @Test(
        "has words as a shell reads them",
        arguments: [
            ("", "''"), ("a", "a"), ("Az09_.,:/=+-", "Az09_.,:/=+-"), ("a b", "'a b'"), ("$HOME", "'$HOME'"),
            ("it's", #"'it'\''s'"#), ("ä", "'ä'"), ("a\nb", "'a\nb'"), ("*", "'*'"), ("~", "'~'"), ("@", "'@'"),
            ("[", "'['"), ("`", "'`'"), ("{", "'{'"),
        ])
    func quoted(word: String, text: String) {
        #expect(ShellWords.quoted(word) == text)
    }

    @Test("has an option whose value begins with a hyphen in one word")
    func hyphens() {
        #expect(
            ShellWords.command(["a", "b"], ["c d"], options: [("--as", "-x"), ("--in", "y z")])
                == "tvsim a b 'c d' --as=-x --in 'y z'")
        #expect(ShellWords.command(["a"], options: []) == "tvsim a")
    }
}
