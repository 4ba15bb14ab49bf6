import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules that the long journey does not reach.
extension Scene {
    private static func answer(_ members: Members) -> JSONValue {
        .object(members.merging(["status": 200, "errors": []]) { own, _ in own })
    }

    private static func with(_ answered: Members, _ facts: Members = [:]) -> JSONValue {
        .object(facts.merging(["answer": answer(answered)]) { own, _ in own })
    }

    private static func profile(_ mvpd: String, _ type: String = "regular") -> JSONValue {
        ["mvpd": .string(mvpd), "type": .string(type), "notAfter": 1_900_000_000_000]
    }

    private static let appleProfile = with(["profiles": [profile("Cablevision", "appleSSO")]])

    private static func failure(_ action: String, _ resource: String? = nil) -> JSONValue {
        var members: Members = ["code": "some_code", "action": .string(action)]
        if let resource { members["resource"] = .string(resource) }
        return .object(members)
    }

    private static func session(_ action: String, _ code: String = "CODE") -> JSONValue {
        with(["session": ["action": .string(action), "reason": "none", "code": .string(code)]])
    }

    private static let open = get(
        "authenticate", ["parameters": ["code": "CODE"], "answer": ["status": 302, "errors": []]])

    private static func status(_ value: JSONValue) -> JSONValue {
        ["headers": ["AP-Partner-Framework-Status": ["value": value]]]
    }

    private static func frameworkStatus(_ access: String, _ provider: JSONValue) -> JSONValue {
        status([
            "frameworkPermissionInfo": ["accessStatus": .string(access)], "frameworkProviderInfo": provider,
        ])
    }

    private static let granted = frameworkStatus("granted", ["id": "Cablevision", "expirationDate": "1900000000000"])

    private static func of(_ device: String, _ client: String? = "A") -> Event {
        get("profiles", ["client": client.map(JSONValue.string) ?? .null, "device": .string(device)])
    }

    static let registration: [Scene] = [
        Scene("reg-per-install", .broken, "two devices take turns", [of("a"), of("b"), of("a")]),
        Scene("reg-per-install", .held, "two devices with two clients", [of("a"), of("b", "B"), of("a")]),
        Scene("reg-per-install", .notExercised, "one device", [of("a"), of("a")]),
        Scene("device-stable", .broken, "a device after another", [of("a"), of("b"), of("b")]),
        Scene("device-stable", .held, "a shared client is another rule's", [of("a"), of("b"), of("a")]),
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

    private static let asksCablevision: Members = ["members": ["mvpd": ["value": "Cablevision"]]]
    private static let lost: JSONValue = ["answer": .null]
    private static let permitted = with([
        "decisions": [["resource": "news", "authorized": true, "source": "mvpd"]]
    ])

    private static func denied(_ action: String) -> JSONValue {
        with([
            "errors": [failure(action, "news")],
            "decisions": [["resource": "news", "authorized": false, "source": "mvpd"]],
        ])
    }

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
        Scene("poll-gap", .broken, "2.9 s", [poll(), .after(2.9, poll())]),
        Scene("poll-gap", .held, "3 s", [poll(), .after(3, poll())]),
        Scene("saml-once", .broken, "the same response again", [saml(1, true), saml(1, true)]),
        Scene("saml-once", .held, "two responses", [saml(1, true), saml(2, true)]),
        Scene("saml-once", .held, "after an error of the server", [saml(1, true, status: 503), saml(1, true)]),
        Scene("saml-encoded", .broken, "no Base64", [saml(1, false)]),
        Scene("saml-encoded", .held, "Base64", [saml(1, true)]),
    ]

    private static func poll() -> Event { polled(with(["profiles": []])) }

    private static func polled(_ answer: JSONValue) -> Event {
        guard case .object(let members) = answer else { return get("profileByCode") }
        return get("profileByCode", .object(members.merging(["parameters": ["code": "CODE"]]) { $1 }))
    }

    private static func saml(_ number: Int64, _ isBase64: Bool, status: Int64 = 201) -> Event {
        get(
            "partnerProfile",
            [
                "saml": ["number": .integer(number), "isBase64": .bool(isBase64), "length": 9],
                "answer": ["status": .integer(status), "errors": []],
            ])
    }

