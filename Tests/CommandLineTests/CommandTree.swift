import Foundation

/// A command with its subcommands, as `--experimental-dump-help` describes it.
struct CommandTree: Decodable {
    struct Argument: Decodable {
        let valueName: String?
        let allValues: [String]?
    }
    private struct Dump: Decodable {
        let command: CommandTree
    }

    let commandName: String
    let arguments: [Argument]?
    let subcommands: [CommandTree]?

    /// Reads the description of all commands.
    static func read(_ tool: Tool) throws -> CommandTree {
        let dump = try tool.run("--experimental-dump-help").output
        return try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    }

    /// Whether the command runs, and does not only group subcommands.
    var isLeaf: Bool { children.isEmpty }
    private var children: [CommandTree] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// Returns the words and descriptions of this command and all below it.
    func all(below words: [String] = []) -> [(words: [String], command: CommandTree)] {
        [(words, self)] + children.flatMap { $0.all(below: words + [$0.commandName]) }
    }
}
