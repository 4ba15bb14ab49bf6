import EntitlementAPI
import StructuredText
import TVSimulator

/// What the endpoints of decisions and of logout take and answer.
///
/// spec entitlement § 2.8, § 2.9.
enum DecisionSchemas {
    /// The body of both decision endpoints.
    static let request = Schema.fields([
        "resources": Schema.list(of: ["type": "string", "minLength": 1], atLeast: 1)
    ])

    /// `POST decisions/authorize/{mvpd}`: a permit has a media token; by degradation it may have no window.
    static let authorized = decisions(permit: ["token": token], optional: window)
    /// `POST decisions/preauthorize/{mvpd}`: no token, no window.
    static let preauthorized = decisions(permit: [:], optional: [:])

    /// `GET logout/{mvpd}`.
    static let logout = Schema.object([
        "logouts": Schema.map(
            of: Schema.one(of: [
                logout([.logout], .interactive, ["url": ["type": "string", "format": "uri-reference"]]),
                logout([.partnerLogout], .partnerInteractive), logout([.complete, .invalid], .none),
            ]))
    ])

    private static let window = ["notBefore": Schema.milliseconds, "notAfter": Schema.milliseconds]
    private static let token = Schema.object(
        window.merging(["serializedToken": ["type": "string", "contentEncoding": "base64"]]) { member, _ in member })

    private static func decisions(permit: [String: JSONValue], optional: [String: JSONValue]) -> JSONValue {
        Schema.object([
            "decisions": Schema.list(
                of: Schema.one(of: [
                    decision(true, permit, optional: optional),
                    decision(false, ["error": Schema.named(ErrorSchemas.name)], optional: optional),
                ]), atLeast: 1)
        ])
    }

    private static func decision(
        _ authorized: Bool, _ members: [String: JSONValue], optional: [String: JSONValue]
    ) -> JSONValue {
        Schema.object(
            members.merging([
                "resource": Schema.text, "serviceProvider": Schema.text, "mvpd": Schema.text,
                "authorized": ["const": .bool(authorized)],
                "source": Schema.words([Decision.Source.mvpd, .degradation, .temppass, .dummy]),
            ]) { member, _ in member }, optional: optional)
    }

    private static func logout(
        _ names: [LogoutResponse.Logout.ActionName], _ type: LogoutResponse.Logout.ActionType,
        _ members: [String: JSONValue] = [:]
    ) -> JSONValue {
        Schema.object(
            members.merging([
                "actionName": Schema.words(names), "actionType": Schema.word(type), "mvpd": Schema.text,
            ]) { member, _ in member })
    }
}
