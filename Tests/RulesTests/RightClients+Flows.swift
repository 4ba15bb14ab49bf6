import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Clients of the vendor's flows and FAQs.
extension RightClient {
    private static let app = SceneApp()
    /// The app of a second screen, which registers as another client.
    private static let companion = SceneApp(client: "B", device: nil)
    private static let found = [SceneApp.profile()]
    private static let firstScreen: @Sendable (inout RuleSettings) -> Void = {
        ($0.architecture, $0.screen, $0.browser) = (.clientToServer, .first, true)
    }
    private static let secondScreen: @Sendable (inout RuleSettings) -> Void = { $0.screen = .second }

    static let signIns: [RightClient] = [
        RightClient(
            "the app opens the sign-in page itself, and plays", by: "Basic authentication, primary application",
            [.mark(.launch)] + app.signedIn() + app.plays("news", "t"), firstScreen),
        RightClient(
            "a second screen, and the TV provider is chosen on the first",
            by: "Basic authentication, secondary application, with preselected mvpd",
            app.start + [
                app.profiles(), app.configuration(), app.session("resume", missing: ["domainName", "redirectUrl"]),
                .mark(.shownCode), app.poll(), app.poll(),
            ] + companion.start + [companion.resume()] + SceneApp.pages() + [app.poll("CODE", found)], secondScreen),
        RightClient(
            "a second screen, where the TV provider is chosen too",
            by: "Basic authentication, secondary application, without preselected mvpd",
            app.start + [
                app.profiles(),
                app.session("resume", mvpd: nil, missing: ["mvpd", "domainName", "redirectUrl"]), app.poll(),
            ] + companion.start + [
                companion.sends("sessionInformation", at: ["code": "CODE"]), companion.configuration(),
                companion.resume(),
            ] + SceneApp.pages() + [app.poll("CODE", found)], secondScreen),
        RightClient(
            "the code ends, and the user begins anew", by: "REST API V2 FAQs, Authentication Phase, 15",
            app.start + [
                app.profiles(), app.configuration(), app.session(until: 1_800_000_100_000), app.poll(), app.poll(),
                .after(200, app.session("authenticate", "NEWER")),
            ] + SceneApp.pages("NEWER") + [app.poll("NEWER", found)], secondScreen),
        RightClient(
            "the user asks for another code", by: "REST API V2 FAQs, Authentication Phase, 15",
            app.start + [
                app.profiles(), app.configuration(), app.session(), .mark(.shownCode), app.poll(),
                app.session("authenticate", "NEWER"), .mark(.shownCode), app.poll("NEWER"),
            ] + SceneApp.pages("NEWER") + [app.poll("NEWER", found)], secondScreen),
        RightClient(
            "a user returns", by: "REST API V2 FAQs, Authentication Phase, 10",
            [.mark(.launch)] + app.signedIn() + [
                .after(3600, .mark(.launch)), app.profile("Cablevision", found), app.decides(["news": nil]),
            ]),
        RightClient(
            "the profile has ended, and the user confirms the TV provider",
            by: "REST API V2 FAQs, Configuration Phase, 2; Authentication Phase, 12",
            [.mark(.launch)] + app.signedIn(profile: SceneApp.profile(until: 1_800_000_500_000))
                + [.after(900, .mark(.launch)), app.profile("Cablevision", [])] + app.signIn("NEWER")),
        RightClient(
            "polling goes on after errors of a proxy", by: "REST API V2 FAQs, Authentication Phase, 15 and 16",
            app.start + [app.profiles(), app.session()]
                + Array(repeating: app.fails("profileByCode", 502, at: ["code": "CODE"]), count: 6)
                + SceneApp.pages() + [app.poll("CODE", found)], secondScreen),
    ]

    private static let renewed = SceneApp(token: 2)
    private static let again = SceneApp(client: "B")
    private static let refused: Members = [
        "status": 401, "errors": [["code": "a_code", "action": "application-registration"]],
    ]

