import TVSimDevice
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

/// A client that does what a page of the vendor allows, so it breaks no rule.
struct RightClient: Sendable, CustomTestStringConvertible {
    let title: String
    /// The page and the section that allow it.
    let allowedBy: String
    let scene: Scene

    init(
        _ title: String, by page: String, on platform: DeviceSettings.Platform? = nil, _ events: [Scene.Event],
        _ settings: @Sendable (inout RuleSettings) -> Void = { _ in }
    ) {
        (self.title, allowedBy) = (title, page)
        var scene = Scene("bearer", .held, title, events, settings)
        scene.platform = platform
        self.scene = scene
    }

    var testDescription: String { title }

    static let all = allowed + signIns + requests + decided + shared + apple
}

// What the rules once accused, although the vendor's documents allow it.
extension RightClient {
    private static let app = SceneApp()
    private static let tv = SceneApp(information: SceneApp.appleTV)

    private static func server(
        _ device: String, _ address: String, _ information: JSONValue = SceneApp.roku
    ) -> SceneApp {
        SceneApp(device: device, information: information, address: address)
    }
    private static let first = server("a", "203.0.113.1")
    private static let second = server("b", "203.0.113.2")
    private static let ofServer: @Sendable (inout RuleSettings) -> Void = {
        ($0.architecture, $0.screen, $0.browser) = (.serverToServer, .second, false)
    }

    private static let identity: Members = ["AP-TempPass-Identity": ["secret": "a digest"]]
    private static let sample: Members = ["AP-TempPass-Identity": ["secret": "an object with an e-mail address"]]

    /// A launch with an account of the system, whose provider the app looks up.
    private static func launch(_ found: [JSONValue]) -> [Scene.Event] {
        [.mark(.launch), .access("granted"), .call(.metadata(.init())), .metadata, .after(600, tv.configuration())]
            + [tv.profile("Cablevision", found, headers: AppleScene.status())]
    }

    static let allowed: [RightClient] = [
        RightClient(
            "a server has one pair of credentials for all devices", by: "DCR FAQs, REST API V2 Access FAQs, 7",
            first.start + [first.profiles(), second.profiles(), server("c", "203.0.113.3").profiles()], ofServer),
        RightClient(
            "the profile by code is asked for after a decision", by: "REST API V2 FAQs, Authentication Phase, 18",
            app.signedIn() + [app.decides(["news": nil]), app.poll("CODE", [SceneApp.profile()])]),
        RightClient(
            "the user cancels the app's own picker", by: "REST API V2 FAQs, Apple SSO, 5", on: .tvOS,
            tv.start + [
                .mark(.launch), .access("denied"), tv.profiles(), .mark(.requestedSignIn), .access("denied"),
                tv.configuration(), .mark(.cancelledSignIn),
            ]),
        RightClient(
            "the provider is looked up at each launch", by: "Apple SSO Cookbook (REST API V2), B. Check Authentication",
            on: .tvOS,
            tv.start + launch([]) + [.mark(.requestedSignIn)] + AppleScene.signIn(tv)
                + [tv.decides(["news": nil], headers: AppleScene.status())] + launch([AppleScene.profile])
                + [tv.decides(["news": nil], headers: AppleScene.status())]),
        RightClient(
            "a second provider is not added", by: "REST API V2 FAQs, Authentication Phase, 11",
            app.signedIn() + [
                .after(600, .mark(.requestedSignIn)), app.configuration(), .mark(.cancelledSignIn),
                app.decides(["news": nil]),
            ]),
        RightClient(
            "an identity is sent to preauthorize", by: "restApiV2.json, decisions/preauthorize",
            app.start + [
                app.profiles(),
                app.sends(
                    "preauthorize",
                    ["decisions": [["resource": "news", "authorized": true, "source": "temppass"]]],
                    at: ["mvpd": "Promo"], headers: identity,
                    facts: ["resources": ["news"], "unlisted": ["header AP-TempPass-Identity"]]),
            ]),
        RightClient(
            "the configuration has the parameter profile", by: "Retrieve configuration, Request, Query Parameters",
            app.start + [app.profiles(), app.configuration(["unlisted": ["query parameter profile"]])]),
        RightClient(
            "two channels play at once", by: "REST API V2 Checklist, Authorization Decisions Retrieval",
            app.signedIn() + [
                app.decides(["news": nil], token: "t"), app.decides(["movies": nil], token: "u"),
                .mark(.tokenVerified, token: "t"), .mark(.tokenVerified, token: "u"),
                .mark(.play, resource: "news", token: "t"), .mark(.play, resource: "movies", token: "u"),
            ]),
        RightClient(
            "a server keeps a configuration for each platform", by: "REST API V2 FAQs, Configuration Phase, 4",
            first.start + [
                first.configuration(), server("b", "203.0.113.2", SceneApp.appleTV).configuration(),
            ], ofServer),
        RightClient(
            "an identity is the one of the page's sample", by: "Header - AP-TempPass-Identity, Examples",
            app.start + [
                app.profiles(), app.decides(["news": nil], mvpd: "Promo", source: "temppass", headers: sample),
            ]),
        RightClient(
            "two apps of a device have a request each",
            by: "Apple SSO Cookbook (REST API V2), C. Partner Authentication", on: .tvOS,
            [SceneApp(device: "d"), SceneApp(client: "B", device: "e")].flatMap { app in
                var app = app
                app.information = SceneApp.appleTV
                return app.start + [app.configuration()]
                    + AppleScene.signIn(app, token: "saml of \(app.client)", saml: app.client == "A" ? 1 : 2)
            }),
        RightClient(
            "an app of two channels goes on with the other one", by: "Enhanced Error Codes, Action",
            app.start + [
                app.sends(
                    "configuration",
                    ["status": 401, "errors": [["code": "a_code", "action": "application-registration"]]]),
                SceneApp(provider: "OTHER").configuration(),
            ]),
    ]
}
