import AccessEnabler
import TVSimStructuredText
import TVSimulatorTesting
import Testing

/// The proof of the rules about apps with the SDK: one app keeps them all, and each flaw breaks its own.
@Suite("A test that expects the vendors' rules of an app with the SDK")
struct ExpectSDKRulesTests {
    /// A way in which the app breaks a rule, and the rules that break with it.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let rule: String
        var way = ""
        var companions: Set<String> = []
        var testDescription: String { way.isEmpty ? rule : "\(rule): \(way)" }
    }

    static let flaws: [Flaw] = [
        Flaw(rule: "sdk-complete"), Flaw(rule: "sdk-check"), Flaw(rule: "sdk-featured"), Flaw(rule: "sdk-cancel"),
        Flaw(rule: "sdk-external"), Flaw(rule: "sdk-code"),
        Flaw(rule: "sdk-settings", way: "without VSA203"),
        // A user for whom VSA203 comes is signed in at system level.
        Flaw(rule: "sdk-settings", companions: ["ui-settings"]),
    ]

    @Test("passes for an app without a flaw")
    func keepsAll() async throws {
        let broken = try await walked(nil)
        #expect(broken.isEmpty, "\(broken)")
    }

    @Test("fails for an app with a flaw, by its rule and no other than the companions", arguments: flaws)
    func breaksOne(_ flaw: Flaw) async throws {
        let broken = Set(try await walked(flaw))
        #expect(broken == flaw.companions.union([flaw.rule]), "\(broken)")
    }

    /// Walks through a sign-in, a logout, a second screen and single sign-on, and returns the broken rules.
    private func walked(_ flaw: Flaw?) async throws -> [String] {
        try await withSimulator { simulator in
            let walk = Walk(simulator: simulator, app: simulator.launch(), flaw: flaw)
            try await walk.signIn()
            try await walk.signInOnSecondScreen()
            try await walk.signInSilently()
            return try walk.brokenRules()
        }
    }
}

/// The walk of one app.
private struct Walk {
    let simulator: Simulator
    let app: LaunchedApp
    let flaw: ExpectSDKRulesTests.Flaw?

    private func has(_ rule: String, _ way: String = "") -> Bool { flaw?.rule == rule && flaw?.way == way }

    /// Launches the app with its requestor.
    private func begin() async throws {
        try simulator.perform("mark: launch")
        if has("sdk-complete") {
            try await app.callbacks {
                $0.setRequestor("REF30")
                $0.checkAuthentication()
            }
        } else {
            try await app.callbacks { $0.setRequestor("REF30") }
            if !has("sdk-check") { try await app.callbacks { $0.checkAuthentication() } }
        }
    }

    func signIn() async throws {
        try simulator.perform("permission: denied")
        try await begin()
        let featured = has("sdk-featured") ? "Cox" : "Mediacom"
        let filter: [String: [String]] = [TV_PROVIDERS: ["Mediacom", "Dish"], FEATURED_TV_PROVIDERS: [featured]]
        try await app.callbacks { $0.getAuthentication(filter) }
        try simulator.perform("mark: cancelledSignIn")
        if !has("sdk-cancel") { try await app.callbacks { $0.setSelectedProvider(nil) } }
        try await app.callbacks { $0.getAuthentication() }
        try await app.expect(["navigateToUrl(…)"]) { $0.setSelectedProvider("Mediacom") }
        let page = try #require(await app.page())
        let redirect = try #require(try await simulator.visit(page, as: "erin"))
        guard !has("sdk-external") else { return }
        try await app.expect(["…", "setAuthenticationStatus(1, …)"]) { $0.handleExternalURL(redirect) }
        // The launched app loads the page of a logout by itself.
        try await app.expect(["navigateToUrl(…)", "setAuthenticationStatus(0, …)"]) { $0.logout() }
        if has("sdk-settings", "without VSA203") { try simulator.perform("mark: shownSignOutInSettings") }
    }

    func signInOnSecondScreen() async throws {
        // The service has the profile that the app did not fetch.
        guard !has("sdk-external") else { return }
        try simulator.perform("settings: {platform: tvOS}")
        try await app.relaunch()
        try await begin()
        try await app.callbacks { $0.getAuthentication() }
        try await app.expect(["…", "status(REGCODE)"]) { $0.setSelectedProvider("Mediacom") }
        if !has("sdk-code") { try simulator.perform("mark: shownCode") }
    }

    func signInSilently() async throws {
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
        try await app.relaunch()
        try await begin()
        try await app.expect(["…", "status(VSA203)", "…"]) { $0.logout() }
        if !has("sdk-settings") { try simulator.perform("mark: shownSignOutInSettings") }
    }

    func brokenRules() throws -> [String] {
        let seen = Locked<[String]>([])
        try withKnownIssue(isIntermittent: true) {
            try simulator.expectRules(.guideline)
        } matching: { issue in
            seen.withLockedValue { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        return seen.withLockedValue { $0 }.map { comment in
            comment.firstMatch(of: /^BROKEN +([a-z-]+)/).map { String($0.output.1) } ?? comment
        }
    }
}
