package import StructuredText

/// A change of a simulated world: the name of a command and its arguments.
///
/// The command line, a profile's flow, the admin API, the page and the test helpers all use this type.
///
/// ```swift
/// try world.perform(.setPermission(bundleID: "com.example.stream", .denied))
/// try world.perform(.advanceClock(seconds: 3_600))
/// ```
package struct SimulatorCommand: Sendable, Hashable {
    /// The name of the row, such as `signIn`.
    package let name: String
    /// The arguments in the notation of a profile; `null` if the command has none.
    package let arguments: JSONValue

    init(name: String, arguments: JSONValue) {
        self.name = name
        self.arguments = arguments
    }

    /// The arguments in the form of a report's step.
    package var stepArguments: [JSONValue] { arguments == .null ? [] : [arguments] }
}
