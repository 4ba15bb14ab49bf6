package import Foundation

/// Writes and reads instants and durations in the form that profiles, JSON and messages to users have.
package enum TimeText {
    /// The valid instants, in the years 1970 to 9899.
    ///
    /// Every message format has four-digit years. The last century is left for instants that are issued later than the
    /// clock.
    package static let range = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 250_246_627_200)

    /// Writes an instant as ISO 8601 in UTC, with milliseconds only when they are not zero.
    package static func format(_ instant: Date) -> String {
        let milliseconds = Int(instant.millisecondsSince1970)
        let rest = (milliseconds % 1000 + 1000) % 1000
        let moment = UTCMoment(Date(timeIntervalSince1970: Double((milliseconds - rest) / 1000)))
        let day = "\(UTCMoment.digits(moment.year, 4))-\(moment.text(\.month))-\(moment.text(\.day))"
        let time = "\(moment.text(\.hour)):\(moment.text(\.minute)):\(moment.text(\.second))"
        return "\(day)T\(time)" + (rest == 0 ? "Z" : ".\(UTCMoment.digits(rest, 3))Z")
    }

    /// Reads an ISO 8601 instant with a time zone; `nil` if the text is malformed or outside of ``range``.
    package static func instant(_ text: String) -> Date? {
        anyInstant(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Returns whether a text is an instant outside of ``range``.
    package static func isOutOfRange(_ text: String) -> Bool {
        anyInstant(text).map { !range.contains($0) } ?? false
    }

    private static func anyInstant(_ text: String) -> Date? {
        // Date's parser reads "2026-02-31" as 3 March, so the result is compared with the text.
        let parsed =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        guard let parsed, text.count >= 20, text.prefix(4).allSatisfy(\.isNumber), text.dropFirst(4).first == "-"
        else { return nil }
        let milliseconds = parsed.roundedToMilliseconds
        let second = Date(timeIntervalSince1970: parsed.timeIntervalSince1970.rounded(.down))
        if text.hasSuffix("Z"), !format(second).hasPrefix(text.prefix(19)) { return nil }
        return milliseconds
    }

    /// The pattern of a duration, for a schema: a whole number and a unit.
    package static let durationPattern = "[0-9]+(ms|[smhd])"

    /// Reads a duration such as `500ms`, `90s`, `15m`, `12h` or `30d` as seconds; `nil` if the text is malformed or too long.
    package static func duration(_ text: String) -> TimeInterval? {
        anyDuration(text).flatMap { $0 <= longestDuration ? $0 : nil }
    }

    /// Returns whether a text is a duration longer than ``longestDuration``.
    package static func isTooLong(_ text: String) -> Bool {
        anyDuration(text).map { $0 > longestDuration } ?? false
    }

    /// The longest duration in seconds, a century; a longer one could lead beyond the dates that can be written.
    package static let longestDuration: TimeInterval = 36_524 * 86_400

    /// Returns whether a number of seconds can be written as a duration and read again, rounded to milliseconds.
    package static func isDuration(_ seconds: TimeInterval) -> Bool { (0...longestDuration).contains(seconds) }

    private static func anyDuration(_ text: String) -> TimeInterval? {
        let unit = text.drop { $0.isASCII && $0.isNumber }
        guard let size = units.first(where: { $0.name == unit })?.size else { return nil }
        return Double(text[..<unit.startIndex]).map { $0 * size / 1_000 }
    }

    /// Writes a duration, rounded to milliseconds, in the largest unit that leaves no remainder.
    package static func format(duration seconds: TimeInterval) -> String {
        let length = (seconds * 1_000).rounded()
        guard length != 0 else { return "0s" }
        let unit = units.first { length.truncatingRemainder(dividingBy: $0.size) == 0 } ?? (name: "ms", size: 1)
        return "\(Int(limiting: length / unit.size))\(unit.name)"
    }

    /// The units with their milliseconds, the largest first.
    private static let units: [(name: String, size: Double)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]
}
