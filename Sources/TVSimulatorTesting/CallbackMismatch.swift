public import Foundation
import Scenario
import TVSimulator

/// The callbacks that an app received are not those that a test expects.
///
/// Thrown, so that a test of any framework fails by it; the description says where, and every difference.
public struct CallbackMismatch: Error, Hashable, CustomStringConvertible, CustomNSError {
    /// The domain of all these errors.
    public static let errorDomain = "TVSimulatorTesting.CallbackMismatch"

    /// What differs, one sentence each.
    public let differences: [String]
    /// The callbacks that came, in their text form.
    public let callbacks: [String]
    private let expected: [String]
    private let notes: [String]
    private let place: String

    /// The place in the test, the differences, and both lists.
    public var description: String {
        let lists = [Self.list("expected", expected), Self.list("came", callbacks)]
        let lines = differences.map { "- \($0)" } + lists + notes.map { "note: \($0)" }
        return "\(place): the callbacks are not the expected ones\n" + lines.joined(separator: "\n")
    }

    /// The localized description: the same as ``description``.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// The lines of a list below its name.
    static func list(_ name: String, _ lines: [String]) -> String {
        lines.isEmpty ? "\(name): nothing" : "\(name):" + lines.map { "\n    \($0)" }.joined()
    }

    /// Compares callbacks with the lines of a test.
    ///
    /// - Throws: This, where something differs.
    static func check(_ lines: [String], callbacks: [Callback], notes: [String] = [], at place: String) throws {
        let differences: [String]
        do throws(CallbackPattern.Trouble) {
            var expected: [CallbackPattern] = []
            for line in lines { expected.append(try CallbackPattern(line)) }
            guard let mismatch = Mismatch(expected: expected, callbacks: callbacks) else { return }
            differences = mismatch.differences.map(\.description)
        } catch {
            differences = ["the expectation cannot be read: \(error)"]
        }
        throw CallbackMismatch(
            differences: differences, callbacks: callbacks.map(\.text), expected: lines, notes: notes, place: place)
    }
}
