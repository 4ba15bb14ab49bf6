import Foundation
import TVSimPlatform
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import Testing

@Suite("What a command line hands to a server")
struct LaunchTests {
    static let portTexts: [(String, WorldPortChoice?)] = [
        ("8081-8144", .among(8081...8144)), ("1-65535", .among(1...65535)), ("9-9", .among(9...9)),
        ("none", WorldPortChoice.none),
        ("0-5", nil), ("5-4", nil), ("1-65536", nil), ("8081", nil), ("a-b", nil), ("1-2-3", nil), ("-5", nil),
        ("5-", nil), ("", nil), ("None", nil),
    ]

    @Test("has ports of worlds from a range or none", arguments: portTexts)
    func worldPorts(_ text: String, _ choice: WorldPortChoice?) throws {
        guard let choice else {
            let error = #expect(throws: CommandError.self) { try WorldPortChoice(text) }
            #expect(
                error?.reason
                    == "invalid ports '\(text)' of worlds: expected a range such as 8081-8144, or none")
            return
        }
        #expect(try WorldPortChoice(text) == choice)
    }

    @Test("is the same after it was read from the first argument; another argument is a start by hand")
    func argument() throws {
        var launch = ServerLaunch()
        (launch.device, launch.isFresh, launch.port, launch.worldMode) = ("one", true, 8081, .strict)
        launch.worldPorts = .among(1...2)
        launch.matrix = MatrixLaunch(jobs: 3)
        launch.rules = RulesLaunch(reports: [ReportTarget("rules.json", as: .json)], failOn: "mandatory")
        launch.reports = [ReportTarget("report", as: .junit), ReportTarget("-", as: .github)]
        #expect(try ServerLaunch(argument: try launch.argument()) == launch)
        for wrong in [nil, "", "{}", "serve"] {
            let error = #expect(throws: CommandError.self) { try ServerLaunch(argument: wrong) }
            #expect(
                error?.reason
                    == "tvsim-server cannot be started directly: use 'tvsim serve', 'tvsim exec' or 'tvsim live'")
        }
    }

    @Test("says what a server does by default")
    func defaults() throws {
        let expected: JSONValue = [
            "allowsRemote": false, "copiesState": false, "endsWithInput": false, "host": "127.0.0.1", "isFresh": false,
            "port": 0, "reports": [], "worldMode": "open", "worldPorts": ["free": [:]],
        ]
        let argument = try ServerLaunch().argument()
        #expect(try JSONText.value(argument) == expected, "\(argument)")
    }

    @Test("keeps the output of its command, of which a report shows the end without colours")
    func output() throws {
        func captured(_ text: String) throws -> (whole: String, end: String) {
            let output = try CapturedOutput()
            let bytes = Array(text.utf8)
            #expect(write(output.descriptor, bytes, bytes.count) == bytes.count)
            return (output.text(), output.end())
        }
        let short = "\n\tone \u{1B}[1;31mtwo\u{1B}[0m\n\n"
        #expect(try captured(short) == (short, "    one two"))
        #expect(try captured("") == ("", ""))
        let full = String(repeating: "a", count: 16 * 1024)
        #expect(try captured(full) == (full, full))
        #expect(try captured("b" + full) == ("b" + full, "…" + full))
        // Nothing is left in the folder for temporary files, however the process ends.
        let output = try CapturedOutput()
        let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(output.descriptor)")
        #expect(place.hasSuffix(" (deleted)"), "\(place)")
    }

    /// Each kind of error of a command with its exit status, as `sysexits.h` numbers them.
    static let errors: [(any Error & Sendable, Int32)] = [
        (SourceError(.syntax, at: .root, "x"), 65), (CommandError(.malformed, "x"), 65),
        (CommandError(.notFound, "x"), 66), (CommandError(.unavailable, "x"), 69), (CommandError(.exists, "x"), 73),
        (CommandError(.unwritable, "x"), 73), (CommandError(.inputOutput, "x"), 74), (CommandError(.invalid, "x"), 64),
        (StateError(.notADevice, "x"), 65), (StateError(.futureVersion, "x"), 65),
        (StateError(.malformedDocument, "x"), 65), (StateError(.missing, "x"), 66), (StateError(.full, "x"), 73),
        (StateError(.unsupported, "x"), 64), (StateError(.unavailable, "x"), 69),
    ]

    @Test("ends with the exit status of an error's kind", arguments: errors)
    func statuses(_ error: any Error & Sendable, _ status: Int32) throws {
        let trouble = try #require(ProgramError(error))
        #expect(trouble.kind.exitStatus == status)
        #expect(trouble.line.hasSuffix("x"))
    }

    @Test("knows which signals its process ignores")
    func ignored() {
        // SIGURG ends no process, and no library uses it.
        var (before, own) = (sigaction(), sigaction())
        own.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGURG, nil, &before)
        #expect(!Signals.isIgnored(SIGURG))
        sigaction(SIGURG, &own, nil)
        #expect(Signals.isIgnored(SIGURG))
        sigaction(SIGURG, &before, nil)
        #expect(!Signals.isIgnored(SIGURG) && !Signals.isIgnored(0) && !Signals.isIgnored(4_711))
    }
}
