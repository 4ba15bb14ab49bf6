package import Foundation
import TVSimStructuredText

/// The date format of the SDK's tokens and of media tokens: `2026/01/01 00:00:00 GMT +0000`, in whole seconds.
///
/// Adobe Pass, Media Token Verifier.
package enum TokenDate {
    /// Formats a time; fractions of a second are dropped.
    package static func format(_ instant: Date) -> String {
        let moment = UTCMoment(instant)
        return "\(moment.year)/\(moment.text(\.month))/\(moment.text(\.day)) "
            + "\(moment.text(\.hour)):\(moment.text(\.minute)):\(moment.text(\.second)) GMT +0000"
    }

    /// Parses the exact output of ``format(_:)``; `nil` for any other text.
    package static func instant(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4,
            let instant = try? Date(
                "\(parts[0].replacing("/", with: "-"))T\(parts[1])Z", strategy: .iso8601),
            format(instant) == text
        else { return nil }
        return instant
    }
}
