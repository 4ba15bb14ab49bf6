package import TVSimStructuredText

/// The next step of a sign-in.
package struct SessionResponse: Codable, Hashable, Sendable {
    /// The next action.
    package enum ActionName: String, WireWord {
        /// Open the sign-in page at ``SessionResponse/url``.
        case authenticate
        /// Supply the missing parameters at ``SessionResponse/url``.
        case resume
        /// Supply the parameters that are still missing.
        case retry
        /// Request decisions, because the user has a profile or needs none.
        case authorize
        /// Have the partner's framework answer ``SessionResponse/authenticationRequest``.
        case partnerProfile = "partner_profile"
    }

    /// Whether the user takes part in the action.
    package enum ActionType: String, WireWord {
        /// The user takes part.
        case interactive
        /// The app acts without the user.
        case direct
    }

    /// The reason for the action.
    package enum ReasonType: String, WireWord {
        /// The action is the usual next step.
        case none
        /// The user has a regular profile.
        case authenticated
        /// The user has temporary access.
        case temporary
        /// The MVPD is degraded.
        case degraded
        /// The user has a profile from single sign-on.
        case authenticatedSSO
        /// The partner framework status does not allow single sign-on.
        case pfsFallback = "pfs_fallback"
        /// The configuration does not allow single sign-on.
        case configurationFallback = "configuration_fallback"
        /// Parameters of the classic sign-in are missing.
        case missingParametersFallback = "missing_parameters_fallback"
    }

    /// The request to the partner's framework.
    package struct AuthenticationRequest: Codable, Hashable, Sendable {
        /// The type, `saml`.
        package var type: String
        /// The SAML request in Base64: the verification token.
        package var request: String
        /// The names of the requested attributes.
        package var attributesNames: [String]

        /// Creates a SAML request.
        package init(request: String, attributesNames: [String]) {
            type = "saml"
            self.request = request
            self.attributesNames = attributesNames
        }
    }

    /// The next action.
    package var actionName: ActionName
    /// Whether the user takes part.
    package var actionType: ActionType
    /// The reason.
    package var reasonType: ReasonType
    /// The names of the missing parameters; `nil` if none is missing.
    package var missingParameters: [String]?
    /// The path of the next request, relative to the service.
    package var url: String?
    /// The authentication code.
    package var code: String?
    /// The session identifier, a UUID.
    package var sessionId: String
    /// The MVPD.
    package var mvpd: MVPDID?
    /// The service provider.
    package var serviceProvider: RequestorID
    /// The start of the code's validity.
    package var notBefore: MillisecondsText?
    /// The end of the code's validity.
    package var notAfter: MillisecondsText?
    /// The request to the partner's framework.
    package var authenticationRequest: AuthenticationRequest?

    /// Creates a response with the required properties.
    package init(
        _ actionName: ActionName, _ actionType: ActionType, _ reasonType: ReasonType, sessionID: String,
        serviceProvider: RequestorID
    ) {
        self.actionName = actionName
        self.actionType = actionType
        self.reasonType = reasonType
        sessionId = sessionID
        self.serviceProvider = serviceProvider
    }
}
