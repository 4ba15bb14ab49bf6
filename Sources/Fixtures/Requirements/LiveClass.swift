/// Whether a case can be sent to a party that is not simulated.
package enum LiveClass: Sendable, Hashable {
    /// It can always be sent.
    case always
    /// It needs a certificate of the party for which assertions are encrypted.
    case encrypted
    /// It costs the party memory or time, or makes a careless parser open an address.
    case intrusive
    /// It is about one millisecond or an exact clock skew, so the party's clock would have to stand still.
    case stoppedClock
    /// It cannot be sent, for this reason.
    case other(why: String)
}

extension FixtureCase {
    private static let intrusive: Set<String> = [
        "entityBomb", "deflateBomb", "externalEntity", "externalSubset", "parameterEntity", "referenceToAddress",
        "referenceToFile", "manyPrefixes", "deepNesting", "manyAttributes", "manyElements", "longText", "largeDocument",
    ]
    private static let stoppedClock: Set<String> = [
        "conditionsEndNow", "conditionsEndSoon", "conditionsBeginSoon", "reversedWindow", "withinSkew", "beyondSkew",
        "sessionEndsNow", "sessionEndsSoon", "authenticatedSoon", "issuedSoon", "confirmationEndsNow",
        "confirmationEndsSoon",
    ]
    private static let secondCertificate = "The party would have to trust another certificate of the same provider."
    private static let others: [String: String] = [
        "expiredCertificate": secondCertificate, "notYetValidCertificate": secondCertificate,
        "ecdsaSHA256": "The party would have to trust a second key, and the signature is a recorded one.",
        "deliveredWithoutKey": "The party would have to be without its key.",
    ]

    /// Whether the case can be sent to a party that is not simulated.
    package var liveClass: LiveClass {
        guard response != nil || message != nil else {
            return .other(why: "The case is about the simulated service or device.")
        }
        if let why = Self.others[name] { return .other(why: why) }
        if Self.stoppedClock.contains(name) { return .stoppedClock }
        if Self.intrusive.contains(name) || name == "inflatesToMegabytes" { return .intrusive }
        return response?.isOpened ?? false ? .encrypted : .always
    }
}
