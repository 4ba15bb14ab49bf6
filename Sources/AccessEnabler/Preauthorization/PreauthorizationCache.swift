import TVSimEntitlementAPI
import TVSimStructuredText

/// The preliminary decisions that the SDK remembers while the app runs, permits and denials.
///
/// They belong to one user: `setRequestor`, a logout, the selection of another provider and the authentication of another user
/// clear them.
struct PreauthorizationCache: Sendable {
    /// By the resource.
    private var decisions: [ResourceID: ResourceDecision] = [:]

    /// Returns the decisions on all resources; `nil` if one of them is unknown.
    func decisions(on resources: [ResourceID]) -> [ResourceDecision]? {
        let found = resources.compactMap { decisions[$0] }
        return found.count == resources.count ? found : nil
    }

    /// Remembers decisions.
    mutating func keep(_ answered: [ResourceDecision]) {
        for decision in answered { decisions[decision.resource] = decision }
    }
}

/// The outcome of a preauthorization.
enum PreauthorizationOutcome: Sendable {
    case decided([ResourceDecision])
    /// The service refused, with its own error.
    case refused(EnhancedError)
    /// The service has no profile any more to decide for.
    case profileGone(EnhancedError)
    /// The request did not get an answer of the service.
    case failed(PreauthorizationFailure)

    /// The same outcome for a requestor without enhanced errors: decisions without reasons.
    ///
    /// An error of the whole answer stays.
    var withoutReasons: PreauthorizationOutcome {
        guard case .decided(var decisions) = self else { return self }
        for place in decisions.indices { decisions[place].error = nil }
        return .decided(decisions)
    }

    /// The response of `preauthorize`, and whether it is a failure of the SDK.
    var response: (response: PreauthorizeResponse, isFailure: Bool) {
        switch self {
        case .decided(let decisions):
            let shown = decisions.map {
                Decision(id: $0.resource.rawValue, authorized: $0.authorized, error: $0.error.map(Status.init))
            }
            return (PreauthorizeResponse(decisions: shown), false)
        case .refused(let error):
            return (PreauthorizeResponse(status: Status(error)), false)
        case .profileGone:
            let failure = PreauthorizationFailure.authenticationSessionMissing
            return (PreauthorizeResponse(status: Status(failure.error)), true)
        case .failed(let failure):
            return (PreauthorizeResponse(status: Status(failure.error)), true)
        }
    }
}

/// Why a preauthorization got no answer of the service; each raw value is the documented code.
enum PreauthorizationFailure: String, Sendable, CaseIterable {
    case requestorNotConfigured = "requestor_not_configured"
    case authenticationSessionExpired = "authentication_session_expired"
    case authenticationSessionMissing = "authentication_session_missing"
    case accessTokenUnavailable = "access_token_unavailable"
    case serverResponseFormatUnknown = "server_response_format_unknown"
    case networkError = "network_error"

    /// The failure as an error: status 0, no trace.
    var error: EnhancedError {
        let (action, message): (EnhancedError.Action, String) =
            switch self {
            case .requestorNotConfigured: (.retry, "No requestor is set yet.")
            case .authenticationSessionExpired: (.authentication, "The authentication has expired.")
            case .authenticationSessionMissing: (.authentication, "No user is authenticated.")
            case .accessTokenUnavailable: (.none, "The service gave the app no access token.")
            case .serverResponseFormatUnknown: (.none, "The service's response could not be read.")
            case .networkError: (.none, "The service could not be reached.")
            }
        return EnhancedError(action: action, status: 0, code: rawValue, message: message)
    }
}
