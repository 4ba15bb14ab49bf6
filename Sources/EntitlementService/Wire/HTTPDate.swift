package import Foundation
import TVSimStructuredText

/// Formats dates of HTTP headers, always in GMT (RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Formats a time to the second.
    package static func format(_ instant: Date) -> String {
        let moment = UTCMoment(instant)
        let day = days[moment.weekday]
        let month = months[moment.month - 1]
        return "\(day), \(moment.text(\.day)) \(month) \(moment.year) "
            + "\(moment.text(\.hour)):\(moment.text(\.minute)):\(moment.text(\.second)) GMT"
    }
}
