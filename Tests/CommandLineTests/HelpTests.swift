import Foundation
import TestSupport
import Testing

@Suite("Help", .waitsForPrograms)
struct HelpTests {
    static let commands: [[String]] = [
        [], ["run"], ["permission"], ["permission", "show"], ["permission", "grant"], ["permission", "deny"],
        ["permission", "restrict"], ["permission", "reset"], ["account"], ["account", "show"], ["account", "sign-in"],
        ["account", "sign-out"], ["account", "expire"], ["provider"], ["provider", "list"], ["provider", "show"],
        ["viewer"], ["viewer", "show"], ["viewer", "set"], ["viewer", "reset"], ["settings"], ["settings", "show"],
        ["settings", "set"], ["settings", "reset"], ["app"], ["app", "show"], ["app", "set"], ["app", "reset"],
        ["clock"], ["clock", "show"],
        ["clock", "set"], ["clock", "advance"], ["clock", "follow"], ["clock", "freeze"], ["fault"],
        ["fault", "catalog"],
        ["fault", "list"],
        ["fault", "add"], ["fault", "clear"], ["device"], ["device", "list"], ["device", "create"], ["device", "show"],
        ["device", "erase"], ["device", "delete"], ["device", "export"], ["device", "import"], ["explain"], ["serve"],
        ["matrix"], ["matrix", "axes"], ["matrix", "list"], ["matrix", "show"], ["matrix", "run"],
        ["coverage"], ["contract"], ["contract", "check"], ["contract", "profile"], ["explore"], ["exec"],
        ["profile"],
        ["profile", "check"], ["profile", "from-journal"], ["profile", "schema"], ["saml"], ["saml", "inspect"],
        ["saml", "validate"], ["token"], ["token", "verify"], ["fixtures"],
        ["journal"], ["journal", "show"], ["journal", "fork"], ["journal", "clear"], ["provider", "set"],
        ["provider", "reset"],
        ["integration"], ["integration", "list"], ["integration", "show"], ["integration", "set"],
        ["integration", "reset"], ["statement"], ["statement", "show"], ["statement", "revoke"],
        ["statement", "renew"],
        ["saml", "issue"], ["saml", "defects"],
        ["fixtures", "list"], ["fixtures", "generate"], ["fixtures", "verify"], ["fixtures", "explain"],
    ]

    @Test("of every command has an overview and an example", arguments: commands)
    func example(_ command: [String]) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(command + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        #expect(outcome.output.contains("OVERVIEW: "))
        #expect(outcome.output.contains("EXAMPLE:\n  tvsim \(command.joined(separator: " "))"))
        // Printing help does not create a device.
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "devices").path))
    }

    @Test(
        "matches its snapshot",
        arguments: ["run", "coverage", "contract-check", "explore", "permission-deny", "account-sign-in"])
    func full(_ name: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let command = name.split(separator: "-", maxSplits: 1).map(String.init)
        let outcome = try tool.run(command + ["--help"])
        let snapshot = Repository.root.appending(path: "Tests/CommandLineTests/Snapshots/help-\(name).txt")
        #expect(outcome.output == (try String(contentsOf: snapshot, encoding: .utf8)))
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
        #expect(try tool.run("--version").output == "0.1.0\n")
    }
}
