import Foundation
package import TVSimStructuredText

/// One command: its name, summary, arguments, and implementation.
///
/// The flow of a profile, the admin API with its OpenAPI document, and `Simulator.perform` read this row.
/// The command line has its own type for each command, and the page a control; both make the same value.
package struct CommandRow<Arguments: Hashable & Sendable>: AnyCommandRow {
    package let name: String
    package let summary: String
    package let format: Format<Arguments>
    package let standsAlone: Bool
    let body: @Sendable (Arguments, World) throws -> CommandOutcome

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - name: The name in flows and in the admin API.
    ///   - summary: What the command does, in one sentence.
    ///   - format: The format of the arguments.
    ///   - standsAlone: Whether the command can be written without arguments.
    ///   - body: Performs the command; the change is durable when the body returns.
    init(
        _ name: String, _ summary: String, _ format: Format<Arguments>, standsAlone: Bool = false,
        _ body: @escaping @Sendable (Arguments, World) throws -> Void
    ) {
        self.init(making: name, summary, format, standsAlone: standsAlone) { arguments, world in
            try body(arguments, world)
            return CommandOutcome()
        }
    }

    /// Creates the row of a command that makes something new, of which its outcome tells.
    init(
        making name: String, _ summary: String, _ format: Format<Arguments>, standsAlone: Bool = false,
        _ body: @escaping @Sendable (Arguments, World) throws -> CommandOutcome
    ) {
        self.name = name
        self.summary = summary
        self.format = format
        self.standsAlone = standsAlone
        self.body = body
    }

    /// Returns the command with the given arguments.
    func command(_ arguments: Arguments) -> SimulatorCommand { SimulatorCommand(self, arguments) }

    package var schema: Members { format.schema }

    package func read(_ cursor: ValueCursor, _ notes: ReadingNotes) throws(SourceError) -> SimulatorCommand {
        command(try format.read(cursor, notes))
    }
}

extension CommandRow<NoArguments> {
    /// Creates the row of a command without arguments.
    init(
        _ name: String, _ summary: String, _ body: @escaping @Sendable (World) throws -> Void
    ) {
        let format = Format<NoArguments>(["type": "null"], write: { _ in .null }) { (cursor, _) throws(SourceError) in
            guard cursor.value == .null else {
                throw SourceError(.wrongType, at: cursor.path, "\(name) takes no argument, found \(cursor.kind)")
            }
            return NoArguments()
        }
        self.init(name, summary, format, standsAlone: true) { _, world in try body(world) }
    }
}

/// What a command has made.
package struct CommandOutcome: Hashable, Sendable {
    /// The number of the fault that it added; `nil` for another command.
    package var fault: Int?

    /// Creates the outcome of a command.
    package init(fault: Int? = nil) { self.fault = fault }
}

/// The arguments of a command without arguments.
package struct NoArguments: Hashable, Sendable {}

/// A row of the table of commands, with any type of arguments.
package protocol AnyCommandRow: Sendable {
    /// The name in flows and in the admin API.
    var name: String { get }
    /// What the command does, in one sentence.
    var summary: String { get }
    /// The JSON Schema of the arguments.
    var schema: Members { get }
    /// Whether the command can be written without arguments.
    var standsAlone: Bool { get }
    /// Reads the arguments.
    func read(_ cursor: ValueCursor, _ notes: ReadingNotes) throws(SourceError) -> SimulatorCommand
}
