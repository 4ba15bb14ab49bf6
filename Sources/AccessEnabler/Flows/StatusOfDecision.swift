import EntitlementAPI

extension AdvancedStatus {
    /// The status that tells an app why a resource may be watched without the MVPD; `nil`: it was asked.
    init?(permit decision: EntitlementAPI.Decision, mvpd: String) {
        switch decision.source {
        case .degradation:
            self.init(
                .authorizedUnderDegradation, message: "'\(mvpd)' is degraded: everybody is authorized.",
                resource: decision.resource)
        case .temppass:
            self.init(
                .authorizedByTemporaryPass, message: "'\(mvpd)' is a temporary pass.", resource: decision.resource)
        case .mvpd, .dummy:
            return nil
        }
    }

    /// The status of a decision that denies, in the words of the MVPD or the programmer where they gave any.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - count: How often in a row the resource was denied, this time included where this is a denial.
    init(denial decision: EntitlementAPI.Decision, inARow count: Int) {
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

    /// From how many denials in a row on `Z110` stands in the place of `Z100`; the vendor publishes no number.
    private static let manyDenials = 10
}

extension EntitlementAPI.Decision {
    /// Whether somebody decided: a technical failure is no decision, and the next question may have another answer.
    var isDecided: Bool { error?.action != .retry }

    /// Whether it was decided that the resource may not be watched; a permit without its token is none.
    var isDenial: Bool { error != nil && isDecided }
}