    static let errors: [Scene] = [
        Scene("retry-marked", .broken, "all again", [partly("a", "b"), asked("a", "b")]),
        Scene("retry-marked", .held, "the marked one", [partly("a", "b"), asked("a")]),
        Scene("retry-marked", .notExercised, "no repetition", [partly("a", "b"), asked("b"), get("profiles")]),
        Scene("retry-marked", .notExercised, "no retry", [asked("a", "b"), asked("a", "b")]),
        Scene("wait-429", .broken, "0.5 s", [throttled, .after(0.5, get("profiles"))]),
        Scene("wait-429", .held, "1 s", [throttled, .after(1, get("profiles"))]),
        Scene("wait-429", .notExercised, "another device", [throttled, .after(0.5, of("other", "B"))]),
        Scene(
            "wait-429", .broken, "another device is limited too",
            [
                throttled, .after(0.1, get("profiles", ["device": "other", "answer": ["status": 429, "errors": []]])),
                .after(0.5, get("profiles")),
            ]),
        Scene("wait-429", .notExercised, "no 429", [get("profiles"), .after(0.5, get("profiles"))]),
        Scene(
            "retry-limit", .held, "growing gaps",
            [retried, .after(1, retried), .after(2, retried), .after(4, retried), .after(8, retried)]),
        Scene(
            "retry-limit", .broken, "equal gaps",
            [retried, .after(1, retried), .after(1, retried), .after(1, retried), .after(1, retried)]),
        Scene("action-registration", .held, "a new token", [refused, get("token")]),
        Scene("token-401", .held, "a new token", [refused, get("token")]),
        Scene("action-authentication", .held, "a session", [unauthenticated, get("session")]),
        Scene("action-none", .broken, "5 times", [hopeless, hopeless, hopeless, hopeless, hopeless]),
        Scene("action-none", .held, "the app goes on", [hopeless, get("profiles")]),
        Scene("action-none", .held, "a denial, and the app goes on", [refusedByMVPD, get("profiles")]),
        Scene(
            "action-none", .broken, "a denial 5 times",
            [refusedByMVPD, refusedByMVPD, refusedByMVPD, refusedByMVPD, refusedByMVPD]),
        Scene(
            "action-none", .held, "the user asks again",
            [
                refusedByMVPD, refusedByMVPD, .mark(.play), refusedByMVPD, .after(61, refusedByMVPD), refusedByMVPD,
                refusedByMVPD, refusedByMVPD, .after(60, refusedByMVPD),
            ]),
        Scene(
            "action-none", .notExercised, "one of two is permitted", Array(repeating: partlyDenied, count: 6)),
        Scene(
            "action-none", .notExercised, "a denial that a retry can help",
            Array(repeating: get("authorize", kind(denied("retry"))), count: 6)),
        Scene(
            "action-none", .held, "the test changes something",
            [hopeless, hopeless, hopeless, .command("advance"), hopeless, hopeless]),
    ]

    private static let refused = get(
        "profiles", ["answer": ["status": 401, "errors": [failure("application-registration")]]])
    private static let unauthenticated = get(
        "authorize", ["answer": ["status": 200, "errors": [failure("authentication", "a")]]])

    /// What demands a next step, and an app that does nothing more: it may not have taken the step.
    static let stops: [Scene] = [
        ("session-action", [get("session", session("authorize"))]),
        ("session-action", [get("session", session("resume"))]),
        ("session-action", [get("partnerSession", session("partner_profile"))]),
        ("action-registration", [refused]), ("token-401", [refused]), ("action-authentication", [unauthenticated]),
        ("profile-ended", [get("profiles", with(["profiles": []]))]),
        ("profiles-many", [get("profiles", with(["profiles": [profile("Dish"), profile("Cablevision")]]))]),
        ("mvpd-kept", [get("profiles", with(["profiles": [profile("Cablevision")]])), .mark(.launch)]),
        ("profile-ended", [get("logout")]), ("action-none", [hopeless]), ("action-none", [refusedByMVPD]),
        ("retry-limit", [retried]), ("retry-marked", [partly("a", "b")]), ("wait-429", [throttled]),
        ("reg-kept", [get("register", with(["client": "A"])), .mark(.launch)]),
        ("poll-stop", [polled(with(["profiles": [profile("Cablevision")]]))]),
        ("poll-stop", [poll(), get("session", session("authenticate", "NEWER"))]),
        ("status-fresh", [.access("granted"), .command("permission")]),
        ("status-fresh", [.access("granted"), .command("permission"), .access("granted")]),
        ("config-needed", [get("profiles", with(["profiles": [profile("Cablevision")]]))]),
    ].map { rule, events in Scene(rule, .notExercised, "the app stops", events) }

