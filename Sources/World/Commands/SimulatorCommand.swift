package import TVSimStructuredText

/// A change of a simulated world: a command with its typed arguments.
///
/// The command line, a profile's flow, the admin API, the page and the test helpers all use this type.
///
/// ```swift
/// try world.perform(.setPermission(bundleID: "com.example.stream", .denied))
/// try world.perform(.advanceClock(seconds: 3_600))
/// ```
package struct SimulatorCommand: Sendable {
    private let content: any CommandContent

    /// Creates the command of a row.
    init<Arguments>(_ row: CommandRow<Arguments>, _ arguments: Arguments) {
        content = RowContent(row: row, arguments: arguments)
    }

    /// The name of the row, such as `signIn`.
    package var name: String { content.name }
    /// The arguments in the notation of a profile; `null` if the command has none.
    package var arguments: JSONValue { content.json }

    /// Returns the typed arguments; `nil` if this is not a command of the row.
    func arguments<Arguments>(of row: CommandRow<Arguments>) -> Arguments? {
        guard let content = content as? RowContent<Arguments>, content.name == row.name else { return nil }
        return content.arguments
    }

    /// Performs the command, without an entry in the journal.
    func perform(in world: World) throws -> CommandOutcome { try content.perform(in: world) }

    /// The arguments in the form of a report's step.
    package var stepArguments: [JSONValue] { arguments == .null ? [] : [arguments] }
}

extension SimulatorCommand: Hashable {
    package static func == (left: SimulatorCommand, right: SimulatorCommand) -> Bool {
        AnyHashable(left.content) == AnyHashable(right.content)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(content)) }
}

/// A row of the table of commands with arguments, whose type only the row knows.
private protocol CommandContent: Hashable, Sendable {
    var name: String { get }
    var json: JSONValue { get }
    func perform(in world: World) throws -> CommandOutcome
}

private struct RowContent<Arguments: Hashable & Sendable>: CommandContent {
    let row: CommandRow<Arguments>
    let arguments: Arguments

    var name: String { row.name }

    var json: JSONValue {
        let json = row.format.write(arguments)
        return row.standsAlone && json == .object([:]) ? .null : json
    }

    func perform(in world: World) throws -> CommandOutcome { try row.body(arguments, world) }

    static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.arguments == right.arguments
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(arguments)
    }
}
