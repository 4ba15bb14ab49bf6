import Foundation
import TVSimCore
import TVSimDevice
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimExploration

@Suite("What is observed of a run")
struct HistoryRunnerTests {
    private static func history(_ text: String, recorder: CoverageRecorder = CoverageRecorder()) async throws
        -> FlowHistory
    {
        let profile = try #require(
            try ProfileDecoder.decode(text: "schema: 1\nname: seen\n" + text, source: "seen.yaml").first)
        return try await HistoryRunner().history(of: profile, recorder: recorder)
    }

    private static let signedIn = """
        device:
          platform: tvOS
          apps: {com.example.stream: {access: granted}}
          account: {provider: Cablevision, subscriber: alice}

        """

    @Test("has what holds before the first step and after each step")
    func worlds() async throws {
        let history = try await Self.history(
            Self.signedIn + """
                flow:
                  - permission: denied
                  - signOut
                  - settings: {platform: iOS}
                  - integration: {mvpd: Cablevision, set: {mediaTokenTTL: 60s}}
                  - setRequestor: REF30
                """)
        #expect(history.beginning.access == .granted && history.beginning.platform == .tvOS)
        #expect(history.beginning.accountHolder == "alice")
        #expect(history.steps.map(\.world.access) == Array(repeating: .denied, count: 5))
        #expect(history.steps.map(\.world.accountHolder) == ["alice", nil, nil, nil, nil])
        #expect(history.steps.map(\.world.platform) == [.tvOS, .tvOS, .iOS, .iOS, .iOS])
        let lifetimes = history.steps.map { $0.world.integrations["Cablevision"]?.mediaTokenTTL }
        #expect(lifetimes == [420, 420, 420, 60, 60], "\(lifetimes)")
        #expect(history.steps.map(\.action.call).last == "setRequestor")
        #expect(!history.steps.contains(where: \.isDisturbed) && !history.steps.contains(where: \.waitsForRequestor))
    }

    @Test("has the callbacks, the requests, the user's actions and the times of each step")
    func steps() async throws {
        let recorder = CoverageRecorder()
        let history = try await Self.history(
            Self.signedIn + """
                flow:
                  - getAuthentication
                  - setRequestor: REF30
                  - advance: 90s
                  - expireAccount
                  - fault: {at: service.token, error: unreachable, times: 9}
                  - relaunch
                  - setRequestor: REF30
                """, recorder: recorder)
        #expect(history.steps.map(\.waitsForRequestor) == [true, false, false, false, false, false, false])
        let set = history.steps[1]
        #expect(set.callbacks.map(\.text).contains("setRequestorComplete(1)"))
        #expect(!set.callbacks.contains { $0.name == .sendTrackingData })
        #expect(set.requests.contains { $0.endpoint == "partnerProfile" && $0.isExchange && $0.asksForProfile })
        #expect(set.requests.contains { $0.endpoint == "register" && $0.status == 201 && !$0.asksForProfile })
        #expect(history.steps[2].ended.timeIntervalSince(history.steps[2].began) == 90)
        #expect(history.steps[3].began == history.steps[2].ended && history.steps[2].requests.isEmpty)
        #expect(recorder.visited.contains(.callback(.setRequestorComplete)))
    }

    @Test("is disturbed by a step that is not possible, and by an interface that no user answers")
    func disturbed() async throws {
        let history = try await Self.history(
            """
            viewer: {accessPrompt: none}
            flow: [expireAccount, {setRequestor: REF30}, getAuthentication]
            """)
        #expect(history.steps.map(\.isDisturbed) == [true, false, true])
    }

    @Test("has each media token as the verifier of a server sees it")
    func mediaTokens() async throws {
        let history = try await Self.history(
            Self.signedIn + """
                service: {requestors: {REF30: {integrations: {Cablevision: {mediaTokenTTL: 60s}}}}}
                providers: {Cablevision: {subscribers: {alice: {entitlements: [REF30, News]}}}}
                flow:
                  - setRequestor: REF30
                  - {getAuthorization: REF30}
                  - {getAuthorization: Other}
                """)
        let token = try #require(history.steps[1].mediaTokens.first)
        #expect(history.steps.map(\.mediaTokens.count) == [0, 1, 0])
        #expect(token.resource == "REF30" && token.issuedFor == "REF30" && token.mvpd == "Cablevision")
        #expect(token.timeToLive == 60 && token.isValid && !token.isValidAtItsEnd)
        #expect(token.issued == history.steps[1].ended)
    }

    /// The settings of an integration, and whether something else than the subscription may decide.
    static let integrations: [(settings: String, isExceptional: Bool)] = [
        ("{}", false), ("{mediaTokenTTL: 60s}", false), ("{singleSignOn: false}", false),
        ("{degradation: AuthZAll}", true), ("{dummyAuthorization: true}", true),
        ("{platforms: {tvOS: {enabled: true}}}", true), ("{proxy: Other}", true),
        ("{tempPass: {duration: 1h}}", true),
    ]

    @Test("knows the integrations in which another rule than the subscription may decide", arguments: integrations)
    func exceptional(settings: String, isExceptional: Bool) async throws {
        let history = try await Self.history(
            "service: {requestors: {REF30: {integrations: {Cablevision: \(settings)}}}}\n")
        #expect(history.beginning.integrations["Cablevision"]?.isExceptional == isExceptional)
    }

    @Test("has the longest lifetimes and all entitlements of an MVPD that several requestors integrate")
    func union() async throws {
        let history = try await Self.history(
            """
            app: {requestor: ONE}
            providers:
              Dish: {homeNetwork: carol, subscribers: {carol: {entitlements: [News]}, dave: {}}}
              Acme: {subscribers: {erin: {entitlements: [Sports]}}}
            service:
              requestors:
                ONE: {integrations: {Dish: {authenticationTTL: 10d, mediaTokenTTL: 60s}, Plain: {provider: null}}}
                TWO:
                  integrations:
                    Dish: {provider: Acme, authenticationTTL: 2d, homeBasedAuthenticationTTL: 20d, mediaTokenTTL: 300s}
            """)
        let found = try #require(history.beginning.integrations["Dish"])
        #expect(found.authenticationTTL == 20 * 86_400 && found.mediaTokenTTL == 300)
        #expect(found.entitlements == ["carol": ["News"], "dave": [], "erin": ["Sports"]])
        #expect(found.homeSubscriber == "carol" && !found.isExceptional)
        #expect(history.beginning.integrations["Plain"]?.entitlements == [:])
        #expect(Set(history.beginning.integrations.keys) == ["Dish", "Plain"])
    }

    @Test("has the export of the device, which another device imports unchanged")
    func transfer() async throws {
        let history = try await Self.history(Self.signedIn + "flow: [{setRequestor: REF30}]\n")
        let transfer = try #require(history.transfer)
        #expect(transfer.exported == transfer.exportedAgain && transfer.exported.contains("alice"))
    }
}
