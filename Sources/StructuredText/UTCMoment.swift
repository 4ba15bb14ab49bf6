package import Foundation

/// A time in UTC as components of the Gregorian calendar.
package struct UTCMoment {
    package private(set) var year = 0
    package private(set) var month = 0
    package private(set) var day = 0
    package private(set) var hour = 0
    package private(set) var minute = 0
    package private(set) var second = 0
    /// The day of the week, from 0 for Sunday.
    package private(set) var weekday = 0

    /// Creates the components of an instant, which is limited to 2⁵³ seconds from 1970.
    package init(_ instant: Date) {
        let seconds = Int(limiting: instant.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        (hour, minute, second) = (rest / 3_600, rest % 3_600 / 60, rest % 60)
        // 1 January 1970 was a Thursday.
        weekday = ((days + 4) % 7 + 7) % 7

        // Years start on 1 March here, so that the leap day is the last day. An era has 400 years.
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

    /// Returns a component with two digits.
    package func text(_ part: KeyPath<UTCMoment, Int>) -> String { Self.digits(self[keyPath: part], 2) }

    /// Returns a number with leading zeros.
    package static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
