public import Foundation
import TVSimRuns
import TVSimScenario
import TVSimulator

/// An error that reports callbacks which differ from the expected ones.
///
/// ``LaunchedApp/expect(_:fileID:line:of:)`` and ``RecordingDelegate/expect(_:fileID:line:)`` throw it, so it fails a
/// test of any framework. The description contains the location in the test, every difference, and both lists of
/// callbacks.
public struct CallbackMismatch: Error, Hashable, CustomStringConvertible, CustomNSError {
    /// The error domain of this type for `NSError`.
    public static let errorDomain = "TVSimulatorTesting.CallbackMismatch"

    /// The differences, one sentence each.
    public let differences: [String]
    /// The received callbacks in their text form, such as `setRequestorComplete(1)`.
    public let callbacks: [String]
    private let expected: [String]
    private let notes: [String]
    private let place: String

    /// The location in the test, the differences, the expected callbacks and the received ones.
    public var description: String {
        let lists = [Self.list("expected", expected), Self.list("received", callbacks)]
        let lines = differences.map { "- \($0)" } + lists + notes.map { "note: \($0)" }
        return "\(place): the callbacks differ from the expected ones\n" + lines.joined(separator: "\n")
    }

    /// The user info for `NSError`, whose localized description equals ``description``.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// Returns a list as text: its name, then one indented line per element.
    static func list(_ name: String, _ lines: [String]) -> String {
        lines.isEmpty ? "\(name): none" : "\(name):" + lines.map { "\n    \($0)" }.joined()
    }

    /// Compares callbacks with the expected lines of a test.
    ///
    /// - Throws: ``CallbackMismatch`` if a callback differs, or if an expected line is malformed.
    static func check(
        _ lines: [String], callbacks: [ReceivedCallback], notes: [String] = [], at place: String
    ) throws(CallbackMismatch) {
        let differences: [String]
        do throws(CallbackPattern.Invalid) {
            var expected: [CallbackPattern] = []
            for line in lines { expected.append(try CallbackPattern(line)) }
            guard let mismatch = Mismatch(expected: expected, callbacks: callbacks) else { return }
            differences = mismatch.differences.map(\.description)
        } catch {
            differences = ["cannot parse the expectation: \(error)"]
        }
        throw CallbackMismatch(
            differences: differences, callbacks: callbacks.map(\.text), expected: lines, notes: notes, place: place)
    }

    /// Compares callbacks with the outcomes that the documents allow in a situation.
    ///
    /// - Throws: ``CallbackMismatch`` with the differences from the simulator's outcome if no outcome matches.
    static func check(
        _ call: Situation.Call, in situation: Situation, callbacks: [ReceivedCallback], notes: [String] = [],
        at place: String
    ) throws {
        guard try !SituationRunner.allows(callbacks, by: situation.allowed(call)) else { return }
        let outcomes = situation.outcomes(of: call)
        let others = outcomes.dropFirst().map { "the documents also allow [\($0.joined(separator: ", "))]" }
        try check(outcomes[0], callbacks: callbacks, notes: others + notes, at: place)
    }
}