    private static func kind(_ facts: JSONValue) -> JSONValue {
        guard case .object(let members) = facts else { return facts }
        return .object(members.merging(["kind": 1]) { $1 })
    }
    private static let refusedByMVPD = get("authorize", kind(denied("none")))
    private static let partlyDenied = get(
        "preauthorize",
        kind(
            with([
                "errors": [failure("none", "news")],
                "decisions": [
                    ["resource": "news", "authorized": false, "source": "mvpd"],
                    ["resource": "movies", "authorized": true, "source": "mvpd"],
                ],
            ])))

    private static let throttled = get("profiles", ["answer": ["status": 429, "errors": []]])
    private static let retried = get(
        "authorize", ["kind": 1, "answer": ["status": 200, "errors": [failure("retry", "a")]]])
    private static let hopeless = get("profile", ["kind": 1, "answer": ["status": 400, "errors": [failure("none")]]])

    private static func asked(_ resources: JSONValue...) -> Event {
        get("preauthorize", ["resources": .array(resources)])
    }
    private static func partly(_ retry: String, _ other: String) -> Event {
        get(
            "preauthorize",
            [
                "resources": [.string(retry), .string(other)],
                "answer": ["status": 200, "errors": [failure("retry", retry)]],
            ])
    }

    static let logouts: [Scene] = [
        Scene("logout-offered", .held, "a logout", [get("logout")]),
        Scene("logout-offered", .notExercised, "no logout", [get("profiles")]),
        Scene("logout-partner", .broken, "nothing is shown", [.mark(.launch), partnerLogout]),
        Scene("logout-partner", .held, "the user is told", [partnerLogout, .mark(.shownSignOutInSettings)]),
        Scene("logout-partner", .notObservable, "no mark", [partnerLogout]),
        Scene("logout-shared", .broken, "no token", [shared, get("logout")]),
        Scene(
            "logout-shared", .held, "the token",
            [shared, get("logout", ["headers": ["AD-Service-Token": ["secret": "s"]]])]),
        Scene(
            "logout-shared", .notExercised, "a regular profile",
            [get("profile", with(["profiles": [profile("Cablevision")]])), get("logout")]),
        Scene("logout-page", .broken, "the page is not opened", [mvpdLogout]),
        Scene("logout-page", .held, "the page is opened", [mvpdLogout, get("singleLogout", ["kind": 7])]),
        Scene("logout-page", .broken, "another page is opened", [mvpdLogout, get("singleLogout", ["kind": 8])]),
        Scene("logout-page", .notExercised, "an app without a browser", [mvpdLogout], { $0.browser = false }),
        Scene("logout-asked", .notObservable, "no mark", [get("logout")]),
    ]

    private static let shared = get("profile", with(["profiles": [profile("Cablevision", "serviceTokenSSO")]]))
    private static let partnerLogout = get(
        "logout", with(["logouts": [["mvpd": "Cablevision", "action": "partner_logout"]]]))
    private static let mvpdLogout = get(
        "logout", with(["logouts": [["mvpd": "Cablevision", "action": "logout", "page": 7]]]))

