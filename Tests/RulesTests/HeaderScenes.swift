import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about logouts and headers.
extension Scene {
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
        Scene(
            "logout-asked", .held, "a logout is sent again with a new token",
            [.mark(.requestedByUser), tokenEnded, get("token"), get("logout")]),
        Scene(
            "logout-asked", .broken, "a logout is sent again after it succeeded",
            [.mark(.requestedByUser), get("logout"), get("token"), get("logout")]),
        Scene(
            "logout-asked", .held, "two MVPDs in one sign-out", [.mark(.requestedByUser), get("logout"), ofDish]),
        Scene(
            "logout-asked", .broken, "another MVPD, when the app has gone on",
            [.mark(.requestedByUser), get("logout"), get("profiles"), ofDish]),
        Scene(
            "logout-asked", .broken, "another MVPD, after a launch",
            [.mark(.requestedByUser), get("logout"), .mark(.launch), ofDish]),
        Scene(
            "logout-asked", .held, "a request before the logout",
            [.mark(.requestedByUser), get("profiles"), get("logout")]),
        Scene(
            "ui-settings", .held, "a logout that fails first, and the user is told",
            [.metadata, tokenEnded, get("token"), get("logout"), .mark(.shownSignOutInSettings)]),
        Scene(
            "ui-settings", .broken, "a logout that fails first, and nothing is said",
            [.mark(.launch), .metadata, tokenEnded, get("token"), get("logout")]),
    ]

    private static let tokenEnded = get("logout", ["answer": ["status": 401, "errors": []]])
    private static let ofDish = get("logout", ["parameters": ["serviceProvider": "REF30", "mvpd": "Dish"]])

    private static let permitsNews = get(
        "preauthorize",
        with(["decisions": [["resource": "news", "authorized": true, "source": "mvpd"]]], ["resources": ["news"]]))
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
            "status-true", .held, "access was withdrawn, as the answer about the account says",
            [.access("granted"), .refused("accessNotGranted"), get("profiles", frameworkStatus("denied", [:]))]),
        Scene(
            "status-true", .held, "access was granted, as the answer about the account says",
            [.access("notDetermined"), .metadata, get("profiles", granted)]),
        Scene("status-true", .held, "the framework gave a date that is past", [.metadata, get("profiles", ended)]),
        Scene("status-true", .broken, "no answer says it", [.access("granted"), .metadata, get("profiles", denied)]),
        Scene(
            "status-true", .broken, "a newer answer says otherwise",
            [.metadata, .access("denied"), get("profiles", granted)]),
        Scene(
            "status-true", .held, "the newer answer is sent", [.metadata, .access("denied"), get("profiles", denied)]),
        Scene(
            "status-true", .held, "a newer answer says nothing of it",
            [.access("granted"), .refused("providerRejected"), get("profiles", granted)]),
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
        Scene(
            "preauth-kept", .broken, "a permitted resource again", [.mark(.launch), permitsNews, permitsNews]),
        Scene(
            "preauth-kept", .notExercised, "after a logout",
            [.mark(.launch), permitsNews, get("logout"), permitsNews]),
        Scene("pass-hashed", .notExercised, "a removed identity", [pass("malformed")]),
        Scene("pass-hashed", .notExercised, "another text", [pass("another text")]),
        Scene("pass-hashed", .held, "a digest", [pass("a digest")]),
        Scene("pass-hashed", .broken, "an address", [pass("an e-mail address")]),
        Scene("pass-hashed", .notExercised, "the sample of the page", [pass("an object with an e-mail address")]),
        Scene("only-listed", .broken, "an unknown parameter", [unlisted("profiles", "query parameter version")]),
        Scene(
            "only-listed", .held, "what an OpenAPI document lists",
            [
                unlisted("preauthorize", "header AP-Temppass-Identity"),
                unlisted("configuration", "query parameter profile"),
                unlisted("token", "query parameter refresh_token"),
            ]),
        Scene(
            "only-listed", .broken, "the identity at another endpoint",
            [unlisted("profiles", "header AP-TempPass-Identity")]),
    ]

    private static let denied = frameworkStatus("denied", [:])
    private static let ended = frameworkStatus("granted", ["id": "Cablevision", "expirationDate": "1800000005000"])

    private static func unlisted(_ endpoint: String, _ item: String) -> Event {
        get(endpoint, ["unlisted": [.string(item)]])
    }

    private static func pass(_ form: String) -> Event {
        get("profile", ["headers": ["AP-TempPass-Identity": ["secret": .string(form)]]])
    }

    private static func agent(_ text: String) -> JSONValue { ["headers": ["User-Agent": ["value": .string(text)]]] }
}
