import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about errors, and apps that stop.
extension Scene {
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
        Scene("retry-limit", .held, "3 repetitions", Array(repeating: .after(1, retried), count: 4)),
        Scene(
            "retry-limit", .held, "the user asks again an hour later",
            [1, 1, 1, 3600, 1, 1].map { .after($0, retried) }),
        Scene("retry-limit", .broken, "a pause of 59 s", [1, 1, 1, 59, 1].map { .after($0, retried) }),
        Scene(
            "retry-limit", .held, "a back-off that begins anew", [1, 1, 2, 600, 1, 2].map { .after($0, retried) }),
        Scene(
            "retry-limit", .held, "the test says that the user asks again",
            [retried, .after(1, retried), .after(1, retried), .mark(.foreground), .after(1, retried), retried]),
        Scene(
            "retry-limit", .broken, "the test moves the clock",
            [retried, retried, retried, .command("advance"), retried, retried]),
        Scene(
            "retry-marked", .held, "all again after a launch",
            [partly("a", "b"), asked("a"), partly("a", "b"), .mark(.launch), asked("a", "b")]),
        Scene("retry-marked", .broken, "all again after another mark", [partly("a", "b"), .mark(.foreground), both]),
        Scene("retry-marked", .notExercised, "all again after a sign-in", [partly("a", "b"), get("session"), both]),
        Scene("retry-marked", .notExercised, "all again after a logout", [partly("a", "b"), get("logout"), both]),
        Scene("retry-marked", .broken, "all again after another request", [partly("a", "b"), get("profiles"), both]),
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
            [hopeless, hopeless, hopeless, .command("permission"), hopeless, hopeless]),
        Scene(
            "action-none", .broken, "the test moves the clock",
            [hopeless, hopeless, hopeless, .command("advance"), hopeless, hopeless]),
        Scene(
            "action-none", .broken, "the test waives another rule",
            [hopeless, hopeless, hopeless, .mark(.waived, rule: "bearer", reason: "-"), hopeless, hopeless]),
        Scene("action-none", .held, "an hour passes", Array(repeating: .after(3600, hopeless), count: 5)),
        Scene(
            "action-none", .held, "waits as Retry-After says",
            Array(repeating: .after(5, busy(failure("none"))), count: 6)),
        Scene("action-none", .broken, "waits less", Array(repeating: .after(4, busy(failure("none"))), count: 6)),
        Scene(
            "retry-limit", .held, "waits as Retry-After says",
            Array(repeating: .after(5, busy(failure("retry"))), count: 6)),
        Scene("retry-limit", .broken, "waits less", Array(repeating: .after(4, busy(failure("retry"))), count: 6)),
        Scene("http-retry", .held, "waits as Retry-After says", Array(repeating: .after(5, busy()), count: 6)),
        Scene("http-retry", .broken, "waits less", Array(repeating: .after(4, busy()), count: 6)),
        Scene("http-retry", .held, "3 repetitions", Array(repeating: unexplained(500), count: 4)),
        Scene("http-retry", .broken, "4 repetitions", Array(repeating: unexplained(500), count: 5)),
        Scene("http-retry", .broken, "an error of the client", Array(repeating: unexplained(400), count: 5)),
        Scene("http-retry", .held, "a minute each", Array(repeating: .after(60, unexplained(500)), count: 5)),
        Scene(
            "http-retry", .held, "growing gaps", [1, 2, 4, 8, 16, 32].map { .after($0, unexplained(503)) }),
        Scene("http-retry", .notExercised, "a 429", Array(repeating: unexplained(429), count: 5)),
        Scene("http-retry", .notExercised, "an error with an action", Array(repeating: hopeless, count: 5)),
        Scene(
            "http-retry", .notExercised, "polling through a failure",
            Array(repeating: unexplained(502, "profileByCode"), count: 6)),
        Scene(
            "http-retry", .broken, "polling after a refusal",
            Array(repeating: unexplained(404, "profileByCode"), count: 6)),
        Scene("action-registration", .broken, "the same token", [refused, get("profiles")]),
        Scene(
            "action-registration", .notExercised, "the token is good for another service provider",
            [refused, get("profiles", ["parameters": ["serviceProvider": "OTHER"]])]),
    ]

    private static func unexplained(_ status: Int64, _ endpoint: String = "authorize") -> Event {
        get(endpoint, ["kind": 1, "answer": ["status": .integer(status), "errors": []]])
    }
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

    private static let both = asked("a", "b")
    private static let throttled = get("profiles", ["answer": ["status": 429, "errors": []]])
    private static let retried = get(
        "authorize", ["kind": 1, "answer": ["status": 200, "errors": [failure("retry", "a")]]])
    /// A service that asks for the next request after 5 seconds.
    private static func busy(_ failures: JSONValue...) -> Event {
        get("authorize", ["kind": 1, "answer": ["status": 503, "retryAfter": 5, "errors": .array(failures)]])
    }
    private static let hopeless = get("profile", ["kind": 1, "answer": ["status": 400, "errors": [failure("none")]]])
    private static func partly(_ retry: String, _ other: String) -> Event {
        get(
            "preauthorize",
            [
                "resources": [.string(retry), .string(other)],
                "answer": ["status": 200, "errors": [failure("retry", retry)]],
            ])
    }
}
