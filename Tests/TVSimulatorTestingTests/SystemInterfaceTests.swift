import Foundation
import TVSimDevice
import TVSimProviderMessages
import TVSimWorld
import TVSimulator
import Testing
import VideoSubscriberAccount

/// A test that is the person before the system's interface; what stands behind it is played here.
@Suite(.timeLimit(.minutes(5))) struct SystemInterfaceTests {
    static func picker() -> ProviderPicker {
        ProviderPicker(
            known: KnownProvider.defaults, supported: [], featured: ["Dish"],
            applicationProviders: [.init(identifier: "own", displayName: "Our own")], videoTitle: "A film",
            rows: .supported, acceptable: { _ in true })
    }

    /// Presents the picker and obeys whoever acts, as the framework does; ends with the interface.
    static func present(on simulator: Simulator) async -> InterfaceOutcome {
        let device = simulator.world.device
        let interface = PresentedInterface(page: .picker(picker()))
        device.screen.show(interface)
        defer { device.screen.clear() }
        while true {
            guard case .person(let action) = await interface.next(), let page = interface.page else {
                interface.settle(.ended)
                return .withdrawn
            }
            switch InterfaceStep.of(action, on: page) {
            case .impossible(let reason): interface.settle(.impossible(reason))
            case .decide: interface.settle(.impossible("this test presents no access prompt"))
            case .end(let outcome):
                interface.settle(.ended)
                return outcome
            case .askApp(let row):
                interface.settle(.shows(.signIn(SignInPage(provider: row, videoTitle: "A film"))))
            case .askProvider(let provider, let subscriber, let password):
                let attempt = SignInAttempt(provider: provider, subscriber: subscriber, password: password)
                if case .accepted? = try? await device.providerConnection.signIn(attempt) {
                    interface.settle(.ended)
                    return .signedIn(provider: provider)
                }
                guard case .signIn(var signIn) = page else { continue }
                signIn.failedAttempts += 1
                interface.settle(.shows(.signIn(signIn)))
            }
        }
    }

    /// Nobody answers of their own accord.
    private static func simulator() throws -> Simulator {
        try Simulator(profile: "schema: 1\nname: x\nviewer: {systemPicker: none}\n")
    }

    @Test("shows the picker, then the sign-in page, and is dismissed when the user is signed in")
    func signIn() async throws {
        let simulator = try Self.simulator()
        #expect(simulator.presentedInterface == nil)
        async let outcome = Self.present(on: simulator)
        let interface = try await simulator.nextInterface()
        #expect(simulator.presentedInterface != nil)
        #expect(interface.isPresented)
        #expect(interface.title == "TV Provider")
        #expect(interface.otherTitle == "Other TV Provider")
        #expect(interface.videoTitle == "A film")
        #expect(interface.featured.map(\.identifier) == ["Dish"])
        #expect(interface.providers.map(\.displayName) == ["Cablevision", "Suddenlink"])
        #expect(interface.applicationProviders.map(\.identifier) == ["own"])
        #expect(interface.signInProvider == nil)
        #expect(interface.failedAttempts == 0)

        try await interface.choose("Cablevision")
        #expect(interface.signInProvider?.identifier == "Cablevision")
        #expect(interface.title == "Cablevision")
        #expect(interface.otherTitle == nil)
        #expect(interface.providers.isEmpty && interface.featured.isEmpty && interface.applicationProviders.isEmpty)
        try await interface.signIn(as: "alice", password: "wrong")
        #expect(interface.failedAttempts == 1)
        #expect(interface.isPresented)
        try await interface.signIn(as: "alice")
        #expect(await outcome == .signedIn(provider: "Cablevision"))
        #expect(!interface.isPresented)
        #expect(interface.title == nil)
        #expect(interface.videoTitle == nil)
        #expect(simulator.presentedInterface == nil)
    }

    @Test("is a new one for the next request, however soon a test requests it")
    func next() async throws {
        let simulator = try Self.simulator()
        async let outcomes = [Self.present(on: simulator), Self.present(on: simulator)]
        for _ in 0..<2 {
            let interface = try await simulator.nextInterface()
            #expect(interface.title == "TV Provider")
            try await interface.chooseOther()
        }
        #expect(await outcomes == [.otherProvider, .otherProvider])
    }

    @Test("ends with the action of the user")
    func ends() async throws {
        let simulator = try Self.simulator()
        typealias Ending = @Sendable (SystemInterface) async throws -> Void
        let endings: [(Ending, InterfaceOutcome)] = [
            ({ try await $0.cancel() }, .cancelled),
            ({ try await $0.chooseOther() }, .otherProvider),
            ({ try await $0.choose("Suddenlink") }, .listedOnly(provider: "Suddenlink")),
            ({ try await $0.choose("own") }, .applicationProvider("own")),
            (
                {
                    try await $0.choose("Dish")
                    try await $0.loseNetwork()
                }, .unreachable
            ),
        ]
        for (end, expected) in endings {
            async let outcome = Self.present(on: simulator)
            let interface = try await simulator.nextInterface()
            try await end(interface)
            #expect(!interface.isPresented)
            #expect(await outcome == expected)
        }
    }

    @Test("rejects an impossible action with one line, and stays as it is")
    func refusals() async throws {
        let simulator = try Self.simulator()
        async let outcome = Self.present(on: simulator)
        let interface = try await simulator.nextInterface()
        await expect("the picker does not show 'Cablevison'; it shows Dish, Cablevision, Suddenlink, own") {
            try await interface.choose("Cablevison")
        }
        let early = "the picker is open: choose a provider first"
        await expect(early) { try await interface.signIn(as: "alice") }
        await expect(early) { try await interface.loseNetwork() }
        #expect(interface.providers.count == 2)
        try await interface.choose("Dish")
        await expect("a sign-in page has no provider to choose") { try await interface.choose("Dish") }
        await expect("a sign-in page has no provider to choose") { try await interface.chooseOther() }
        #expect(interface.signInProvider?.displayName == "Dish Network")
        try await interface.cancel()
        #expect(await outcome == .cancelled)
        await expect("the system's interface was already dismissed") { try await interface.cancel() }
        await expect("the system's interface was already dismissed") { try await interface.choose("Dish") }
    }

    private func expect(_ sentence: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("nothing was thrown, but: \(sentence)")
        } catch {
            let told = error as? SimulatorError
            #expect(told?.reason == sentence)
            #expect(told?.place?.hasPrefix("TVSimulatorTestingTests/SystemInterfaceTests.swift:") == true)
        }
    }

    @Test("waiting for an interface ends with the task that waits")
    func cancelled() async throws {
        let simulator = try Self.simulator()
        let waiting = Task { try await simulator.nextInterface() }
        waiting.cancel()
        let error = await #expect(throws: SimulatorError.self) { _ = try await waiting.value }
        #expect(error?.code == .cancelled)
        #expect(error?.reason == "the wait for the system's interface was cancelled")
    }

    @Test("waiting for an interface ends with the test's timeout")
    func limited() async throws {
        let simulator = try Self.simulator()
        let error = await #expect(throws: SimulatorError.self) {
            _ = try await simulator.nextInterface(within: .zero, fileID: "MyTests/SignIn.swift", line: 12)
        }
        #expect(error?.code == .timedOut)
        #expect(
            error?.description
                == "MyTests/SignIn.swift:12: timed out after 0.0 seconds while waiting for the system's interface")
        async let outcome = Self.present(on: simulator)
        // Long enough wherever other tests hold all threads.
        try await simulator.nextInterface(within: .seconds(600)).cancel()
        #expect(await outcome == .cancelled)
    }

    @Test("waiting for an interface fails immediately if the scripted user answers every interface")
    func scripted() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: x\n")
        let error = await #expect(throws: SimulatorError.self) { _ = try await simulator.nextInterface() }
        #expect(error?.code == .impossible)
        #expect(error?.reason.hasSuffix("set 'viewer: {systemPicker: none}' in the profile") == true)
    }

    @Test("shows the access prompt, of which only the two answers are possible")
    func prompt() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: x\nviewer: {accessPrompt: none}\n")
        async let status = simulator.run { try await VSAccountManager().checkAccessStatus(options: [.prompt: true]) }
        let interface = try await simulator.nextInterface()
        #expect(interface.promptingApp == "com.example.stream")
        #expect(interface.title == "“com.example.stream” would like to use your TV provider")
        #expect(interface.providers.isEmpty && interface.otherTitle == nil && interface.signInProvider == nil)
        let wrong: [(SystemInterface) async throws -> Void] = [
            { try await $0.choose("Dish") }, { try await $0.chooseOther() }, { try await $0.cancel() },
            { try await $0.signIn(as: "carol") }, { try await $0.loseNetwork() },
        ]
        for act in wrong {
            let error = await #expect(throws: SimulatorError.self) { try await act(interface) }
            #expect(error?.code == .impossible)
            #expect(error?.reason == "the access prompt is open: allow or deny access")
        }
        try await interface.allow()
        #expect(!interface.isPresented && interface.promptingApp == nil && interface.title == nil)
        #expect(try await status == .granted)
        let late = await #expect(throws: SimulatorError.self) { try await interface.deny() }
        #expect(late?.code == .notFound)
    }

    @Test("the picker has no answers of the access prompt")
    func noPrompt() async throws {
        let simulator = try Self.simulator()
        async let outcome = Self.present(on: simulator)
        let interface = try await simulator.nextInterface()
        #expect(interface.promptingApp == nil)
        let error = await #expect(throws: SimulatorError.self) { try await interface.allow() }
        #expect(error?.code == .impossible)
        #expect(error?.reason == "no prompt is open")
        try await interface.cancel()
        #expect(await outcome == .cancelled)
    }
}
