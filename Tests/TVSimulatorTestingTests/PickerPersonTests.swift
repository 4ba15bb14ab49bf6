import Foundation
import TVSimDevice
import TVSimIdentityProvider
import TVSimRuns
import TVSimScenario
import TVSimWorld
import TVSimulator
import TestSupport
import Testing
import VideoSubscriberAccount

/// A test is the person: the app, the framework, the provider and the picker are the real ones of a world.
@Suite(.timeLimit(.minutes(5))) struct PickerPersonTests {
    static let profile = """
        schema: 1
        name: a person before the picker
        device:
          apps: {com.example.stream: {access: granted}}
        viewer: {systemPicker: none}
        providers:
          Acme:
            displayName: Acme TV
            schemes: [saml, api]
            apiResponse: {status: active, body: '{"tier": "basic"}'}
            subscribers: {zoe: {password: right}}
          Listed: {boarding: pickerOnly}
        """

    @Test(
        "a user with accounts at two providers signs in with the password of the page's provider",
        arguments: [
            "viewer: {appPicker: {choose: Two}, signIn: {as: alice}}",
            "device: {platform: tvOS}\nviewer: {appPicker: {choose: Two}, secondScreen: {as: alice}}",
        ])
    func twoAccounts(viewer: String) async throws {
        let text = """
            schema: 1
            name: two accounts
            \(viewer)
            providers:
              One: {subscribers: {alice: {password: first}}}
              Two: {subscribers: {alice: {password: second}}}
            service:
              requestors: {REF30: {integrations: {One: {singleSignOn: false}, Two: {singleSignOn: false}}}}
            flow:
              - setRequestor: REF30
              - getAuthentication
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "two").first)
        let report = try await ProfileRunner().run(profile)
        let callbacks = report.steps.last?.callbacks.map(\.text) ?? []
        #expect(callbacks.contains { $0.hasPrefix("setAuthenticationStatus(1") }, "\(callbacks)")
    }

    @Test("a change that duplicates a userID is rejected, and nothing changes")
    func sharedUserID() throws {
        let simulator = try Simulator(profile: Self.profile)
        func change(_ name: String, to userID: String) throws {
            try simulator.perform(
                "provider: {id: Acme, set: {subscribers: {\(name): {attributes: {userID: \(userID)}}}}}")
        }
        let before = try simulator.world.providers.providers()
        let error = #expect(throws: SimulatorError.self) { try change("ann", to: "zoe") }
        let reason = "'ann' and 'zoe' have the same userID 'zoe': it must be unique"
        #expect(error?.reason == "subscribers.ann.attributes.userID: \(reason)")
        #expect(try simulator.world.providers.providers() == before)
        try change("zoe", to: "ann")
        #expect(try simulator.world.providers.providers() != before)
    }

    /// What an app learns that may interrupt the person and asks by the scheme `api`.
    @Sendable private static func ask() async -> Told {
        let manager = VSAccountManager()
        let delegate = Presenter()
        manager.delegate = delegate
        let request = VSAccountMetadataRequest()
        request.isInterruptionAllowed = true
        request.includeAccountProviderIdentifier = true
        request.supportedAuthenticationSchemes = [.api]
        request.attributeNames = ["appLevelAuth"]
        request.localizedVideoTitle = "A film"
        let told = await awaiting("answer", otherwise: Told()) { continuation in
            manager.enqueue(request) { metadata, error in
                continuation.resume(
                    returning: Told(
                        provider: metadata?.accountProviderIdentifier,
                        body: metadata?.accountProviderResponse?.body, code: (error as? VSError)?.code))
            }
        }
        return withExtendedLifetime(delegate) { told }
    }

    struct Told: Sendable, Hashable {
        var provider: String?
        var body: String?
        var code: VSError.Code?
    }

    private final class Presenter: NSObject, VSAccountManagerDelegate {
        func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
        func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
    }

    @Test("the user signs in after a wrong password, and the app receives the provider's own answer")
    func signsIn() async throws {
        let simulator = try Simulator(profile: Self.profile)
        async let told = simulator.run { await Self.ask() }
        let interface = try await simulator.nextInterface()
        #expect(interface.providers.map(\.displayName) == ["Acme TV", "Listed"])
        #expect(interface.videoTitle == "A film")
        try await interface.choose("Acme")
        try await interface.signIn(as: "zoe", password: "wrong")
        #expect(interface.failedAttempts == 1)
        try await interface.signIn(as: "zoe", password: "right")
        #expect(!interface.isPresented)
        #expect(await told == Told(provider: "Acme", body: #"{"tier": "basic"}"#))
        let account = try #require(try simulator.world.device.account())
        #expect(account.subscriber == "zoe")
        #expect(account.expires == (try simulator.now()).addingTimeInterval(30 * 86_400))
    }

    @Test("cancelling, another provider and a lost network sign no user in, and have different errors")
    func endings() async throws {
        let simulator = try Simulator(profile: Self.profile)
        typealias Ending = @Sendable (SystemInterface) async throws -> Void
        let endings: [(Ending, VSError.Code)] = [
            ({ try await $0.cancel() }, .userCancelled),
            ({ try await $0.chooseOther() }, .unsupportedProvider),
            ({ try await $0.choose("Listed") }, .unsupportedProvider),
            (
                {
                    try await $0.choose("Acme")
                    try await $0.loseNetwork()
                }, .serviceTemporarilyUnavailable
            ),
        ]
        for (end, code) in endings {
            async let told = simulator.run { await Self.ask() }
            try await end(try await simulator.nextInterface())
            #expect(await told == Told(code: code))
        }
        #expect(try simulator.world.device.account() == nil)
    }

    @Test("faults of the interface and of the sign-in occur where they are set")
    func faults() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let faults: [(String, VSError.Code)] = [
            ("{at: accountManager.interface, error: rejected, times: 1}", .rejected),
            ("{at: provider.signIn, error: unreachable, times: 1, after: 0}", .serviceTemporarilyUnavailable),
            ("{at: provider.signIn, error: rejected, times: 1}", .providerRejected),
        ]
        for (fault, code) in faults {
            try simulator.perform("fault: \(fault)")
            async let told = simulator.run { await Self.ask() }
            let interface = try await simulator.nextInterface()
            try await interface.choose("Acme")
            if interface.isPresented { try await interface.signIn(as: "zoe") }
            #expect(await told == Told(code: code), "\(fault)")
        }
    }
}
