import TVSimDevice
import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about media tokens, and about the calls of Apple's framework.
extension Scene {
    private static let other = get("profiles", ["client": "B", "device": "e"])

    private static func permit(_ token: String, of client: String = "A") -> Event {
        get(
            "authorize",
            [
                "client": .string(client), "device": .string("device of \(client)"),
                "answer": [
                    "status": 200, "errors": [],
                    "decisions": [
                        [
                            "resource": "news", "authorized": true, "source": "mvpd",
                            "token": ["pseudonym": .string(token), "notAfter": 1_800_000_420_000],
                        ]
                    ],
                ],
            ])
    }

    static let tokens: [Scene] = [
        Scene("token-verified", .broken, "nothing verifies it", [permit("t"), .mark(.play, resource: "news")]),
        Scene(
            "token-verified", .held, "it is verified",
            [permit("t"), .mark(.tokenVerified, token: "t"), .mark(.play, resource: "news")]),
        Scene(
            "token-verified", .held, "it is verified in time, and again later",
            [
                permit("t"), .mark(.play, resource: "news"), .mark(.tokenVerified, token: "t"),
                .after(11, .mark(.tokenVerified, token: "t")),
            ]),
        Scene(
            "token-verified", .held, "marks without details are about the last token",
            [permit("t"), .mark(.play), .mark(.tokenVerified)]),
        Scene(
            "token-verified", .broken, "an earlier token is verified",
            [permit("t"), .mark(.tokenVerified, token: "t"), permit("u"), .mark(.play, resource: "news")]),
        Scene(
            "token-verified", .held, "the marks cross",
            [permit("t"), .mark(.play, resource: "news"), .after(10, .mark(.tokenVerified, token: "t"))]),
        Scene(
            "token-verified", .broken, "it is verified later",
            [permit("t"), .mark(.play, resource: "news"), .after(11, .mark(.tokenVerified, token: "t"))]),
        Scene("token-verified", .notExercised, "nothing was permitted", [.mark(.play, resource: "news")]),
        Scene("authorize-first", .broken, "once", [permit("t"), .mark(.play), .mark(.play, resource: "news")]),
        Scene("authorize-first", .held, "another client asks", [permit("t", of: "B"), permit("u"), .mark(.play)]),
        Scene("authorize-first", .held, "one of two clients asks", [other, permit("t"), .mark(.play)]),
        Scene("token-verified", .notObservable, "no mark", [permit("t")]),
        Scene("token-once", .held, "once", [permit("t"), .mark(.tokenVerified, token: "t")]),
        Scene(
            "token-once", .broken, "twice",
            [permit("t"), .mark(.tokenVerified, token: "t"), .mark(.tokenVerified, token: "t")]),
        Scene(
            "token-once", .broken, "after its end", [permit("t"), .after(500, .mark(.tokenVerified, token: "t"))]),
        Scene("token-once", .notExercised, "a token of another world", [.mark(.tokenVerified, token: "x")]),
        Scene(
            "token-once", .held, "two tokens",
            [permit("t"), .mark(.tokenVerified, token: "t"), permit("u"), .mark(.tokenVerified, token: "u")]),
    ]

    private static func asks(_ change: (inout FrameworkCall.Metadata) -> Void = { _ in }) -> Event {
        var request = FrameworkCall.Metadata()
        change(&request)
        return .call(.metadata(request))
    }

    private static let silent = asks()
    private static let interrupting = asks {
        ($0.allowsInterruption, $0.hasDelegate) = (true, true)
        $0.supportedProviders = ["Cablevision"]
    }
    private static let partner = get("partnerSession", ["answer": answer("saml")])
    private static let later = get("partnerSession", ["answer": answer("later saml")])

    private static func answer(_ token: String) -> JSONValue {
        [
            "status": 200, "errors": [],
            "session": [
                "action": "partner_profile", "reason": "none", "verificationToken": .string(token),
                "attributes": ["userId"],
            ],
        ]
    }

    private static func partner(of client: String) -> Event {
        get(
            "partnerSession",
            [
                "client": .string(client), "device": .string("device of \(client)"),
                "answer": answer("saml of \(client)"),
            ])
    }

    private static func provider(_ token: String, _ attributes: [String], _ issuer: String? = nil) -> Event {
        asks {
            ($0.verificationToken, $0.attributeNames) = (token, attributes)
            $0.channelIdentifier = issuer ?? "https://saml.sp.auth.adobe.com"
        }
    }

