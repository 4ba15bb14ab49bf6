package import Foundation
package import Settings
import SimulatedDevice
import SimulationCore
import StateStorage
import StructuredText

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

    /// Reads the requestors that a software statement is limited to; without any it is for all.
    package static func limits(_ requestors: [String]) throws(CommandError) -> [String]? {
        // A comma stands between them where the admin API is asked.
        for requestor in requestors
        where requestor.allSatisfy(\.isWhitespace)
            || requestor.contains(where: { $0.isNewline || $0 == "," || $0 == "\0" })
        {
            throw CommandError(.invalid, "'\(requestor.onOneLine)' is no requestor's id")
        }
        // One that is named twice is limited to once.
        let named = requestors.enumerated().filter { !requestors[..<$0.offset].contains($0.element) }.map(\.element)
        return named.isEmpty ? nil : named
    }

    /// Reads an instant, an offset or `never`.
    package static func instant(_ text: String) throws(CommandError) -> Instant {
        guard let instant = Instant(text) else {
            throw CommandError(
                .invalid, Instant.complaint(about: text),
                suggestion: Suggestion.closest(to: text, among: ["never"]))
        }
        return instant
    }

    /// Reads a place on the calendar, as a date.
    package static func moment(_ text: String) throws(CommandError) -> Date {
        guard case .absolute(let instant)? = Instant(text) else {
            throw CommandError(.invalid, Instant.complaint(about: text, isAbsolute: true))
        }
        return instant
    }

    /// Reads a place on the calendar; without one it is now, by the wall clock.
    ///
    /// - Throws: ``CommandError`` where the text is no such place.
    package static func momentOrNow(_ text: String?) throws -> Date {
        if let text { return try moment(text) }
        // Only SimulationCore reads the wall clock: a clock that follows it shows it.
        let clock = Simulation(store: MemoryStateStore()).clock
        try clock.follow()
        return try clock.now()
    }

    /// Reads by how much the clock is to go forward, in seconds.
    package static func step(_ text: String) throws(CommandError) -> TimeInterval {
        guard !isBackwards(text) else { throw stepBack(text) }
        return try duration(text)
    }

    /// Whether a text is a duration with a minus before it.
    package static func isBackwards(_ text: String) -> Bool {
        text.hasPrefix("-") && TimeText.duration(String(text.dropFirst())) != nil
    }

    /// What is wrong with a step back in time.
    package static func stepBack(_ text: String) -> CommandError {
        CommandError(
            .invalid, "'\(text)' would go back: a step goes forward alone, and 'clock set' takes any instant")
    }

    /// Reads a duration, in seconds.
    package static func duration(_ text: String) throws(CommandError) -> TimeInterval {
        guard let seconds = TimeText.duration(text) else {
            throw CommandError(.invalid, Instant.complaint(aboutDuration: text))
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
}
