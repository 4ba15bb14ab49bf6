import TVSimEntitlementAPI

// The shapes of which the samples' answers are made.
extension SampleShape {
    // MARK: - Sessions

    /// What every answer about a session has.
    private static func session(
        _ action: String, _ type: String, _ reason: String, _ members: [String: SampleShape]
    ) -> DocumentationSample.Answer {
        let common: [String: SampleShape] = [
            "actionName": .word(action), "actionType": .word(type), "reasonType": .word(reason), "sessionId": .text,
            "serviceProvider": .word("REF30"),
        ]
        return .json(.object(common.merging(members) { _, member in member }))
    }

    private static let code: [String: SampleShape] = ["code": .text, "notBefore": .digits, "notAfter": .digits]

    static func authenticate(_ reason: String = "none", mvpd: String = "Cablevision") -> DocumentationSample.Answer {
        session(
            "authenticate", "interactive", reason,
            code.merging(["url": .beginning("/api/v2/authenticate/REF30/"), "mvpd": .word(mvpd)]) { $1 })
    }

    static func supply(
        _ action: String, _ reason: String = "none", missing: [String], mvpd: String? = nil
    ) -> DocumentationSample.Answer {
        var members = code
        members["url"] = .beginning("/api/v2/REF30/sessions/")
        members["missingParameters"] = .items(missing.map(SampleShape.word))
        members["mvpd"] = mvpd.map(SampleShape.word)
        return session(action, "direct", reason, members)
    }

    static func authorize(_ reason: String, mvpd: String, path: String? = nil) -> DocumentationSample.Answer {
        session(
            "authorize", "direct", reason,
            ["url": .word("/api/v2/REF30/decisions/authorize/\(path ?? mvpd)"), "mvpd": .word(mvpd)])
    }

    static let partnerProfile = session(
        "partner_profile", "direct", "none",
        [
            "url": .word("/api/v2/REF30/profiles/sso/Apple"), "mvpd": .word("Cablevision"),
            "authenticationRequest": .object([
                "type": .word("saml"), "request": .text, "attributesNames": .list(of: .text),
            ]),
        ])

    // MARK: - Profiles

    static func profiles(_ profiles: [String: SampleShape]) -> DocumentationSample.Answer {
        .json(.object(["profiles": .object(profiles)]))
    }

    static func profile(
        _ type: String, issuer: String, _ attributes: [String: SampleShape]
    ) -> SampleShape {
        .object([
            "notBefore": .number, "notAfter": .number, "issuer": .word(issuer), "type": .word(type),
            "attributes": .object(attributes),
        ])
    }

    static func attribute(_ value: SampleShape, _ state: String = "plain") -> SampleShape {
        .object(["value": value, "state": .word(state)])
    }

    /// What the samples' MVPDs say of a person.
    static let person: [String: SampleShape] = [
        "userID": attribute(.text), "householdID": attribute(.text), "zip": attribute(.text, "enc"),
    ]
    /// What profiles of single sign-on by token say.
    static let shared: [String: SampleShape] = [
        "upstreamUserID": attribute(.text), "userID": attribute(.text), "mvpd": attribute(.text),
    ]

    static let basicPass = profile(
        "temporary", issuer: "Adobe",
        ["expiration_date": attribute(.number), "userID": attribute(.beginning("temppass_"))])
    static let promotionalPass = profile(
        "temporary", issuer: "Adobe",
        [
            "remaining_resources": attribute(.exactly(1)), "used_assets": attribute(.list(of: .text)),
            "expiration_date": attribute(.number), "userID": attribute(.beginning("temppass_")),
        ])
    static let degradedProfile = profile(
        "degraded", issuer: "Adobe", ["userID": attribute(.beginning(EntitlementProfile.degradedUserPrefix))])

    // MARK: - Decisions and logout

    static func decisions(_ decisions: SampleShape...) -> DocumentationSample.Answer {
        .json(.object(["decisions": .items(decisions)]))
    }

    static func decision(
        _ resource: String, of provider: String = "REF30", mvpd: String, source: String,
        _ members: [String: SampleShape] = [:]
    ) -> SampleShape {
        let common: [String: SampleShape] = [
            "resource": .word(resource), "serviceProvider": .word(provider), "mvpd": .word(mvpd),
            "source": .word(source), "authorized": .flag,
        ]
        return .object(common.merging(members) { $1 })
    }

    static let window: [String: SampleShape] = ["notBefore": .number, "notAfter": .number]
    /// The media token's Base64 begins as its element does.
    static let token: [String: SampleShape] = [
        "token": .object(window.merging(["serializedToken": .beginning("PHNpZ25hdHVyZUluZm8+")]) { $1 })
    ]
    static let permit = token.merging(window) { $1 }

    static func logout(
        _ mvpd: String, _ name: String, _ type: String, url: SampleShape? = nil, key: String? = nil
    ) -> DocumentationSample.Answer {
        var members: [String: SampleShape] = [
            "actionName": .word(name), "actionType": .word(type), "mvpd": .word(mvpd),
        ]
        members["url"] = url
        return .json(.object(["logouts": .object([key ?? mvpd: .object(members)])]))
    }

    // MARK: - Errors

    /// An enhanced error as the samples of the endpoints show it, without a trace.
    static func error(_ status: Int64, _ code: String, _ action: String, _ members: [String: SampleShape] = [:])
        -> SampleShape
    {
        let common: [String: SampleShape] = [
            "status": .exactly(status), "code": .word(code), "action": .word(action), "message": .text,
            "helpUrl": .beginning("https://"),
        ]
        return .object(common.merging(members) { $1 })
    }
}
