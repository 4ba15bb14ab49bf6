/// A row of the table in the article "Decisions for a metadata request".
package enum MetadataDecisionRow: Int, CaseIterable, Sendable {
    /// The app has no entitlement for single sign-on.
    case notEntitled = 0
    case accessUndetermined = 1
    case accessUndeterminedInterruptible = 2
    case accessRefused = 3
    case signedOut = 4
    case withoutDelegate = 5
    case picker = 6
    case statusOrExchange = 7
    case forcedWithoutInterruption = 8
    case forced = 9
    case unacceptableProvider = 10
    case expiredStatus = 11
    case expiredWithoutInterruption = 12
    case expired = 13
    case unsupportedRegion = 18

    /// Finds the row that a reason of the journal names.
    ///
    /// - Parameter reason: The reason; `nil` results if it names no row.
    package init?(journalReason reason: String) {
        guard let row = Self.allCases.first(where: { $0.journalReason == reason }) else { return nil }
        self = row
    }

    /// The row as the reason of a decision in the journal.
    package var journalReason: String { "row \(rawValue) of the decision table: \(self)" }
}
