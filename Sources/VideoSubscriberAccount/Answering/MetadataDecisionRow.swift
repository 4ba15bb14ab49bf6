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

    /// The request and the device to which the row applies, as a reason in the journal.
    var reason: String {
        switch self {
        case .notEntitled: "the app has no entitlement for single sign-on"
        case .accessUndetermined: "access is undecided, and the request does not allow an interruption"
        case .accessUndeterminedInterruptible: "access is undecided, and the request allows an interruption"
        case .accessRefused: "access is denied or restricted"
        case .signedOut: "no user is signed in, and the request does not allow an interruption"
        case .withoutDelegate: "the user would have to act, and the manager has no delegate"
        case .picker: "no user is signed in, and the request allows an interruption"
        case .statusOrExchange: "a user is signed in, and the authentication is valid"
        case .forcedWithoutInterruption:
            "the request forces an authentication, and does not allow an interruption"
        case .forced: "the request forces an authentication, and allows an interruption"
        case .unacceptableProvider: "the request does not support the provider or any of its schemes"
        case .expiredStatus: "the authentication has expired, and the request names no attributes"
        case .expiredWithoutInterruption:
            "the authentication has expired, and the request names attributes and does not allow an interruption"
        case .expired: "the authentication has expired, and the request names attributes and allows an interruption"
        case .unsupportedRegion: "the device's region has no TV Provider feature"
        }
    }
}
