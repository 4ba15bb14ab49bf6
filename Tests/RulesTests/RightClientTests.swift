import TVSimDevice
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Clients that do what the vendor's documents allow")
struct RightClientTests {
    @Test("break no rule, of whatever severity", arguments: RightClient.all)
    func breakNothing(_ client: RightClient) throws {
        let report = try client.scene.report()
        let broken = report.rules.filter { $0.verdict == .broken }
        #expect(broken.isEmpty, "\(broken.map { "\($0.id): \($0.findings)" }); allowed by \(client.allowedBy)")
        #expect(report.rules.first { $0.id == "bearer" }?.verdict == .held)
    }

    @Test("verify no media token as far as a test tells: a recommendation; one that verifies others must verify each")
    func verification() throws {
        let other: [Scene.Event] = [Self.app.decides(["movies": nil], token: "u"), .mark(.tokenVerified, token: "u")]
        for (events, severity) in [([], Rule.Severity.recommended), (other, .mandatory)] {
            let scene = Scene("token-verified", .broken, "", Self.verified(events + [Self.playing()]))
            let rule = try scene.judged()
            #expect(rule.verdict == .broken && rule.severity == severity)
        }
    }

    @Test("name another of Apple's platforms in a world that nobody gave one: a recommendation, with both ways on")
    func platforms() throws {
        for (world, name, severity, way) in [
            (.iOS, "tvOS", Rule.Severity.recommended, ", or set the platform of the device to tvOS"),
            (.iOS, "Android", .mandatory, "send the osName iOS"),
            (.tvOS, "iOS", .mandatory, ", or set the platform of the device to iOS"),
        ] as [(DeviceSettings.Platform, String, Rule.Severity, String)] {
            let events = [Scene.Event.access("granted"), Scene.device(name)]
            let rule = try Scene("device-info-true", .broken, "", events).on(world).judged()
            #expect(rule.verdict == .broken && rule.severity == severity)
            #expect(rule.findings.first?.instead.hasSuffix(way) ?? false, "\(rule.findings)")
        }
    }

    @Test("are forty, with a title of their own")
    func forty() {
        #expect(RightClient.all.count == 40)
        #expect(Set(RightClient.all.map(\.title)).count == 40)
    }

    /// A client that does something which no document allows, and one that does the same rightly.
    struct Twins: Sendable, CustomTestStringConvertible {
        let rule: String
        let testDescription: String
        let wrong: [Scene.Event]
        let right: [Scene.Event]
        var settings: @Sendable (inout RuleSettings) -> Void = { _ in }
    }

    private static let app = SceneApp()
    private static let sharing = SceneApp(shared: "AD-Service-Token")
    private static let found = [SceneApp.profile()]

    private static func repeated(_ count: Int, _ event: Scene.Event, by gap: Double) -> [Scene.Event] {
        (0..<count).flatMap { _ in [Scene.Event.after(gap, event), .after(0, .command("advance"))] }
    }

    private static func inParts(_ first: Scene.Event, _ more: [Scene.Event] = []) -> [Scene.Event] {
        app.start + [app.profiles(), app.configuration(), first] + more + SceneApp.pages()
            + [app.poll("CODE", found)]
    }

    private static func verified(_ events: [Scene.Event]) -> [Scene.Event] {
        app.signedIn() + [app.decides(["news": nil], token: "t")] + events
    }

    private static func playing(_ gap: Double = 10) -> Scene.Event {
        .after(gap, .mark(.play, resource: "news", token: "t"))
    }

    private static let sharedSession =
        app.start + [app.profiles(), sharing.session()] + SceneApp.pages() + [app.poll("CODE", found)]

    static let twins = [
        Twins(
            rule: "action-none", testDescription: "a denial is repeated, and the test moves the clock",
            wrong: app.signedIn() + repeated(60, app.decides(["news": "none"]), by: 2),
            right: app.signedIn() + repeated(1, app.decides(["news": "none"]), by: 2) + [app.profiles(found)]),
        Twins(
            rule: "http-retry", testDescription: "a 500 without a body is repeated, and the test moves the clock",
            wrong: app.signedIn() + repeated(50, app.fails("authorize", 500, at: ["mvpd": "Cablevision"]), by: 2),
            right: app.signedIn() + repeated(4, app.fails("authorize", 500, at: ["mvpd": "Cablevision"]), by: 2)),
        Twins(
            rule: "http-retry", testDescription: "a 502 is repeated at once",
            wrong: app.signedIn() + repeated(50, app.fails("authorize", 502, at: ["mvpd": "Cablevision"]), by: 0),
            right: app.signedIn()
                + [1, 2, 4, 8, 16, 32].map { .after($0, app.fails("authorize", 502, at: ["mvpd": "Cablevision"])) }),
        Twins(
            rule: "profiles-kept", testDescription: "a known profile is asked for every 2 seconds",
            wrong: app.signedIn() + repeated(20, app.profiles(found), by: 2),
            right: app.signedIn() + repeated(20, app.profiles(found), by: 60)),
        Twins(
            rule: "token-verified", testDescription: "a media token is verified long after playback began",
            wrong: verified([playing(), .after(360, .mark(.tokenVerified, token: "t"))]),
            right: verified([.mark(.tokenVerified, token: "t"), playing(360)])),
        Twins(
            rule: "session-whole", testDescription: "the app that opens the page creates the session in parts",
            wrong: inParts(app.session("resume", mvpd: nil, missing: ["mvpd"]), [app.resume()]),
            right: inParts(app.session()), settings: { $0.screen = .first }),
        Twins(
            rule: "sso-token", testDescription: "a service token is sent with the session only",
            wrong: sharedSession + [app.decides(["news": nil], at: "preauthorize"), app.decides(["news": nil])],
            right: sharedSession + [
                sharing.decides(["news": nil], at: "preauthorize"), sharing.decides(["news": nil]),
            ]),
        Twins(
            rule: "sso-token", testDescription: "a shared profile is used without its token",
            wrong: sharing.start + [sharing.profiles([SceneApp.profile("Cablevision", "serviceTokenSSO")])]
                + [app.decides(["news": nil])],
            right: sharing.start + [sharing.profiles([SceneApp.profile("Cablevision", "serviceTokenSSO")])]
                + [sharing.decides(["news": nil])]),
    ]

    @Test("a planted fault breaks its rule alone, and its right twin breaks none", arguments: twins)
    func planted(_ twins: Twins) throws {
        func broken(_ events: [Scene.Event]) throws -> [String] {
            let scene = Scene(twins.rule, .broken, twins.testDescription, events, twins.settings)
            return try scene.report().rules.filter { $0.verdict == .broken }.map(\.id)
        }
        #expect(try broken(twins.wrong) == [twins.rule])
        #expect(try broken(twins.right) == [])
        let right = Scene(twins.rule, .held, twins.testDescription, twins.right, twins.settings)
        #expect(try right.judged().verdict == .held)
    }
}

extension Scene {
    /// The verdicts on all rules.
    func report() throws -> RuleReport {
        var judge = RuleJudge()
        judge.judge(try history(), by: settings)
        return judge.report
    }
}
