import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension AdvancedStatus {
    /// The status that tells an app why a resource may be watched without the MVPD's permit.
    ///
    /// `nil` if the MVPD permitted it, and with `dummyAuthorization`, which has no status.
    init?(permit decision: ResourceDecision, mvpd: MVPDID) {
        switch decision.source {
        case .degradation:
            self.init(
                .authorizedUnderDegradation, message: "'\(mvpd)' is degraded: every user is authorized.",
                resource: decision.resource)
        case .temppass:
            self.init(
                .authorizedByTemporaryPass, message: "'\(mvpd)' is a temporary pass.", resource: decision.resource)
        case .mvpd, .dummy:
            return nil
        }
    }

    /// The status of a decision that gave no media token, with the message of the MVPD or the programmer if there is one.
    ///
    /// It is a denial, a technical failure, or a permit that came without its token.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - count: How often in a row the resource was denied, including this decision if it is a denial.
    init(withoutToken decision: ResourceDecision, denialsInARow count: Int) {
        guard let error = decision.error else {
            self.init(.authorizationFailed, resource: decision.resource)
            return
        }
        let message = error.details ?? error.message
        let code: Code =
            if error.is(.authorizationDeniedByDegradationRule) {
                .degradedDenial
            } else if error.action == .retry {
                .providerUnreachable
            } else if count >= Self.manyDenials {
                .deniedRepeatedly
            } else {
                .notSubscribed
            }
        self.init(code, message: message, resource: decision.resource, details: error.code)
    }

    /// The number of denials in a row from which `Z110` replaces `Z100`; the vendor publishes none.
    private static let manyDenials = 10

    /// The status that tells an app why a user is authenticated without a sign-in; `nil` if the user signed in.
    init?(authenticatedBy found: ExchangedProfile) {
        switch found.profile.type {
        case .degraded:
            self.init(
                .authenticatedUnderDegradation, message: "'\(found.mvpd)' is degraded: every user is authenticated.")
        case .temporary:
            self.init(.authenticatedByTemporaryPass, message: "'\(found.mvpd)' is a temporary pass.")
        case .regular, .appleSSO, .platformSSO, .serviceTokenSSO:
            return nil
        }
    }
}

extension ResourceDecision {
    /// Whether this is a decision; after a technical failure the next request may have another result.
    var isDecided: Bool { error?.action != .retry }

    /// Whether the resource was denied; a permit without its token was not.
    var isDenial: Bool { error != nil && isDecided }
}
