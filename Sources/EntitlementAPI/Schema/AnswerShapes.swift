// The shapes of types whose schema differs between endpoints.
import TVSimStructuredText

extension SessionResponse {
    /// The responses of `POST sessions`.
    static let begun = [
        authenticate([.none], mvpd: ["mvpd": [:]]), supply(.resume, .none),
        authorize([.authenticated, .temporary, .degraded, .authenticatedSSO]),
    ]

    /// The responses of `POST sessions/{code}`; an app that fell back from the partner names no MVPD (Differences,
    /// S-28).
    static let resumed = [
        authenticate([.none]), supply(.retry, .none), authorize([.authenticated, .temporary, .degraded]),
    ]

    /// The responses of `POST sessions/sso/{partner}`.
    static let partner = [
        shape(
            .partnerProfile, .direct, [.none],
            ["url": Schema.pattern("^/api/v2/[^/]+/profiles/sso/Apple$"), "mvpd": [:], "authenticationRequest": [:]]),
        authenticate([.pfsFallback, .configurationFallback]), supply(.resume, .missingParametersFallback),
        authorize([.authenticated, .degraded, .authenticatedSSO]),
    ]

    /// The schema of the list of missing parameters.
    static let missingParameters = Schema.nonempty(Schema.texts(["mvpd", "domainName", "redirectUrl"]))

    private static func shape(
        _ name: ActionName, _ type: ActionType, _ reasons: [ReasonType], _ members: Members,
        optional: Members = [:]
    ) -> Shape {
        let action: Members = [
            "actionName": Schema.word(name), "actionType": Schema.word(type), "reasonType": Schema.words(reasons),
            "sessionId": Schema.uuid,
        ]
        return Shape(of: Self.self, action.merging(members) { $1 }, optional: optional)
    }

    /// Returns the members of a response with a code.
    ///
    /// Requests may also contain a code of six characters (Differences, S-26).
    private static func withCode(_ url: String) -> Members {
        [
            "url": Schema.pattern(url), "code": Schema.pattern("^[A-Z0-9]{7}$"), "notBefore": [:], "notAfter": [:],
        ]
    }

    private static func authenticate(_ reasons: [ReasonType], mvpd: Members = [:]) -> Shape {
        shape(
            .authenticate, .interactive, reasons,
            withCode("^/api/v2/authenticate/[^/]+/[A-Z0-9]{7}$").merging(mvpd) { $1 }, optional: ["mvpd": [:]])
    }

    private static func supply(_ name: ActionName, _ reason: ReasonType) -> Shape {
        shape(
            name, .direct, [reason],
            withCode("^/api/v2/[^/]+/sessions/[A-Z0-9]{7}$").merging(["missingParameters": missingParameters]) { $1 },
            optional: ["mvpd": [:]])
    }

    private static func authorize(_ reasons: [ReasonType]) -> Shape {
        shape(
            .authorize, .direct, reasons,
            ["url": Schema.pattern("^/api/v2/[^/]+/decisions/authorize/[^/]+$"), "mvpd": [:]])
    }
}

extension SessionResponse.AuthenticationRequest: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["type": Schema.constant("saml"), "request": Schema.base64XML])]
    }
}

extension EntitlementProfile {
    /// Returns the shapes of the profile types of an endpoint.
    static func shapes(_ kinds: [Kind]) -> [Shape] {
        kinds.map { kind in
            let issuer: JSONValue =
                switch kind {
                case .appleSSO: Schema.constant(appleIssuer)
                case .degraded, .temporary: Schema.constant(serviceIssuer)
                case .regular, .platformSSO, .serviceTokenSSO: ["description": "The MVPD."]
                }
            let attributes: JSONValue = kind == .temporary ? ["userID", "expiration_date"] : ["userID"]
            return Shape(
                of: Self.self, ["type": Schema.word(kind), "issuer": issuer, "attributes": ["required": attributes]])
        }
    }
}

extension ResourceDecision {
    private static let window: Members = ["notBefore": [:], "notAfter": [:]]

    /// The decisions of `POST decisions/authorize/{mvpd}`; a permit has a media token.
    ///
    /// A decision by a degradation rule may have no validity.
    static let now = [
        Shape(of: Self.self, ["authorized": ["const": true], "token": [:]], optional: window),
        Shape(of: Self.self, ["authorized": ["const": false], "error": [:]], optional: window),
    ]

    /// The decisions of `POST decisions/preauthorize/{mvpd}`, without token and validity.
    static let inAdvance = [
        Shape(of: Self.self, ["authorized": ["const": true]]),
        Shape(of: Self.self, ["authorized": ["const": false], "error": [:]]),
    ]
}