    static let headers: [Scene] = [
        Scene("forwarded-for", .broken, "absent", [get("profiles")], { $0.architecture = .serverToServer }),
        Scene(
            "forwarded-for", .held, "present",
            [get("profiles", ["headers": ["X-Forwarded-For": ["value": "203.0.113.7"]]])],
            { $0.architecture = .serverToServer }),
        Scene("forwarded-for", .notExercised, "an app", [get("profiles")], { $0.architecture = .clientToServer }),
        Scene("forwarded-for", .notObservable, "not known", [get("profiles")]),
        Scene("device-info", .held, "a browser describes itself", [get("profiles", agent("Mozilla/5.0 (Linux)"))]),
        Scene("device-info", .broken, "another program does not", [get("profiles", agent("StreamApp/1.0"))]),
        Scene("status-sent", .broken, "a partner session without", [get("partnerSession")]),
        Scene("status-sent", .held, "a partner session with", [get("partnerSession", granted)]),
        Scene(
            "status-sent", .broken, "a decision for an appleSSO profile",
            [get("profile", appleProfile), get("authorize")]),
        Scene(
            "status-sent", .notExercised, "a regular profile",
            [get("profile", with(["profiles": [profile("Cablevision")]])), get("authorize")]),
        Scene("status-form", .held, "complete", [get("profiles", granted)]),
        Scene(
            "status-form", .held, "denied, with an empty provider", [get("profiles", frameworkStatus("denied", [:]))]),
        Scene(
            "status-form", .broken, "no provider",
            [get("profiles", status(["frameworkPermissionInfo": ["accessStatus": "denied"]]))]),
        Scene(
            "status-form", .broken, "a number for a date",
            [get("profiles", frameworkStatus("granted", ["id": "Cablevision", "expirationDate": 1_900_000_000_000]))]),
        Scene("status-form", .broken, "an unknown word", [get("profiles", frameworkStatus("yes", [:]))]),
        Scene("status-true", .broken, "the framework said otherwise", [.access("denied"), get("profiles", granted)]),
        Scene("status-true", .held, "the framework said so", [.access("granted"), get("profiles", granted)]),
        Scene("status-true", .notExercised, "the framework has answered nothing", [get("profiles", granted)]),
        Scene(
            "status-true", .broken, "it has ended",
            [get("profiles", frameworkStatus("granted", ["id": "Cablevision", "expirationDate": "1700000000000"]))]),
        Scene(
            "status-fresh", .broken, "an old status",
            [.access("granted"), .command("permission"), get("profiles", granted)]),
        Scene(
            "status-fresh", .held, "asked again",
            [.access("granted"), .command("permission"), .access("granted"), get("profiles", granted)]),
        Scene("status-fresh", .notObservable, "no framework", [.command("permission"), get("profiles", granted)]),
        Scene("vsa-access-first", .broken, "no access status", [.metadata]),
        Scene("vsa-access-first", .broken, "denied", [.access("denied"), .metadata]),
        Scene("vsa-access-first", .held, "granted", [.access("granted"), .metadata, .metadata]),
        Scene("vsa-first", .broken, "a session first", [get("session"), .metadata]),
        Scene("vsa-first", .held, "the framework first", [.metadata, get("session")]),
        Scene("vsa-first", .notObservable, "no framework", [get("session")]),
        Scene("bearer", .notObservable, "the facts are lost", [.unseen]),
        Scene("bearer", .notExercised, "an endpoint without a token", [get("register")]),
        Scene(
            "resource-limit", .notExercised, "another error",
            [get("authorize", ["answer": ["status": 403, "errors": [failure("authentication")]]])]),
        Scene("resource-limit", .held, "a decision", [get("authorize", permitted)]),
        Scene(
            "preauth-kept", .notExercised, "an archive without bodies",
            [.mark(.launch), asked("a"), get("preauthorize")]),
        Scene("pass-hashed", .notExercised, "a removed identity", [pass("malformed")]),
        Scene("pass-hashed", .notExercised, "another text", [pass("another text")]),
        Scene("pass-hashed", .held, "a digest", [pass("a digest")]),
    ]

    private static func pass(_ form: String) -> Event {
        get("profile", ["headers": ["AP-TempPass-Identity": ["secret": .string(form)]]])
    }

    private static func agent(_ text: String) -> JSONValue { ["headers": ["User-Agent": ["value": .string(text)]]] }

    static let all = stops + registration + sessions + errors + logouts + headers + tokens + framework + sdk + interface
}
