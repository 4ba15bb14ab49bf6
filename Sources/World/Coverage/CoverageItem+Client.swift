package import TVSimCore
package import TVSimEntitlementAPI

// What a client of REST API V2 can visit.
extension CoverageItem {
    /// A next step that a session's answer named, with its reason.
    package static func session(_ action: SessionResponse.ActionName, _ reason: SessionResponse.ReasonType) -> Self {
        Self(.session, "\(action.rawValue) \(reason.rawValue)")
    }

    /// A decision that permitted a resource.
    package static func permit(_ endpoint: Endpoint, by source: ResourceDecision.Source) -> Self {
        Self(.decision, "\(endpoint) permit \(source.rawValue)")
    }

    /// A decision that denied a resource.
    package static func deny(_ endpoint: Endpoint, _ code: String) -> Self {
        Self(.decision, "\(endpoint) deny \(code)")
    }

    /// A profile of a kind, or none.
    package static func profile(_ kind: String) -> Self { Self(.profile, kind) }

    /// An action of a logout.
    package static func logout(_ action: String) -> Self { Self(.logout, action) }

    /// An answer without success: a status, an error of registration, or no answer.
    package static func refusal(_ name: String) -> Self { Self(.refusal, name) }

    /// A status of the partner's framework that the app sent.
    package static func frameworkStatus(_ status: String) -> Self { Self(.frameworkStatus, status) }

    /// A flow of the vendor's checklist.
    package static func flow(_ flow: ChecklistFlow) -> Self { Self(.flow, flow.rawValue) }

    /// A rule whose next step the app did.
    package static func obeyed(_ rule: RuleID) -> Self { Self(.obeyed, rule.rawValue) }

    /// The next steps of `POST sessions`, `sessions/{code}` and `sessions/sso/{partner}`, with their reasons.
    ///
    /// The schemas of the answers have the same combinations.
    static let sessions: [CoverageItem] = [
        .session(.authenticate, .none), .session(.resume, .none), .session(.retry, .none),
        .session(.authorize, .authenticated), .session(.authorize, .temporary), .session(.authorize, .degraded),
        .session(.authorize, .authenticatedSSO), .session(.partnerProfile, .none),
        .session(.authenticate, .pfsFallback), .session(.authenticate, .configurationFallback),
        .session(.resume, .missingParametersFallback),
    ]

    static let decisions: [CoverageItem] = [Endpoint.authorize, .preauthorize].flatMap { endpoint in
        ResourceDecision.Source.allCases.map { .permit(endpoint, by: $0) }
            + EnhancedErrorCode.all.filter(endpoint.holdsInside).map { .deny(endpoint, $0.name) }
    }

    static let refusals: [CoverageItem] =
        (["401", "403", "429", "5xx", "no answer"] + RegistrationError.Code.allCases.map(\.rawValue)).map {
            .refusal($0)
        }

    /// The rules that demand a next step.
    package static let demands: [RuleID] = [
        .sessionAction, .actionAuthentication, .actionRegistration, .retryLimit, .token401, .wait429,
        .logoutPage, .logoutPartner, .profileEnded,
    ]
}
