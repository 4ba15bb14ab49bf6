import Foundation
import TestSupport
import Testing

/// Tests the errors of commands with an unusable home folder.
@Suite("An unusual home folder", .waitsForPrograms)
struct SurroundingsTests {
    /// Runs a command with a home that is a file, and with a home that is a loop of symbolic links.
    private static func closed(_ line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("", to: "file")
        try tool.link("loop", to: "loop")
        for (home, reason) in [("file", "Not a directory"), ("loop", "Too many levels of symbolic links")] {
            let outcome = try tool.typed("tvsim \(line)", adding: ["TVSIM_HOME": home])
            #expect(outcome.status == 74 && outcome.errorLines.count == 1, "\(outcome)")
            #expect(outcome.error.hasSuffix("\(reason)\n"))
        }
    }

    @Test(
        "that cannot be opened is an error of every command",
        arguments: [
            "device list", "permission show", "permission deny", "device create x", "device delete x",
        ])
    func closedHome(line: String) throws {
        try Self.closed(line)
    }

    @Test("that is missing has no devices")
    func missingHome() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.typed("tvsim device list", adding: ["TVSIM_HOME": "none/there"]).output == "no devices\n")
    }

    @Test("may have a name that looks like a URI")
    func homeLikeURI() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let home = "file:h?mode=memory#x"
        #expect(try tool.typed("tvsim permission deny", adding: ["TVSIM_HOME": home]).status == 0)
        let shown = try tool.typed("tvsim permission show", adding: ["TVSIM_HOME": home])
        #expect(shown.output == "com.example.stream  denied\n")
        let devices = tool.home.appending(path: home).appending(path: "devices").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: devices) == ["default.sqlite"])
    }
}

extension SurroundingsTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("that cannot be opened prevents exec from starting the command")
        func closedHome() throws {
            try closed("exec -- true")
        }
    }
}
