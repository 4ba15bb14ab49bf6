package import Foundation
import SimulatedDevice
import SimulationCore

/// Turns what is typed on a command line into commands, by the same formats that profiles are read by.
package enum CommandArguments {
    /// Lets an app use the account; without an app, the device's own.
    package static func grant(_ bundleID: String?) -> SimulatorCommand { .setPermission(bundleID: bundleID, .granted) }

    /// Forbids it for the person.
    package static func deny(_ bundleID: String?) -> SimulatorCommand { .setPermission(bundleID: bundleID, .denied) }

    /// Forbids it by the device's restrictions.
    package static func restrict(_ bundleID: String?) -> SimulatorCommand {
        .setPermission(bundleID: bundleID, .restricted)
    }

    /// Reads an instant, an offset or `never`.
    package static func instant(_ text: String) throws(CommandError) -> Instant {
        guard let instant = Instant(text) else {
            throw CommandError(
                .invalid, "'\(text)' is neither an instant (2026-01-01T00:00:00Z) nor an offset (+30d, -1s) nor never",
                suggestion: Suggestion.closest(to: text, among: ["never"]))
        }
        return instant
    }

    /// Reads a place on the calendar.
    package static func absoluteInstant(_ text: String) throws(CommandError) -> Instant {
        guard case .absolute(let instant)? = Instant(text) else {
            throw CommandError(
                .invalid, "'\(text)' is not an instant: write it in ISO 8601 and UTC, such as 2026-01-01T00:00:00Z")
        }
        return .absolute(instant)
    }

    /// Reads a duration, in seconds.
    package static func duration(_ text: String) throws(CommandError) -> TimeInterval {
        guard let seconds = TimeText.duration(text) else {
            throw CommandError(.invalid, "'\(text)' is not a duration: write 90s, 15m, 12h or 30d")
        }
        return seconds
    }

    /// Reads a fault.
    package static func fault(
        operation: String, error: String, after: Int, times: Int?
    ) throws(CommandError) -> SimulatorCommand {
        try FaultCatalog.check(error: error, of: operation)
        guard after >= 0 else { throw CommandError(.invalid, "--after must not be negative") }
        guard times.map({ $0 >= 1 }) ?? true else { throw CommandError(.invalid, "--times must be at least 1") }
        return .addFault(
            Fault(operation: FaultOperation(rawValue: operation), error: error, after: after, times: times))
    }

    /// Reads the person's answers, each as `KEY=ANSWER` in the words of the profile format.
    package static func viewer(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        var entries: [SourceNode.Entry] = []
        for pair in pairs {
            guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else {
                throw CommandError(.invalid, "'\(pair)' is not KEY=ANSWER, such as accessPrompt=allow")
            }
            let key = String(pair[..<sign])
            guard !entries.contains(where: { $0.key == key }) else {
                throw CommandError(.invalid, "'\(key)' is given twice")
            }
            entries.append(try answer(key, String(pair[pair.index(after: sign)...])))
        }
        let start = SourcePosition(line: 1, column: 1)
        do throws(ProfileError) {
            let node = SourceNode(content: .mapping(entries), position: start)
            return .setViewer(try ViewerAnswers.patchFormat.read(node, ReadingNotes()))
        } catch {
            throw CommandError(.invalid, error.reason, suggestion: error.suggestion)
        }
    }

    private static func answer(_ key: String, _ text: String) throws(CommandError) -> SourceNode.Entry {
        do throws(ProfileError) {
            let documents = try YAMLSource.documents(in: text)
            guard let value = documents.first, documents.count == 1 else {
                throw ProfileError(.syntax, at: SourcePosition(line: 1, column: 1), "one answer is needed")
            }
            return SourceNode.Entry(key: key, position: value.position, value: value)
        } catch {
            throw CommandError(.invalid, "the answer for '\(key)' cannot be read: \(error.reason)")
        }
    }
}
