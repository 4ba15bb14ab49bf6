package import Identifiers

/// What an app is to do next to have its person signed in.
package struct SessionResponse: Codable, Hashable, Sendable {
    /// What to do.
    package enum ActionName: String, WireWord {
        /// Open the sign-in page at ``SessionResponse/url``.
        case authenticate
        /// Supply the missing parameters at ``SessionResponse/url``.
        case resume
        /// Supply the missing parameters again.
        case retry
        /// Ask for decisions: a profile is there.
        case authorize
        /// Have the partner's framework answer ``SessionResponse/authenticationRequest``.
        case partnerProfile = "partner_profile"
    }

    /// Whether a person takes part.
    package enum ActionType: String, WireWord {
        /// A person does.
        case interactive
        /// The app alone does.
        case direct
    }

    /// Why this is to be done.
    package enum ReasonType: String, WireWord {
        /// No reason but that it comes next.
        case none
        /// A regular profile is there.
        case authenticated
        /// A temporary profile is there.
        case temporary
        /// The MVPD is degraded.
        case degraded
        /// A profile of single sign-on is there.
        case authenticatedSSO
        /// The partner framework status does not allow single sign-on.
        case pfsFallback = "pfs_fallback"
        /// The configuration does not allow single sign-on.
        case configurationFallback = "configuration_fallback"
        /// Parameters of the regular sign-in are missing.
        case missingParametersFallback = "missing_parameters_fallback"
    }

    /// What the partner's framework is to be asked.
    package struct AuthenticationRequest: Codable, Hashable, Sendable {
        /// `saml`.
        package var type: String
        /// The Base64 of the SAML request: the verification token.
        package var request: String
        /// The attributes to ask for.
        package var attributesNames: [String]

        /// Creates a SAML request.
        package init(request: String, attributesNames: [String]) {
            type = "saml"
            self.request = request
            self.attributesNames = attributesNames
        }
    }

    /// What to do.
    package var actionName: ActionName
    /// Whether a person takes part.
    package var actionType: ActionType
    /// Why.
    package var reasonType: ReasonType
    /// The parameters that are missing.
    package var missingParameters: [String]?
    /// Where to go on, as a path of the service.
    package var url: String?
    /// The authentication code.
    package var code: String?
    /// Identifies the session: a UUID.
    package var sessionId: String
    /// The MVPD.
    package var mvpd: MVPDID?
    /// The service provider.
    package var serviceProvider: RequestorID
    /// From when the code holds.
    package var notBefore: MillisecondsText?
    /// Until when the code holds.
    package var notAfter: MillisecondsText?
    /// What the partner's framework is to be asked.
    package var authenticationRequest: AuthenticationRequest?

    /// Creates an answer with the keys that every answer has.
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
