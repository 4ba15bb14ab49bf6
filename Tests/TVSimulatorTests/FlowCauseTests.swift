import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario
@testable import TVSimulator

@Suite("The cause of an attempt")
struct FlowCauseTests {
    private static let noSingleSignOn = "integration: {mvpd: Cablevision, set: {singleSignOn: false}}"
    private static let degraded = "integration: {mvpd: Cablevision, set: {degradation: AuthNAll}}"
    private static let expiredResponse = "provider: {id: Cablevision, set: {defect: expired}}"
    private static let wrapped = "provider: {id: Cablevision, set: {defect: xsw3}}"
    private static let sessions = "fault: {at: service.sessionsSSO, error: 503}"
    private static let authorize = "fault: {at: service.authorize, error: 503}"
    private static let slow = "fault: {at: service.sessionsSSO, error: 503, headers: {Retry-After: 30}, times: 1}"
    private static let otherApp = "setPermission: {bundleID: com.example.other, access: denied}"

    /// What is set in a world in which a silent sign-in succeeds, the cause of what comes then, and the place of the
    /// command among these, from 1; 0 if there is no cause.
    static let causes: [(set: [String], kind: String, sentence: String, place: Int)] = [
        (["freezeClock"], "", "", 0),
        // What has been set and has not led to the outcome is not blamed.
        ([authorize], "", "", 0),
        (["fault: {at: service.sessionsSSO, delay: 2s, headers: {X-Slow: yes}}"], "", "", 0),
        ([otherApp], "", "", 0),
        ([expiredResponse, "provider: {id: Cablevision, set: {defect: none}}"], "", "", 0),
        // Two causes, two sentences.
        (["permission: denied"], "setting", "Access of com.example.stream is denied.", 1),
        (["permission: restricted"], "setting", "Access of com.example.stream is restricted.", 1),
        (["signOut"], "setting", "No user is signed in.", 1),
        (["expireAccount"], "setting", "The account has expired.", 1),
        ([noSingleSignOn], "setting", "Single sign-on of Cablevision is off.", 1),
        ([degraded], "setting", "Degradation of Cablevision is AuthNAll.", 1),
        ([expiredResponse], "defect", "Cablevision has the SAML defect expired.", 1),
        ([wrapped], "defect", "Cablevision has the SAML defect xsw3.", 1),
        ([sessions], "fault", "Fault 1 at service.sessionsSSO: 503.", 1),
        ([slow], "fault", "Fault 1 at service.sessionsSSO: 503, Retry-After 30.", 1),
        // The one of several that led to the outcome.
        ([wrapped, "permission: denied"], "setting", "Access of com.example.stream is denied.", 2),
        ([wrapped, noSingleSignOn], "setting", "Single sign-on of Cablevision is off.", 2),
        ([authorize, sessions], "fault", "Fault 2 at service.sessionsSSO: 503.", 2),
        ([authorize, wrapped], "defect", "Cablevision has the SAML defect xsw3.", 2),
        ([otherApp, "signOut"], "setting", "No user is signed in.", 2),
        // The last command that set it.
        ([wrapped, expiredResponse], "defect", "Cablevision has the SAML defect expired.", 2),
        (
            [noSingleSignOn, "resetIntegration: {mvpd: Cablevision}", noSingleSignOn], "setting",
            "Single sign-on of Cablevision is off.", 3
        ),
    ]

