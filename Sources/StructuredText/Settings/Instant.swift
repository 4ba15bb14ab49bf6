package import Foundation

/// An instant as a profile or a command gives it, which may depend on the clock.
package enum Instant: Sendable, Hashable {
    /// A date and time.
    case absolute(Date)
    /// A number of seconds after the clock (negative: before it).
    case offset(TimeInterval)
    /// No end.
    case never

    /// Reads `2026-01-01T00:00:00Z` (or `+00:00`), `+30d`, `-1s` or `never`; `nil` if the text has another form.
    package init?(_ text: String) {
        if text == "never" {
            self = .never
        } else if text.hasPrefix("+") || text.hasPrefix("-") {
            guard let seconds = TimeText.duration(String(text.dropFirst())) else { return nil }
            self = .offset(text.hasPrefix("-") ? -seconds : seconds)
        } else {
            // Messages of SAML and logs also write UTC as an offset of zero.
            let text = text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text
            guard text.hasSuffix("Z"), let instant = TimeText.instant(text) else { return nil }
            self = .absolute(instant)
        }
    }

    /// Returns the error message for a text that is not a valid instant.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isAbsolute: Whether only a date and time is valid.
    /// - Returns: One sentence without a full stop.
    package static func complaint(about text: String, isAbsolute: Bool = false) -> String {
        if TimeText.isOutOfRange(text) { return "invalid instant '\(text)': expected a year from 1970 to 9899" }
        if isAbsolute {
            return "invalid instant '\(text)': expected ISO 8601 in UTC, such as 2026-01-01T00:00:00Z"
        }
        if text.hasPrefix("+") || text.hasPrefix("-"), TimeText.isTooLong(String(text.dropFirst())) {
            return complaint(aboutDuration: text)
        }
        return "invalid time '\(text)': expected an instant (2026-01-01T00:00:00Z), an offset (+30d, -1s) or never"
    }

    /// Returns the error message for a text that is not a valid duration.
    package static func complaint(aboutDuration text: String) -> String {
        TimeText.isTooLong(text.trimmingPrefix { $0 == "+" || $0 == "-" }.description)
            ? "invalid duration '\(text)': expected at most 36524d, a century"
            : "invalid duration '\(text)': expected a duration such as 90s, 15m, 12h or 30d"
    }

    /// Returns the date and time for the given time of the clock; `nil` for `never`.
    package func resolved(at now: Date) -> Date? {
        switch self {
        case .absolute(let instant): instant
        case .offset(let seconds): now.addingTimeInterval(seconds)
        case .never: nil
        }
    }
}

extension Instant: CustomStringConvertible {
    /// The text form that ``init(_:)`` reads.
    package var description: String {
        switch self {
        case .absolute(let instant): TimeText.format(instant)
        case .offset(let seconds): (seconds < 0 ? "-" : "+") + TimeText.format(duration: abs(seconds))
        case .never: "never"
        }
    }
}
