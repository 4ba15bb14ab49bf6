import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimSDKVocabulary
import TVSimStructuredText
import Testing

@testable import TVSimScenario
@testable import TVSimWorld
@testable import TVSimulator

@Suite("The steps of a flow")
struct FlowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let action: FlowStep.Action
        let arguments: String
        var testDescription: String { text }

        init(_ text: String, _ action: FlowStep.Action, _ arguments: String = "[]") {
            self.text = text
            self.action = action
            self.arguments = arguments
        }
    }

    static let calls: [Case] = [
        Case("setRequestor: REF30", .call(.setRequestor("REF30")), #"["REF30"]"#),
        Case("setRequestor:", .call(.setRequestor("REF30")), #"["REF30"]"#),
        Case("checkAuthentication", .call(.checkAuthentication)),
        Case("checkAuthentication:", .call(.checkAuthentication)),
        Case("getAuthentication", .call(.getAuthentication())),
        Case("setSelectedProvider: Dish", .call(.setSelectedProvider("Dish")), #"["Dish"]"#),
        Case("setSelectedProvider: null", .call(.setSelectedProvider(nil)), "[null]"),
        Case("getSelectedProvider", .call(.getSelectedProvider)),
        Case("checkAuthorization: RES", .call(.checkAuthorization("RES")), #"["RES"]"#),
        Case("getAuthorization: RES", .call(.getAuthorization("RES")), #"["RES"]"#),
        Case(
            "checkPreauthorizedResources: [A, B]", .call(.checkPreauthorizedResources(["A", "B"])),
            #"[["A","B"]]"#),
        Case(
            "checkPreauthorizedResources: {resources: [A], cache: false}",
            .call(.checkPreauthorizedResources(["A"], usingCache: false)), #"[["A"],{"cache":false}]"#),
        Case("getMetadata: authentication", .call(.getMetadata(.authentication)), #"["authentication"]"#),
        Case(
            "getMetadata: {authorization: RES}", .call(.getMetadata(.authorization(resource: "RES"))),
            #"[{"authorization":"RES"}]"#),
        Case("getMetadata: deviceID", .call(.getMetadata(.deviceID)), #"["deviceID"]"#),
        Case("getMetadata: tokenSource", .call(.getMetadata(.user("tokenSource"))), #"["tokenSource"]"#),
        Case("logout", .call(.logout)),
        Case(
            "setOptions: {visitorID: v}", .call(.setOptions(SDKOptions(json: ["visitorID": "v"]))),
            #"[{"visitorID":"v"}]"#),
    ]

    static let events: [Case] = [
        Case("relaunch", .relaunch),
        Case("foreground", .foreground),
        Case(
            "permission: denied", .command(DeviceCommands.permission.command(.denied)), #"["denied"]"#),
        Case(
            "signIn: {provider: Dish, as: carol, expires: never}",
            .command(.signIn(provider: "Dish", subscriber: "carol", expires: .never)),
            #"[{"as":"carol","expires":"never","provider":"Dish"}]"#),
        Case(
            "signIn: {provider: Dish, as: carol}",
            .command(.signIn(provider: "Dish", subscriber: "carol", expires: .offset(30 * 86_400))),
            #"[{"as":"carol","expires":"+30d","provider":"Dish"}]"#),
        Case(
            "signIn: {provider: Dish, as: carol, grant: com.example.other}",
            .command(
                .signIn(
                    provider: "Dish", subscriber: "carol", expires: .offset(30 * 86_400), grant: "com.example.other")),
            #"[{"as":"carol","expires":"+30d","grant":"com.example.other","provider":"Dish"}]"#),
        Case("signOut", .command(.signOut)),
        Case("advance: 31d", .command(.advanceClock(seconds: 31 * 86_400)), #"["31d"]"#),
        Case(
            "fault: {at: service.token, error: 503, times: 2}",
            .command(.addFault(Fault(operation: FaultOperation(rawValue: "service.token"), error: "503", times: 2))),
            #"[{"at":"service.token","error":"503","times":2}]"#),
        Case("clearFaults", .command(.clearFaults)), Case("removeFault: 3", .command(.removeFault(3)), "[3]"),
    ]

    @Test("are decoded as the actions that they name", arguments: calls + events)
    func reads(_ row: Case) throws {
        let step = try #require(try ProfileText.decode(ProfileText.with("flow:\n  - \(row.text)\n")).flow.first)
        #expect(step.action == row.action)
        #expect(step.line == 4)
        #expect(step.expect == nil)
        #expect(try JSONText.line(step.action.arguments) == row.arguments)
    }

    @Test(
        "accept unusual lines that a callback can match",
        arguments: [
            "setAuthenticationStatus(0, null)", "setAuthenticationStatus(…, …)", "presentTvProviderDialog()",
            #"tokenRequestFailed(News, live, "Z100", …)"#, "setToken(News :))", "setToken(News, live)",
            "navigateToUrl(https://a.example/?a=1,2)", #"setMetadataStatus(zip, ["1", "2"])"#,
            "displayProviderDialog()",
            "preauthorizedResources()", "sendTrackingData(…)", #"sendTrackingData(mvpdSelection, "Dish", …)"#,
        ])
    func possible(line: String) throws {
        let text = ProfileText.with("flow: [{logout: , expect: ['\(line)']}]\n")
        #expect(try ProfileText.decode(text).flow.first?.expect?.map(\.text) == [line])
    }

    @Test("contain the arguments of getAuthentication")
    func authenticationForms() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                flow:
                  - getAuthentication: {filter: {TV_PROVIDERS: [Dish], FEATURED_TV_PROVIDERS: [Dish]}}
                  - getAuthentication: {force: true, data: {email: a@b}}
                """))
        guard case .call(.getAuthentication(let filtered)) = profile.flow[0].action,
            case .call(.getAuthentication(let forced)) = profile.flow[1].action
        else {
            Issue.record("the steps are not getAuthentication")
            return
        }
        #expect(filtered.providers == ["Dish"])
        #expect(filtered.featured == ["Dish"])
        #expect(!filtered.forced)
        #expect(forced.forced)
        #expect(forced.data == GenericData(json: ["email": "a@b"]))
        #expect(!forced.hasFilter)
    }

    /// Returns the change that a step makes.
    private func patch<Target: TableDescribed>(of type: Target.Type, in step: FlowStep) throws -> Patch<Target> {
        guard case .object(let arguments)? = step.action.arguments.first else {
            throw SourceError(.wrongType, at: .start, "the step is not a change")
        }
        guard case .object(let set)? = arguments["set"] else { return try Patch(arguments) }
        return try Patch(set)
    }

    @Test("keep the keys that a change does not name")
    func patches() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                flow:
                  - integration: {mvpd: Dish, set: {degradation: AuthNAll, provider: null}}
                  - provider: {id: Dish, set: {defect: expired}}
                  - viewer: {accessPrompt: allow}
                """))
        let change = try patch(of: Integration.self, in: profile.flow[0])
        let defect = try patch(of: Provider.self, in: profile.flow[1])
        let answer = try patch(of: ViewerAnswers.self, in: profile.flow[2])
        var integration = try #require(profile.service.requestor("REF30")?.integration("Dish"))
        integration.enabled = false
        try change.apply(to: &integration, at: profile.world.clock)
        #expect(integration.provider == nil)
        #expect(integration.degradation.rawValue == "AuthNAll")
        #expect(!integration.enabled)
        var dish = try #require(profile.provider("Dish"))
        try defect.apply(to: &dish, at: profile.world.clock)
        #expect(dish.saml.defect == .expired)
        #expect(dish.subscribers.map(\.name) == ["carol"])
        var viewer = ViewerAnswers()
        viewer.appPicker = .cancel
        try answer.apply(to: &viewer, at: profile.world.clock)
        #expect(viewer.accessPrompt == .allow)
        #expect(viewer.appPicker == .cancel)
    }

    @Test("change exactly the named keys of the device or the app, at any depth")
    func nestedPatches() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                flow:
                  - settings: {developer: {simulateExpiredToken: true}}
                  - app: {subscription: {expires: +1d}, automaticSignIn: {token: t}}
                """))
        #expect(profile.flow.map(\.action.call) == ["settings", "app"])
        #expect(
            try JSONText.line(profile.flow[1].action.arguments)
                == #"[{"automaticSignIn":{"token":"t"},"subscription":{"expires":"+1d"}}]"#)
        let switches = try patch(of: DeviceSettings.self, in: profile.flow[0])
        let change = try patch(of: AppRecord.self, in: profile.flow[1])
        var settings = DeviceSettings()
        settings.developer.requestTimeoutsDisabled = true
        settings.behaviour.completion = .synchronous
        try switches.apply(to: &settings, at: profile.world.clock)
        #expect(settings.developer.simulateExpiredToken)
        #expect(settings.developer.requestTimeoutsDisabled)
        #expect(settings.behaviour.completion == .synchronous)

        var app = AppRecord(bundleID: "a.b")
        app.subscription = RegisteredSubscription(accessLevel: .freeWithAccount, tierIdentifiers: ["news"])
        app.automaticSignIn.authorization = .granted
        let now = SimulatedClock.defaultStart.addingTimeInterval(5)
        try change.apply(to: &app, at: now)
        #expect(
            app.subscription
                == RegisteredSubscription(
                    accessLevel: .freeWithAccount, expires: now.addingTimeInterval(86_400), tierIdentifiers: ["news"]))
        #expect(app.automaticSignIn.authorization == .granted)
        #expect(app.automaticSignIn.token == "t")
    }

    @Test("keep the other keys when they change a provider's answers")
    func providerPatch() throws {
        let profile = try ProfileText.decode(
            ProfileText.with("flow: [{provider: {id: Dish, set: {schemes: [api]}}}]\n"))
        let patch = try patch(of: Provider.self, in: profile.flow[0])
        var dish = try #require(profile.provider("Dish"))
        #expect(dish.schemes == [.saml])
        try patch.apply(to: &dish, at: profile.world.clock)
        #expect(dish.schemes == [.api])
        #expect(dish.displayName == "Dish Network")
    }

    @Test(
        "change only the named subscribers of a provider, and only the given keys",
        arguments: [
            ("alice: {entitlements: [REF31]}", ["alice", "bob"]), ("zoe: {}", ["alice", "bob", "zoe"]),
            ("alice: {entitlements: [REF31]}, bob: null, zoe: null", ["alice"]), ("alice: ", ["bob"]),
        ])
    func subscriberPatch(change: String, names: [String]) throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                flow:
                  - provider: {id: Acme, set: {subscribers: {\(change)}}}
                providers:
                  Acme:
                    subscribers:
                      alice:
                        password: right
                        attributes: {zip: "10001", userID: alice-1, maxRating: {MPAA: PG}}
                        entitlements: [REF30]
                      bob:
                """))
        let patch = try patch(of: Provider.self, in: profile.flow[0])
        var acme = try #require(profile.provider("Acme"))
        let alice = try #require(acme.subscribers.first)
        try patch.apply(to: &acme, at: profile.world.clock)
        #expect(acme.subscribers.map(\.name) == names)
        guard names.contains("alice") else { return }
        #expect(acme.subscribers[0].attributes == alice.attributes && acme.subscribers[0].password == "right")
        #expect(acme.subscribers[0].entitlements == (change.contains("REF31") ? ["REF31"] : ["REF30"]))
    }

    @Test("change only the named attributes of a subscriber, and remove those that are null")
    func attributePatch() throws {
        let profile = try ProfileText.decode(
            ProfileText.with(
                """
                flow:
                  - provider: {id: Acme, set: {subscribers: {alice: {attributes: {zip: "2", city: null, plan: a}}}}}
                providers:
                  Acme: {subscribers: {alice: {attributes: {zip: "1", userID: alice-1, city: Rome}}}}
                """))
        let patch = try patch(of: Provider.self, in: profile.flow[0])
        var acme = try #require(profile.provider("Acme"))
        #expect(acme.subscribers[0].attributes.map(\.name) == ["zip", "userID", "city"])
        try patch.apply(to: &acme, at: profile.world.clock)
        #expect(acme.subscribers[0].attributes.map(\.name) == ["zip", "userID", "plan"])
        #expect(acme.subscribers[0].attributes.map(\.value) == [.text("2"), .text("alice-1"), .text("a")])
    }

    @Test("can sign in with a listed provider after the flow has boarded it")
    func boardedLater() throws {
        let text = ProfileText.with(
            """
            flow:
              - provider: {id: Suddenlink, set: {boarding: supported}}
              - signIn: {provider: Suddenlink, as: dave}
            """)
        #expect(try ProfileText.decode(text).flow.count == 2)
    }
}
