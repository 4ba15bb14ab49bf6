/// A row of the table in the article "Decisions for a metadata request".
package enum MetadataDecisionRow: Int, Codable, CaseIterable, Sendable {
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
}
