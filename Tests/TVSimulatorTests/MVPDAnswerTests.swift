import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// What an MVPD decides beside a plain permit or denial: its words, its sessions, and attributes with a permit.
@Suite struct MVPDAnswerTests {
    static let profile = """
        schema: 1
        name: test
        providers:
          Cablevision:
            denialText: "Call us."
            subscribers:
              alice:
                entitlements: [REF30, ESPN, CNN]
                preauthorized: [REF30, HBO]
                denials: {ESPN: "Line 1\\r\\nsays \\"no\\" 🙈", CNN: {reason: parentalControls}, TNT: {text: Buy more., reason: upgrade}}
                authorizationAttributes: {householdID: h-9, channelID: [a, b]}
          Dish: {subscribers: {dora: {entitlements: [REF30]}}}
        service:
          requestors:
            REF30:
              integrations:
                Cablevision: {authorizationResourceLimit: 5, householdIDFromUserID: false}
                Dish: {}

        """

    private func signedIn(_ simulator: Simulator, device: String = "device") async throws -> PollingApp {
        var app = try await PollingApp(simulator.world, device: device)
        try await app.begin()
        try await app.signIn()
        return app
    }

    private func preauthorize(_ app: PollingApp, _ resources: [ResourceID]) async throws -> [ResourceDecision] {
        try await app.send(
            .preauthorize(.init(resources: resources), of: "REF30", mvpd: "Cablevision", headers: app.headers)
        ).required().decisions
    }

    static let denials: [(ResourceID, code: String, details: String)] = [
        ("ESPN", "authorization_denied_by_mvpd", "Line 1\r\nsays \"no\" 🙈"),
        ("CNN", "authorization_denied_by_parental_controls", "Call us."),
        ("TNT", "authorization_denied_by_mvpd", "Buy more."), ("Else", "authorization_denied_by_mvpd", "Call us."),
    ]

    @Test("a denial has the MVPD's words unchanged, also when the stored decision answers", arguments: denials)
    func words(resource: ResourceID, code: String, details: String) async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await signedIn(simulator)
        for _ in 1...2 {
            let decision = try await app.decide(resource)
            #expect(!decision.authorized && decision.error?.code == code && decision.error?.details == details)
        }
        let advance = try await preauthorize(app, [resource])
        #expect(advance.first?.error?.details == details)
    }

    @Test("without words, a denial has no details")
    func silence() async throws {
        let simulator = try Simulator(profile: Self.profile)
        try simulator.perform("provider: {id: Cablevision, set: {denialText: null}}")
        #expect(try await signedIn(simulator).decide("Else").error?.details == nil)
    }

    @Test("a stale preauthorization permits what the authorization denies, and denies what it permits")
    func stale() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await signedIn(simulator)
        #expect(try await preauthorize(app, ["REF30", "HBO"]).map(\.authorized) == [true, true])
        #expect(try await app.decide("HBO").authorized == false)
    }

    @Test("attributes that come with a permit are in the profile from then on")
    func attributes() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await signedIn(simulator)
        _ = try await app.decide("Else")
        #expect(try await app.profile()?.attributes["householdID"] == nil)
        #expect(try await app.decide("REF30").authorized)
        let profile = try #require(try await app.profile())
        #expect(profile.attributes["householdID"]?.value == "h-9")
        #expect(profile.attributes["channelID"]?.value == ["a", "b"])
        #expect(profile.attributes["userID"]?.value == "alice")
    }

    @Test(
        "after the MVPD ended the session, a stored permit holds, the next question does not, and the profile is gone")
    func endedSession() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await signedIn(simulator)
        #expect(try await app.decide("REF30").authorized)
        try simulator.perform("endSessions: {provider: Cablevision, subscriber: alice}")
        #expect(try await app.decide("REF30").authorized)
        #expect(try await app.profile() != nil)
        #expect(try await app.decide("Else").error?.code == "authorization_denied_by_session_invalidated")
        #expect(try await app.profile() == nil)
        #expect(try await app.decide("REF30").error?.code == "authenticated_profile_missing")
        // Another sign-in asks for the password, because the browser's session has ended too.
        var again = app
        try await again.begin()
        let browser = Browser(simulator.world)
        try await browser.open("/api/v2/authenticate/REF30/\(again.code)")
        #expect(browser.page.contains("id=\"password\""))
        try await again.signIn()
        #expect(try await again.decide("REF30").authorized)
    }

    @Test("after the MVPD ended the session, no resource of the next question is permitted", arguments: [false, true])
    func severalResources(isInAdvance: Bool) async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await signedIn(simulator)
        try simulator.perform("endSessions: {provider: Cablevision, subscriber: alice}")
        let question = DecisionsRequest(resources: ["Else", "REF30"])
        let call: EntitlementCall<DecisionsResponse> =
            isInAdvance
            ? .preauthorize(question, of: "REF30", mvpd: "Cablevision", headers: app.headers)
            : .authorize(question, of: "REF30", mvpd: "Cablevision", headers: app.headers)
        let decisions = try await app.send(call).required().decisions
        #expect(
            decisions.map { $0.error?.code }
                == Array(repeating: "authorization_denied_by_session_invalidated", count: 2))
    }

    @Test("with a notice, the profiles of the user are gone at once on every device, and those of others stay")
    func notice() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let (first, second) = (
            try await signedIn(simulator, device: "phone"), try await signedIn(simulator, device: "tv")
        )
        var other = try await PollingApp(simulator.world, device: "phone")
        try await other.begin(mvpd: "Dish")
        try await other.signIn(as: "dora")
        try simulator.perform("endSessions: {provider: Cablevision, subscriber: alice, notify: true}")
        #expect(try await first.profile() == nil)
        #expect(try await second.profile() == nil)
        #expect(try await other.profile(mvpd: "Dish") != nil)
    }

    @Test("a changed password ends the sessions only at a provider that is set so")
    func password() async throws {
        for ends in [false, true] {
            let simulator = try Simulator(profile: Self.profile)
            if ends { try simulator.perform("provider: {id: Cablevision, set: {passwordChange: endsSessions}}") }
            let app = try await signedIn(simulator)
            try simulator.perform("provider: {id: Cablevision, set: {subscribers: {alice: {password: new}}}}")
            let code = try await app.decide("Else").error?.code
            #expect(code == (ends ? "authorization_denied_by_session_invalidated" : "authorization_denied_by_mvpd"))
        }
    }

    @Test("sessions of an unknown user or provider cannot be ended")
    func unknown() throws {
        let simulator = try Simulator(profile: Self.profile)
        for (names, reason) in [
            ("provider: Cablevision, subscriber: nobody", "nobody"),
            ("provider: Nowhere, subscriber: alice", "Nowhere"),
        ] {
            let error = try #require(throws: (any Error).self) { try simulator.perform("endSessions: {\(names)}") }
            #expect("\(error)".contains(reason))
        }
    }
}
