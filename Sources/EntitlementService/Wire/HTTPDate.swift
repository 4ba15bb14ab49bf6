import Foundation
import SimulationCore

/// The form of dates in HTTP headers, always in GMT (RFC 9110 § 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func format(_ instant: Date) -> String {
        let moment = UTCMoment(instant)
        let day = days[moment.weekday]
        let month = months[moment.month - 1]
        return "\(day), \(pad(moment.day)) \(month) \(moment.year) "
            + "\(pad(moment.hour)):\(pad(moment.minute)):\(pad(moment.second)) GMT"
    }
}

/// The form of dates in media tokens: `2026/01/01 00:00:00 GMT +0000`.
enum TokenDate {
    static func format(_ instant: Date) -> String {
        let moment = UTCMoment(instant)
        return "\(moment.year)/\(pad(moment.month))/\(pad(moment.day)) "
            + "\(pad(moment.hour)):\(pad(moment.minute)):\(pad(moment.second)) GMT +0000"
    }

    /// Reads exactly what ``format(_:)`` writes; `nil` for every other text.
    static func instant(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4,
            let instant = TimeText.instant("\(parts[0].replacing("/", with: "-"))T\(parts[1])Z"),
            format(instant) == text
        else { return nil }
        return instant
    }
}

private func pad(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

/// An instant in the parts of the Gregorian calendar, in UTC.
private struct UTCMoment {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0
    /// 0 is Sunday.
    var weekday = 0

    init(_ instant: Date) {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3_600, rest % 3_600 / 60, rest % 60)
        // The first of January 1970 was a Thursday.
        weekday = ((days + 4) % 7 + 7) % 7

        // Days since 0000-03-01, in eras of 400 years, so that the leap day is a year's last.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
