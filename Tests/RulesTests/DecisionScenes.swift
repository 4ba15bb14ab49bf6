import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about decisions, and about requests whose facts are lost.
extension Scene {
    private static let app = SceneApp()
    private static let other = SceneApp(client: "B", device: "e")
    private static let play = Event.mark(.play, resource: "news")

    static let decisions: [Scene] = [
        Scene("authorize-first", .held, "permitted", [app.decides(["news": nil]), play]),
        Scene("authorize-first", .broken, "denied", [app.decides(["news": "none"]), play]),
        Scene(
            "authorize-first", .broken, "denied, in a world with two clients",
            [other.profiles(), app.decides(["news": "none"]), play]),
        Scene(
            "authorize-first", .held, "denied to one of two clients, and permitted to the other",
            [other.decides(["news": nil]), app.decides(["news": "none"]), play]),
        Scene(
            "authorize-first", .broken, "permitted, and denied before it plays",
            [app.decides(["news": nil]), app.decides(["news": "none"]), play]),
        Scene(
            "authorize-first", .held, "denied, and permitted before it plays",
            [app.decides(["news": "none"]), app.decides(["news": nil]), play]),
        Scene("authorize-first", .notObservable, "the facts of a request are lost", [.unseen, play]),
        Scene("authorize-first", .notObservable, "other facts are known", [.unseen, app.profiles(), play]),
        Scene("authorize-first", .broken, "no facts are lost", [app.profiles(), play]),
        Scene(
            "vsa-fallback", .notObservable, "the facts of a request are lost",
            [.mark(.requestedSignIn), .refused("unsupportedProvider"), .unseen]),
        Scene(
            "vsa-fallback", .broken, "no facts are lost",
            [.mark(.requestedSignIn), .refused("unsupportedProvider"), app.profiles()]),
        Scene("bearer", .broken, "the facts of another request are lost", [.unseen, get("profiles")]),
        Scene(
            "denial-told", .held, "a mark after all batches of a catalogue",
            [batch(["news": "none"]), batch(["movies": nil]), batch(["sports": "none"]), .mark(.shownDenial)]),
        Scene(
            "denial-told", .broken, "no mark after a batch",
            [.mark(.launch), batch(["news": "none"]), batch(["movies": nil])]),
        Scene(
            "denial-told", .broken, "a mark after the next launch",
            [batch(["news": "none"]), .mark(.launch), .mark(.shownDenial)]),
        Scene(
            "denial-told", .broken, "a mark after the next decision on the same resource",
            [batch(["news": "none"]), app.decides(["news": nil]), .mark(.shownDenial)]),
        Scene(
            "profile-ended", .held, "a temporary pass whose token had ended",
            [app.profiles(), fails(401), app.getToken(), passes]),
        Scene("profile-ended", .held, "a temporary pass after a limit", [app.profiles(), fails(429), passes]),
        Scene("profile-ended", .held, "a temporary pass after a failure", [app.profiles(), fails(503), passes]),
        Scene(
            "profile-ended", .broken, "no profile and no pass after a limit",
            [app.profiles(), fails(429), app.decides(["news": "authentication"])]),
        Scene("profile-ended", .broken, "a failure after a logout", [get("logout"), fails(503, of: "Cablevision")]),
    ]

    private static let passes = app.decides(["news": nil], mvpd: "TempPass", source: "temppass")

    private static func batch(_ resources: KeyValuePairs<String, String?>) -> Event {
        app.decides(resources, at: "preauthorize")
    }

    private static func fails(_ status: Int64, of mvpd: String = "TempPass") -> Event {
        app.fails("authorize", status, at: ["mvpd": .string(mvpd)])
    }
}
