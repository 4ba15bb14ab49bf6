import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about registrations and sessions that the long journey does not reach.
extension Scene {
    static let registration: [Scene] = [
        Scene("reg-per-install", .broken, "two devices take turns", [of("a"), of("b"), of("a")]),
        Scene("reg-per-install", .held, "two devices with two clients", [of("a"), of("b", "B"), of("a")]),
        Scene("reg-per-install", .notExercised, "one device", [of("a"), of("a")]),
        Scene("device-stable", .broken, "a device after another", [of("a"), of("b"), of("b")]),
        Scene("device-stable", .held, "a shared client is another rule's", [of("a"), of("b"), of("a")]),
        Scene(
            "device-stable", .notExercised, "a server shares its client", [of("a"), of("b"), of("b")],
            { $0.architecture = .serverToServer }),
        Scene(
            "device-stable", .notExercised, "each device has an address", [of("a", from: 1), of("b", from: 2)]),
        Scene("device-stable", .broken, "two devices of an address", [of("a", from: 1), of("b", from: 1)]),
        Scene(
            "device-stable", .broken, "an app behind a proxy", [of("a", from: 1), of("b", from: 2)],
            { $0.architecture = .clientToServer }),
        Scene(
            "reg-kept", .notExercised, "a mark begins another install",
            [get("register", with(["client": "A"])), .mark(.reinstall), get("register", with(["client": "B"]))]),
        Scene(
            "profile-ended", .notExercised, "a logout of another device with the same client",
            [get("logout"), get("authorize", with(["decisions": []], ["device": "e"]))]),
        Scene(
            "poll-stop", .held, "two devices with one client have a code each",
            [
                get("session", session("authenticate", "ONE")), of("e"),
                get("session", session("authenticate", "TWO", on: "e")), polling("ONE"), polling("TWO"),
                get("session", session("authenticate", "NEXT")), get("profiles"),
            ]),
        Scene("profiles-kept", .broken, "5 in a minute", [knows] + Array(repeating: asksAgain, count: 5)),
        Scene("profiles-kept", .held, "4 in a minute", [knows] + Array(repeating: asksAgain, count: 4)),
        Scene(
            "profiles-kept", .held, "a mark between",
            [knows, asksAgain, asksAgain, asksAgain, .mark(.foreground), asksAgain, asksAgain]),
        Scene(
            "profiles-kept", .held, "a decision between",
            [knows, asksAgain, asksAgain, asksAgain, get("authorize", permitted), asksAgain, asksAgain]),
        Scene("profiles-kept", .notExercised, "no profile", Array(repeating: asksInVain, count: 6)),
        Scene(
            "device-stable", .held, "a reset begins another install", [of("a"), of("a"), .command("reset"), of("b")]),
        Scene("device-stable", .notExercised, "one request", [of("a")]),
        Scene(
            "reg-kept", .held, "invalid_client is a reason to register again",
            [
                get("register", with(["client": "A"])),
                get("token", ["answer": ["status": 400, "errors": [["code": "invalid_client"]]]]),
                get("register", with(["client": "B"])),
            ]),
        Scene(
            "reg-kept", .notExercised, "one registration in each of two parts",
            [get("register", with(["client": "A"])), .command("reset"), get("register", with(["client": "A"]))]),
        Scene(
            "profiles-many", .broken, "the decision is for a third MVPD",
            [
                get("profiles", with(["profiles": [profile("Dish"), profile("Other")]])),
                get("authorize", with(["decisions": []])),
            ]),
        Scene(
            "profiles-many", .held, "the decision is for one of two",
            [
                get("profiles", with(["profiles": [profile("Dish"), profile("Cablevision")]])),
                get("authorize", with(["decisions": []])),
            ]),
        Scene("profiles-many", .notExercised, "one profile", [get("profiles", with(["profiles": [profile("Dish")]]))]),
        Scene(
            "profile-ended", .held, "a pass needs no profile",
            [
                get("profile", with(["profiles": []])),
                get(
                    "authorize",
                    with(["decisions": [["resource": "r", "authorized": true, "source": "temppass"]]])),
            ]),
        Scene("profile-ended", .broken, "after a logout", [get("logout"), get("authorize", denied("authentication"))]),
        Scene("profile-ended", .broken, "no answer, after a logout", [get("logout"), get("authorize", lost)]),
        Scene("profile-ended", .held, "a session after a logout", [get("logout"), get("session"), get("authorize")]),
        Scene("profile-ended", .held, "the decision shows a profile", [get("logout"), get("authorize", permitted)]),
        Scene(
            "profile-ended", .broken, "a profile of another MVPD",
            [
                get("logout"), get("profiles", with(["profiles": [profile("Dish")]])),
                get("authorize", denied("authentication")),
            ]),
        Scene(
            "profile-ended", .notExercised, "another MVPD",
            [get("logout", ["parameters": ["serviceProvider": "REF30", "mvpd": "Dish"]]), get("authorize", permitted)]),
        Scene("session-needed", .notExercised, "the app has not asked", [get("session", with([:], asksCablevision))]),
        Scene(
            "session-needed", .held, "the app has asked",
            [get("profiles", with(["profiles": []])), get("session", with([:], asksCablevision))]),
        Scene("reg-per-install", .notExercised, "no client registered", [of("a", nil), of("b", nil)]),
        Scene(
            "reg-kept", .held, "a launch that goes on",
            [get("register", with(["client": "A"])), .mark(.launch), get("profiles")]),
        Scene(
            "reg-kept", .broken, "an app and its server with a client each",
            [
                get("register", with(["client": "A"])), get("register", with(["client": "B"])), get("profiles"),
                of("d", "B"), get("profiles"),
            ]),
        Scene(
            "reg-kept", .held, "an archive without the error's body",
            [
                get("register", with(["client": "A"])), get("token", ["answer": ["status": 400, "errors": []]]),
                get("register", with(["client": "B"])),
            ]),
    ]

