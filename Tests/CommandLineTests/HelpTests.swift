import Foundation
import TestSupport
import Testing

@Suite("Help", .waitsForPrograms)
struct HelpTests {
    @Test("of every command has an overview and an example")
    func example() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (command, _) in try CommandTree.read(tool).all() {
            let outcome = try tool.run(command + ["--help"])
            #expect(outcome.status == 0, "\(command)")
            #expect(outcome.error == "", "\(command)")
            #expect(outcome.output.contains("OVERVIEW: "), "\(command)")
            #expect(Self.brokenLine(of: outcome.output) == nil, "\(command)")
            #expect(outcome.output.contains("EXAMPLE:\n  tvsim \(command.joined(separator: " "))"), "\(command)")
        }
        // Printing help does not create a device.
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "devices").path))
    }

    /// Returns a line before the usage and the examples that ends in mid-sentence, although the next word fits into it.
    private static func brokenLine(of help: String) -> Substring? {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("EXAMPLE") && !$0.hasPrefix("USAGE: ") }
        return zip(lines, lines.dropFirst()).first { line, next in
            guard let word = next.split(separator: " ").first, !next.hasPrefix(" "), let last = line.last else {
                return false
            }
            return !".:".contains(last) && line.count + 1 + word.count < 80
        }?.0
    }

    @Test(
        "matches its snapshot",
        arguments: ["run", "coverage", "contract-check", "explore", "permission-deny", "account-sign-in"])
    func full(_ name: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let command = name.split(separator: "-", maxSplits: 1).map(String.init)
        let outcome = try tool.run(command + ["--help"])
        try GeneratedFile.check("Tests/CommandLineTests/Snapshots/help-\(name).txt", is: outcome.output)
    }

    @Test("includes completion scripts for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("permission"))
    }

    @Test("is not the version")
    func version() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.run("--version").output == "0.1.0\nbuild unknown\n")
    }
}