    /// Returns the flows of a world after some steps, a call of the app and some more steps.
    private static func flows(
        _ before: [String], profile: String = ExplanationTests.device(), then after: [String] = []
    ) async throws -> [JSONValue] {
        let steps = before + ["setRequestor: REF30"] + after
        let text = profile + "\nflow:\n" + steps.map { "  - \($0)\n" }.joined()
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "cause.yaml").first)
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        _ = try await ProfileRunner().run(profile, in: world)
        let page = try SelectedDevice(of: world, name: nil, title: "world").journal(after: 0, contains: nil)
        return try JSONValue(json: Data(JSONText.line(FlowListing(of: page, .all)).utf8))["flows"]?.elements ?? []
    }

    @Test("is what had been set that led to it, with the command, and nothing else", arguments: causes.indices)
    func cause(_ index: Int) async throws {
        let (set, kind, sentence, place) = Self.causes[index]
        let flows = try await Self.flows(set)
        let commands = flows.filter { $0["kind"] == "command" }
        let call = try #require(flows.last { $0["kind"] == "call" })
        let cause = call["cause"]
        #expect(
            [cause?["kind"]?.string ?? "", cause?["sentence"]?.string ?? ""] == [kind, sentence], "\(set): \(call)")
        #expect(cause?["entry"] == (place == 0 ? nil : commands[place - 1]["first"]), "\(set)")
        #expect(cause?["ended"] == nil)
    }

    @Test("has no command if the profile has it so")
    func profile() async throws {
        let faulty = ExplanationTests.device("faults: [{at: service.sessionsSSO, error: 503}]")
        let struck = try #require(try await Self.flows([], profile: faulty).last { $0["kind"] == "call" })
        #expect(struck["cause"]?["fault"]?["id"] == 1)
        #expect(struck["cause"]?["entry"] == nil)
        let signedOut = "schema: 1\nname: signed-out\ndevice: {apps: {com.example.stream: {access: granted}}}"
        let call = try #require(try await Self.flows([], profile: signedOut).last { $0["kind"] == "call" })
        #expect(call["cause"]?["sentence"] == "No user is signed in.")
        #expect(call["cause"]?["entry"] == nil)
        // A way back to the profile is not what had set it.
        let defective = ExplanationTests.device(
            "providers:\n  Cablevision: {defect: expired, subscribers: {alice: {}}}")
        let back = ["provider: {id: Cablevision, set: {defect: none}}", "resetProvider: Cablevision"]
        let refused = try #require(try await Self.flows(back, profile: defective).last { $0["kind"] == "call" })
        #expect(refused["cause"]?["kind"] == "defect" && refused["cause"]?["entry"] == nil)
    }

    @Test("ends with the first later command that changes it again, and not with another one")
    func end() async throws {
        for (set, after, ends) in [
            (Self.wrapped, "provider: {id: Cablevision, set: {defect: none}}", true),
            (Self.wrapped, "resetProvider: Cablevision", true), (Self.wrapped, "reset", true),
            (Self.wrapped, "provider: {id: Dish, set: {defect: none}}", false),
            (Self.wrapped, "provider: {id: Cablevision, set: {displayName: Other}}", false),
            (Self.sessions, "removeFault: 1", true), (Self.sessions, "clearFaults", true),
            (Self.sessions, Self.authorize, false),
            ("permission: denied", "permission: granted", true), ("permission: denied", Self.otherApp, false),
            ("signOut", "signIn: {provider: Cablevision, as: alice}", true),
        ] {
            let flows = try await Self.flows([set], then: [after])
            let call = try #require(flows.last { $0["kind"] == "call" })
            let last = try #require(flows.last { $0["kind"] == "command" })
            #expect(call["cause"]?["ended"] == (ends ? last["first"] : nil), "\(set), then \(after)")
        }
    }

    @Test("keeps the words of the service, the code and the status when the SDK tells of a refusal")
    func refusal() async throws {
        let call = try #require(try await Self.flows([Self.wrapped]).last { $0["kind"] == "call" })
        #expect(call["code"] == "invalid_parameter_saml_response" && call["status"] == 400)
        #expect(call["details"]?.elements?.first?["by"] == "service")
        #expect(call["profileIssued"] == false)
        let good = try #require(try await Self.flows([]).last { $0["kind"] == "call" })
        #expect(good["profileIssued"] == true && good["details"] == nil)
    }
}