    static let requests: [RightClient] = [
        RightClient(
            "an access token ends", by: "DCR FAQs, REST API V2 Access FAQs, 10 and 12",
            app.signedIn() + [
                .after(90_000, renewed.getToken()), renewed.profile("Cablevision", found),
                renewed.decides(["news": nil]),
            ]),
        RightClient(
            "a 401 leads to another access token", by: "REST API V2 Checklist, Access Tokens Validation",
            app.signedIn() + [
                app.fails("profile", 401, at: ["mvpd": "Cablevision"]), renewed.getToken(),
                renewed.profile("Cablevision", found),
            ]),
        RightClient(
            "the service asks for another registration", by: "Enhanced Error Codes, Action",
            app.signedIn() + [app.sends("profile", refused, at: ["mvpd": "Cablevision"])] + again.start
                + [again.profiles()] + again.signIn("NEWER")),
        RightClient(
            "the app is installed anew", by: "DCR FAQs, REST API V2 Access FAQs, 9",
            app.signedIn() + [.mark(.reinstall)] + again.signedIn()),
        RightClient(
            "a retry is repeated 3 times", by: "Enhanced Error Codes, Response Handling, 4",
            app.signedIn() + Array(repeating: app.decides(["news": "retry"]), count: 4)
                + [app.profile("Cablevision", found)]),
        RightClient(
            "retries wait longer each time", by: "Enhanced Error Codes, Response Handling, 4",
            app.signedIn() + [1, 2, 4, 8, 16, 32].map { .after($0, app.decides(["news": "retry"])) }),
        RightClient(
            "only what may be retried is repeated", by: "Enhanced Error Codes, Response Handling, 4",
            app.signedIn() + [
                app.decides(["news": "none", "movies": "retry"], at: "preauthorize"),
                app.decides(["movies": nil], at: "preauthorize"),
            ]),
        RightClient(
            "the app waits after a 429", by: "Throttling mechanism, API response changes and response",
            app.start + [app.fails("profiles", 429), .after(1, app.profiles())]),
    ]

    static let decided: [RightClient] = [
        RightClient(
            "permits are kept, and a denial is told", by: "REST API V2 FAQs, Preauthorization Phase, 4 and 5",
            [.mark(.launch)] + app.signedIn() + [
                app.decides(["news": nil, "movies": "none"], at: "preauthorize"), .mark(.shownDenial),
                app.decides(["sports": nil], at: "preauthorize"),
            ]),
        RightClient(
            "the user asks again after a denial", by: "REST API V2 FAQs, Authorization Phase, 5",
            [.mark(.launch)] + app.signedIn()
                + Array(repeating: [.after(61, app.decides(["news": "none"])), .mark(.shownDenial)], count: 6).joined()),
        RightClient(
            "a media token ends while its stream plays", by: "REST API V2 FAQs, Authorization Phase, 8",
            [.mark(.launch)] + app.signedIn() + app.plays("news", "t")
                + [.after(900, app.decides(["news": nil], token: "u"))]
                + [.mark(.tokenVerified, token: "u"), .mark(.play, resource: "news", token: "u")]),
        RightClient(
            "a logout opens the page of the TV provider", by: "REST API V2 Checklist, Logout Support",
            [.mark(.launch)] + app.signedIn() + [
                .mark(.requestedByUser), app.logout("logout", page: 7), Scene.get("singleLogout", ["kind": 7]),
            ]),
        RightClient(
            "a temporary pass needs no sign-in", by: "REST API V2 FAQs, Authentication Phase, 20",
            app.start + [
                app.decides(["news": nil], mvpd: "TempPass", source: "temppass"),
                app.profile("TempPass", [SceneApp.profile("TempPass", "temporary")]),
            ]),
        RightClient(
            "a degradation needs no page", by: "REST API V2 FAQs, Authentication Phase, 19",
            app.start + [
                app.profiles(), app.configuration(), app.session("authorize", nil),
                app.decides(["news": nil], source: "degradation"),
            ]),
        RightClient(
            "the app chooses one of two profiles", by: "REST API V2 FAQs, Authentication Phase, 11",
            app.start + [app.profiles([SceneApp.profile("Dish")] + found), app.decides(["news": nil])]),
    ]

    private static func sharing(_ header: String, _ client: String = "A", _ device: String = "d") -> SceneApp {
        SceneApp(client: client, device: device, shared: header)
    }
    private static let serviceToken = "AD-Service-Token"
    private static let rokuToken = "X-Roku-Reserved-Roku-Connect-Token"

    static let shared: [RightClient] = [
        RightClient(
            "a service token shares a profile with another device", by: "Single sign-on using service token flows",
            sharing(serviceToken).signedIn() + [
                sharing(serviceToken).decides(["news": nil], at: "preauthorize"),
                sharing(serviceToken).decides(["news": nil]),
            ] + sharing(serviceToken, "B", "e").start + [
                sharing(serviceToken, "B", "e").profiles([SceneApp.profile("Cablevision", "serviceTokenSSO")]),
                sharing(serviceToken, "B", "e").decides(["news": nil]),
            ]),
        RightClient(
            "the token of a platform is sent until the logout", by: "Single sign-on using platform identity flows",
            sharing(rokuToken).signedIn() + [
                sharing(rokuToken).decides(["news": nil]), sharing(rokuToken).logout("logout", page: 7),
                Scene.get("singleLogout", ["kind": 7]),
            ]),
    ]
}
