package import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// Dates in SAML's format: `xs:dateTime` in UTC (SAML Core 2.0, 1.3.3).
package enum SAMLInstant {
    /// Writes a date in UTC, with milliseconds only if they are not zero.
    package static func format(_ instant: Date) -> String { TimeText.format(instant) }

    /// Parses a date strictly; `nil` if the text is invalid.
    ///
    /// A time zone is required, because SAML uses UTC; other zones are converted. White space around the text is
    /// ignored (XML Schema Part 2, 4.3.6). Fractions finer than a microsecond are truncated.
    package static func parse(_ text: String) -> Date? { read(text)?.date }

    /// Parses a date as ``parse(_:)`` does, with the offset of its time zone in seconds.
    static func read(_ text: String) -> (date: Date, offset: Int)? {
        var scanner = Scanner(bytes: Array(text.trimmedOfXMLSpace.utf8))
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T"), let hour = scanner.digits(2), scanner.skip(":"),
            let minute = scanner.digits(2), scanner.skip(":"), let second = scanner.digits(2),
            year > 0, (1...12).contains(month), day >= 1, day <= lastDay(of: month, in: year), hour <= 24, minute < 60,
            second < 60
        else { return nil }
        var fraction = 0.0
        if scanner.skip(".") {
            guard let found = scanner.fraction() else { return nil }
            fraction = found
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        // 24:00:00 is the start of the next day (XML Schema Part 2, 3.2.7.1).
        guard hour < 24 || (minute == 0 && second == 0 && fraction == 0) else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return (Date(timeIntervalSince1970: Double(seconds) + fraction), offset)
    }

    /// Writes a length of time with its two largest units, such as `5 min 12.252 s`.
    static func format(seconds: TimeInterval) -> String {
        let milliseconds = Int64((abs(seconds) * 1000).rounded())
        var parts: [String] = []
        for (unit, size) in [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000)] as [(String, Int64)] {
            let count = milliseconds / size % (unit == "d" ? .max : unit == "h" ? 24 : 60)
            if count > 0 { parts.append("\(count) \(unit)") }
        }
        let rest = milliseconds % 60_000
        if rest > 0 || parts.isEmpty {
            let fraction = rest % 1000 == 0 ? "" : "." + UTCMoment.digits(Int(rest % 1000), 3)
            parts.append("\(rest / 1000)\(fraction) s")
        }
        return parts.prefix(2).joined(separator: " ")
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func digit() -> Int? {
            guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
            defer { position += 1 }
            return Int(bytes[position]) - 48
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func fraction() -> Double? {
            var microseconds = 0
            var count = 0
            while let digit = digit() {
                if count < 6 { microseconds = microseconds * 10 + digit }
                count += 1
            }
            guard count > 0 else { return nil }
            for _ in min(count, 6)..<6 { microseconds *= 10 }
            return Double(microseconds) / 1_000_000
        }

        mutating func zone() -> Int? {
            if skip("Z") { return 0 }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = digits(2), skip(":"), let minutes = digits(2), minutes < 60,
                hours * 60 + minutes <= 14 * 60
            else {
                return nil
            }
            return sign * (hours * 3600 + minutes * 60)
        }
    }

    /// Returns the days since 1970 in the civil calendar, in eras of 400 years; the year is 1 or later.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func lastDay(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