    static let sessions: [Scene] = [
        Scene("session-action", .broken, "a page after 'authorize'", [get("session", session("authorize")), open]),
        Scene(
            "session-action", .held, "a decision after 'authorize'",
            [get("session", session("authorize")), get("authorize")]),
        Scene("session-action", .broken, "a page after 'resume'", [get("session", session("resume")), open]),
        Scene(
            "session-action", .broken, "a classic sign-in after 'partner_profile'",
            [.metadata, get("partnerSession", session("partner_profile")), get("session", session("authenticate"))]),
        Scene(
            "session-action", .held, "the framework is asked after 'partner_profile'",
            [
                .metadata, get("partnerSession", session("partner_profile")), .metadata,
                get("session", session("authenticate")),
            ]),
        Scene("session-action", .notExercised, "'authenticate'", [get("session", session("authenticate")), open]),
        Scene("code-checked", .broken, "the page first", [get("session", session("resume")), open]),
        Scene(
            "code-checked", .held, "another client resumes first",
            [
                get("session", session("resume")),
                get("resume", ["client": "B", "device": .null, "parameters": ["code": "CODE"]]), open,
            ]),
        Scene("code-checked", .notExercised, "a first screen", [get("session", session("authenticate")), open]),
        Scene(
            "poll-start", .broken, "polled at once", [get("session", session("authenticate")), poll()],
            { $0.screen = .first }),
        Scene(
            "poll-start", .held, "polled when the browser is back",
            [
                get("session", session("authenticate")), open,
                get("assertionConsumer", ["answer": ["status": 302, "errors": []]]), poll(),
            ], { $0.screen = .first }),
        Scene(
            "poll-start", .held, "a second screen polls at once", [get("session", session("authenticate")), poll()],
            { $0.screen = .second }),
        Scene("poll-start", .notObservable, "the screen is not known", [poll()]),
        Scene(
            "session-whole", .broken, "in parts", [get("session", session("resume"))], { $0.screen = .first }),
        Scene(
            "session-whole", .held, "in one call", [get("session", session("authenticate"))], { $0.screen = .first }),
        Scene(
            "session-whole", .notExercised, "a second screen completes it", [get("session", session("resume"))],
            { $0.screen = .second }),
        Scene("session-whole", .notObservable, "the screen is not known", [get("session", session("resume"))]),
        Scene("sso-token", .broken, "only with the session", [get("session", sharing), get("authorize")]),
        Scene("sso-token", .held, "with both", [get("session", sharing), get("authorize", sharing)]),
        Scene(
            "sso-token", .notExercised, "the configuration does not list it",
            [get("session", sharing), get("configuration")]),
        Scene(
            "sso-token", .notExercised, "a session without it",
            [get("session", sharing), get("session"), get("authorize")]),
        Scene(
            "sso-token", .notExercised, "the user signs out of the other service",
            [get("session", sharing), .mark(.requestedByUser), get("authorize")]),
        Scene("sso-token", .broken, "a shared profile without it", [shared, get("authorize")]),
        Scene("sso-token", .held, "a shared profile with it", [shared, get("authorize", sharing)]),
        Scene(
            "poll-stop", .held, "once more after an authorization",
            [polled(complete), get("authorize", permitted), polled(complete), get("profiles")]),
        Scene(
            "poll-stop", .broken, "twice more after an authorization",
            [polled(complete), get("authorize", permitted), polled(complete), polled(complete)]),
        Scene("poll-stop", .broken, "once more without one", [polled(complete), polled(complete)]),
        Scene(
            "poll-stop", .held, "once more after a return to the foreground",
            [polled(complete), .mark(.foreground), polled(complete), get("profiles")]),
        Scene("poll-gap", .broken, "2.9 s", [poll(), .after(2.9, poll())]),
        Scene("poll-gap", .held, "3 s", [poll(), .after(3, poll())]),
        Scene("saml-once", .broken, "the same response again", [saml(1, true), saml(1, true)]),
        Scene("saml-once", .held, "two responses", [saml(1, true), saml(2, true)]),
        Scene("saml-once", .held, "after a limit", [saml(1, true, status: 429), saml(1, true)]),
        Scene("saml-once", .held, "after a refused token", [saml(1, true, status: 401), saml(1, true)]),
        Scene("saml-once", .held, "after an error of the server", [saml(1, true, status: 503), saml(1, true)]),
        Scene("saml-once", .broken, "an older response again", [saml(1, true), saml(2, true), saml(1, true)]),
        Scene("saml-encoded", .broken, "no Base64", [saml(1, false)]),
        Scene("saml-encoded", .held, "Base64", [saml(1, true)]),
    ]

    private static let complete = with(["profiles": [profile("Cablevision")]])

    private static func saml(_ number: Int64, _ isBase64: Bool, status: Int64 = 201) -> Event {
        get(
            "partnerProfile",
            [
                "saml": ["number": .integer(number), "isBase64": .bool(isBase64), "length": 9],
                "answer": ["status": .integer(status), "errors": []],
            ])
    }

    static let all: [Scene] = Array(
        [
            stops, registration, sessions, errors, logouts, headers, tokens, framework, sdk, interface, decisions,
            devices,
        ].joined())
}