    static func device(_ name: String) -> Event {
        get("profiles", ["headers": ["X-Device-Info": ["value": ["osName": .string(name)]]]])
    }

    private static func account(_ operation: String, _ cause: JSONValue) -> Event {
        .account(["app": "a", "operation": .string("userAccountManager.\(operation)"), "result": "-", "cause": cause])
    }

    private static let asksUser = account("requestAutoSignInAuthorization", ["allowedBefore": [:]])
    private static let configured = get(
        "configuration", ["answer": ["status": 200, "errors": [], "providers": ["Cablevision"]]])

    static let framework: [Scene] = [
        Scene("device-info-true", .held, "the platform", [.access("granted"), device("tvOS")]).on(.tvOS),
        Scene("device-info-true", .broken, "another platform", [.access("granted"), device("iOS")]).on(.tvOS),
        Scene("device-info-true", .notObservable, "no framework", [device("iOS")]).on(.tvOS),
        Scene("device-info-true", .notObservable, "no platform", [.access("granted"), device("iOS")]),
        Scene("device-info-true", .notExercised, "a page names none", [.access("granted"), device("x")]).on(.visionOS),
        Scene("vsa-delegate", .broken, "no delegate", [asks { $0.allowsInterruption = true }]),
        Scene("vsa-delegate", .held, "a delegate", [interrupting]),
        Scene("vsa-delegate", .notExercised, "no interruption", [silent]),
        Scene("vsa-delegate", .notObservable, "the arguments are not known", [.metadata]),
        Scene("vsa-present", .held, "both", [.call(.presented(true)), .call(.dismissed(stillPresents: false))]),
        Scene("vsa-present", .broken, "not presented", [.call(.presented(false))]),
        Scene(
            "vsa-present", .broken, "not dismissed", [.call(.presented(true)), .call(.dismissed(stillPresents: true))]),
        Scene("vsa-present", .notExercised, "no interface", [silent]),
        Scene("vsa-status-only", .held, "no attributes", [silent]),
        Scene("vsa-status-only", .broken, "attributes", [asks { $0.attributeNames = ["userId"] }]),
        Scene("vsa-status-only", .notExercised, "a request to the provider", [provider("saml", ["userId"])]),
        Scene("vsa-attributes", .held, "as the service says", [partner, provider("saml", ["userId"])]),
        Scene("vsa-attributes", .broken, "another token", [partner, provider("other", ["userId"])]),
        Scene("vsa-attributes", .broken, "other attributes", [partner, provider("saml", ["zip"])]),
        Scene(
            "vsa-attributes", .broken, "another issuer", [partner, provider("saml", ["userId"], "https://a.example")]),
        Scene("vsa-attributes", .notExercised, "no partner session", [provider("saml", ["userId"])]),
        Scene(
            "vsa-attributes", .held, "two clients with a session each",
            [partner, provider("saml", ["userId"]), partner(of: "B"), provider("saml of B", ["userId"])]),
        Scene(
            "vsa-attributes", .held, "two exchanges of one client at once",
            [partner, later, provider("saml", ["userId"]), provider("later saml", ["userId"])]),
        Scene(
            "vsa-attributes", .held, "the first of two exchanges asks again",
            [
                partner, later, provider("saml", ["userId"]), provider("saml", ["userId"]),
                provider("later saml", ["userId"]),
            ]),
        Scene(
            "vsa-attributes", .broken, "the request of an earlier session, which a provider has answered",
            [partner, provider("saml", ["userId"]), later, provider("saml", ["userId"])]),
        Scene(
            "vsa-attributes", .broken, "two clients, and a request of none",
            [partner, partner(of: "B"), provider("other", ["userId"])]),
        Scene(
            "vsa-attributes", .broken, "two clients, and a request of one with other attributes",
            [partner, partner(of: "B"), provider("saml of B", ["zip"])]),
        Scene(
            "vsa-attributes", .broken, "without a token, and what came is sent",
            [partner, asks { $0.attributeNames = ["userId"] }, get("partnerProfile")]),
        Scene(
            "vsa-attributes", .notExercised, "another look at the status, and nothing is sent", [partner, silent]),
        Scene(
            "vsa-attributes", .held, "another look at the status after the provider's answer",
            [partner, provider("saml", ["userId"]), silent, get("partnerProfile")]),
        Scene(
            "vsa-attributes", .held, "another session and another look at the status before the answer is sent",
            [partner, provider("saml", ["userId"]), partner(of: "A"), silent, get("partnerProfile")]),
        Scene(
            "vsa-fallback", .notExercised, "the app withdraws its request",
            [.access("granted"), .mark(.requestedSignIn), interrupting, .interface("withdrawn")]),
        Scene("vsa-supported", .held, "a provider of the configuration", [configured, interrupting]),
        Scene(
            "vsa-supported", .broken, "another provider",
            [configured, asks { ($0.allowsInterruption, $0.supportedProviders) = (true, ["Dish"]) }]),
        Scene("vsa-supported", .notExercised, "no list", [configured, asks { $0.allowsInterruption = true }]),
        Scene("vsa-supported", .notExercised, "the configuration is not known", [interrupting]),
        Scene("vsa-supported", .notExercised, "no picker", [silent]),
        Scene("vsa-silent", .broken, "nobody asked", [.mark(.launch), interrupting]),
        Scene("vsa-silent", .held, "the user asked", [.mark(.requestedSignIn), interrupting]),
        Scene(
            "vsa-silent", .broken, "the sign-in has ended",
            [
                .mark(.requestedSignIn), interrupting,
                get(
                    "profile",
                    [
                        "answer": [
                            "status": 200, "errors": [],
                            "profiles": [["mvpd": "Cablevision", "type": "appleSSO", "notAfter": 1_900_000_000_000]],
                        ]
                    ]), interrupting,
            ]),
        Scene("vsa-silent", .notObservable, "no mark", [interrupting]),
        Scene(
            "vsa-interrupts", .held, "the picker",
            [.access("granted"), silent, .refused("providerRejected"), .mark(.requestedSignIn), interrupting]),
        Scene(
            "vsa-interrupts", .broken, "a classic sign-in",
            [.access("granted"), silent, .refused("providerRejected"), .mark(.requestedSignIn), get("session")]),
        Scene(
            "vsa-interrupts", .notExercised, "access is denied",
            [.access("denied"), silent, .refused("accessNotGranted"), .mark(.requestedSignIn), get("session")]),
        Scene(
            "vsa-fallback", .held, "a classic sign-in",
            [.mark(.requestedSignIn), interrupting, .refused("unsupportedProvider"), get("session")]),
        Scene(
            "vsa-fallback", .broken, "nothing",
            [.mark(.requestedSignIn), interrupting, .refused("unsupportedProvider"), get("profiles")]),
        Scene(
            "vsa-fallback", .notExercised, "the user cancels the app's picker",
            [.mark(.requestedSignIn), interrupting, .refused("unsupportedProvider"), .mark(.cancelledSignIn)]),
        Scene(
            "vsa-fallback", .held, "the app's picker is offered",
            [.mark(.requestedSignIn), interrupting, .refused("unsupportedProvider"), configured]),
        Scene(
            "vsa-fallback", .notExercised, "the user signs in", [.mark(.requestedSignIn), interrupting, .metadata]),
        Scene(
            "vsa-fallback", .notExercised, "a classic sign-in that no user asked for",
            [interrupting, .refused("unsupportedProvider"), get("session"), .mark(.requestedSignIn), .metadata]),
        Scene(
            "vsa-force", .broken, "nobody asked", [.mark(.launch), asks { $0.forcesAuthentication = true }]),
        Scene(
            "vsa-force", .held, "the user asked", [.mark(.requestedByUser), asks { $0.forcesAuthentication = true }]),
        Scene("vsa-force", .notExercised, "not forced", [.mark(.launch), silent]),
        Scene("auto-sign-in", .broken, "before a sign-in", [asksUser]),
        Scene("auto-sign-in", .held, "after a sign-in", [.metadata, asksUser]),
        Scene(
            "auto-sign-in", .broken, "a token without an agreement",
            [.metadata, account("updateAutoSignInToken", ["refused": ["_0": "-"]])]),
        Scene(
            "auto-sign-in", .held, "a token with an agreement",
            [.metadata, asksUser, account("updateAutoSignInToken", ["entitled": [:]])]),
        Scene("auto-sign-in", .notExercised, "no call", [.metadata]),
    ]
}
