package import Foundation
import TVSimCore
import TVSimDevice
package import TVSimStructuredText

/// Creates commands from command-line arguments with the formats of the profile.
package enum CommandArguments {
    /// Grants an app access to the account; `nil` for the device's default app.
    package static func grant(_ bundleID: String?) -> SimulatorCommand { .setPermission(bundleID: bundleID, .granted) }

    /// Denies the app access, as the user does in Settings.
    package static func deny(_ bundleID: String?) -> SimulatorCommand { .setPermission(bundleID: bundleID, .denied) }

    /// Denies the app access by the device's restrictions.
    package static func restrict(_ bundleID: String?) -> SimulatorCommand {
        .setPermission(bundleID: bundleID, .restricted)
    }

    /// Reads the requestors that a software statement is limited to; returns `nil` for all requestors if the list is
    /// empty.
    package static func limits(_ requestors: [String]) throws(CommandError) -> [String]? {
        // The admin API separates requestors by commas.
        for requestor in requestors
        where requestor.allSatisfy(\.isWhitespace)
            || requestor.contains(where: { $0.isNewline || $0 == "," || $0 == "\0" })
        {
            throw CommandError(
                .invalid,
                "invalid requestor '\(requestor.onOneLine)': expected a nonempty identifier without commas or line "
                    + "breaks")
        }
        // Removes duplicates.
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

    /// Reads an absolute instant.
    package static func moment(_ text: String) throws(CommandError) -> Date {
        guard case .absolute(let instant)? = Instant(text) else {
            throw CommandError(.invalid, Instant.complaint(about: text, isAbsolute: true))
        }
        return instant
    }

    /// Reads an absolute instant; `nil` for the current time of the wall clock.
    ///
    /// - Throws: `CommandError` if the text is not an absolute instant.
    package static func momentOrNow(_ text: String?) throws(CommandError) -> Date {
        try text.map(moment) ?? WallClock.now()
    }

    /// Reads the number of seconds by which the clock advances.
    package static func step(_ text: String) throws(CommandError) -> TimeInterval {
        guard !isBackwards(text) else { throw stepBack(text) }
        return try duration(text)
    }

    /// Returns whether a text is a negative duration.
    package static func isBackwards(_ text: String) -> Bool {
        text.hasPrefix("-") && TimeText.duration(String(text.dropFirst())) != nil
    }

    /// Returns the error for an advance of the clock by a negative duration.
    package static func stepBack(_ text: String) -> CommandError {
        CommandError(
            .invalid, "invalid duration '\(text)': the clock only advances; 'clock set' or setClock sets any instant")
    }

    /// Reads a duration, in seconds.
    package static func duration(_ text: String) throws(CommandError) -> TimeInterval {
        guard let seconds = TimeText.duration(text) else {
            throw CommandError(.invalid, Instant.complaint(aboutDuration: text))
        }
        return seconds
    }

    /// Reads a fault.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - error: The error; `nil` if the fault only changes a good answer.
    ///   - after: The number of operations that succeed before.
    ///   - times: The number of operations that fail; `nil` for all.
    ///   - further: The other keys of a fault.
    /// - Returns: The command.
    /// - Throws: `CommandError` if the operation cannot have the fault.
    package static func fault(
        operation: String, error: String?, after: Int, times: Int?, further: Members = [:]
    ) throws(CommandError) -> SimulatorCommand {
        if let error { try FaultCatalog.check(error: error, of: operation) }
        guard after >= 0 else { throw CommandError(.invalid, "--after must not be negative") }
        guard times.map({ $0 >= 1 }) ?? true else { throw CommandError(.invalid, "--times must be at least 1") }
        var keys = further
        keys["at"] = .string(operation)
        keys["error"] = error.map(JSONValue.string)
        keys["after"] = after == 0 ? nil : .integer(Int64(after))
        keys["times"] = times.map { .integer(Int64($0)) }
        do throws(SourceError) {
            return .addFault(
                try FaultFormat.fault.read(
                    ValueCursor(.object(keys)), ReadingNotes(clock: SimulatedClock.defaultStart)))
        } catch {
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }
}
