import EntitlementAPI
import StructuredText
import TVSimulator

/// What the endpoints of sessions answer: each action with the keys and the reasons that belong to it.
///
/// spec entitlement § 2.6.
enum SessionSchemas {
    private typealias Reason = SessionResponse.ReasonType

    /// `POST sessions`.
    static let session = Schema.one(of: [
        authenticate([.none], mvpd: true), supply(.resume, .none),
        authorize([.authenticated, .temporary, .degraded, .authenticatedSSO]),
    ])

    /// `POST sessions/{code}`; who fell back from the partner has named no MVPD (DIFFERENCES S-28).
    static let resumed = Schema.one(of: [
        authenticate([.none], mvpd: false), supply(.retry, .none),
        authorize([.authenticated, .temporary, .degraded]),
    ])

    /// `POST sessions/sso/{partner}`.
    static let partner = Schema.one(of: [
        answer(
            .partnerProfile, .direct, [.none],
            [
                "url": path("^/api/v2/[^/]+/profiles/sso/Apple$"), "mvpd": Schema.text,
                "authenticationRequest": Schema.object([
                    "type": ["const": "saml"],
                    "request": ["type": "string", "contentEncoding": "base64", "contentMediaType": "application/xml"],
                    "attributesNames": Schema.list(of: Schema.text),
                ]),
            ]),
        authenticate([.pfsFallback, .configurationFallback], mvpd: false),
        supply(.resume, .missingParametersFallback),
        authorize([.authenticated, .degraded, .authenticatedSSO]),
    ])

    /// `GET sessions/{code}`.
    static let information = Schema.object(
        [
            "existingParameters": Schema.object(
                ["serviceProvider": Schema.text],
                optional: ["mvpd": Schema.text, "domainName": Schema.text, "redirectUrl": Schema.address]),
            "device": device, "notBefore": Schema.millisecondsText, "notAfter": Schema.millisecondsText,
        ], optional: ["missingParameters": missing])

    /// The code of an answer; a request may name one of six characters too (DIFFERENCES S-26).
    static let code: JSONValue = ["type": "string", "pattern": "^[A-Z0-9]{7}$"]
    /// The code of a request.
    static let codeOfRequest: JSONValue = ["type": "string", "pattern": "^[A-Z0-9]{6,7}$"]

    /// What a sign-in at an MVPD needs, at once or bit by bit; an empty field counts as none.
    static let form = Schema.fields(
        [:], optional: ["mvpd": Schema.text, "domainName": Schema.text, "redirectUrl": Schema.text])
    /// What a fallback from the partner's sign-in needs.
    static let partnerForm = Schema.fields(
        [:], optional: ["domainName": Schema.text, "redirectUrl": Schema.text])

    private static let missing = Schema.list(
        of: Schema.names(["mvpd", "domainName", "redirectUrl"]), atLeast: 1)
    private static let window = ["notBefore": Schema.millisecondsText, "notAfter": Schema.millisecondsText]

    private static func answer(
        _ name: SessionResponse.ActionName, _ type: SessionResponse.ActionType, _ reasons: [Reason],
        _ members: [String: JSONValue], optional: [String: JSONValue] = [:]
    ) -> JSONValue {
        Schema.object(
            members.merging([
                "actionName": Schema.word(name), "actionType": Schema.word(type), "reasonType": Schema.words(reasons),
                "sessionId": Schema.uuid, "serviceProvider": Schema.text,
            ]) { member, _ in member }, optional: optional)
    }

    private static func authenticate(_ reasons: [Reason], mvpd isKnown: Bool) -> JSONValue {
        var members = window
        members["url"] = path("^/api/v2/authenticate/[^/]+/[A-Z0-9]{7}$")
        members["code"] = code
        if isKnown { members["mvpd"] = Schema.text }
        return answer(
            .authenticate, .interactive, reasons, members, optional: isKnown ? [:] : ["mvpd": Schema.text])
    }

    private static func supply(_ name: SessionResponse.ActionName, _ reason: Reason) -> JSONValue {
        var members = window
        members["url"] = path("^/api/v2/[^/]+/sessions/[A-Z0-9]{7}$")
        members["code"] = code
        members["missingParameters"] = missing
        return answer(name, .direct, [reason], members, optional: ["mvpd": Schema.text])
    }

    private static func authorize(_ reasons: [Reason]) -> JSONValue {
        answer(
            .authorize, .direct, reasons,
            ["url": path("^/api/v2/[^/]+/decisions/authorize/[^/]+$"), "mvpd": Schema.text])
    }

    private static func path(_ pattern: String) -> JSONValue {
        ["type": "string", "pattern": .string(pattern)]
    }

    // MARK: - The device

    private static let version = Schema.object([
        "major": Schema.integer, "minor": Schema.integer, "patch": Schema.integer, "profile": Schema.text,
    ])

    private static let device = Schema.object([
        "type": Schema.textOrNull, "model": Schema.textOrNull, "applicationId": Schema.textOrNull, "version": version,
        "hardware": texts(["name", "vendor", "manufacturer"], and: ["version": version]),
        "operatingSystem": texts(["name", "family", "vendor"], and: ["version": version]),
        "browser": texts(["name", "vendor", "userAgent", "originalUserAgent"], and: ["version": version]),
        "display": texts(
            ["name", "vendor", "version"],
            and: [
                "width": Schema.integer, "height": Schema.integer, "ppi": Schema.integer,
                "diagonalSize": ["type": ["number", "null"]],
            ]),
        "connection": texts(["ipAddress", "port", "type"], and: ["secure": Schema.flag]),
    ])

    private static func texts(_ names: [String], and others: [String: JSONValue]) -> JSONValue {
        Schema.object(names.reduce(into: others) { $0[$1] = Schema.textOrNull })
    }
}
