import Foundation

extension Date {
    /// The second in which the instant is.
    var inWholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
