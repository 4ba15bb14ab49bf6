import SimulationCore
package import StructuredText

/// A change of a simulated world: the name of its row in the table of commands, and its arguments.
///
/// The command line, a profile's flow, the admin API, the page and test helpers all use this one value.
///
/// ```swift
/// try world.perform(.setPermission(bundleID: "com.example.stream", .denied))
/// try world.perform(.advanceClock(seconds: 3_600))
/// ```
package struct SimulatorCommand: Sendable, Hashable {
    /// The name of the row, such as `signIn`.
    package let name: String
    /// The arguments as a profile writes them; `null` where the command has none.
    package let arguments: JSONValue

    init(name: String, arguments: JSONValue) {
        self.name = name
        self.arguments = arguments
    }

    /// The arguments for reports.
    package var stepArguments: [JSONValue] { arguments == .null ? [] : [arguments] }
}
