import AccessEnabler
import TVSimulatorTesting
import Testing

@Suite("If the scripted user does not answer the system's interface", .timeLimit(.minutes(5)))
struct PersonTests {
    static let profile = """
        schema: 1
        name: a person who answers by hand
        device: {apps: {com.example.stream: {access: granted}}}
        viewer: {systemPicker: none}
        """

    private func launch() async throws -> (Simulator, LaunchedApp) {
        let simulator = try Simulator(profile: Self.profile)
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        return (simulator, app)
    }

    @Test("a call returns, the test acts as the user, and the next call reports the rest")
    func inSequence() async throws {
        let (simulator, app) = try await launch()
        try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        // As long as the test does nothing, the SDK stands still, whatever it is called.
        try await app.expect([]) { $0.getSelectedProvider() }
        let interface = try await simulator.nextInterface()
        try await interface.choose("Cablevision")
        try await app.expect([])
        try await interface.signIn(as: "alice", password: "wrong")
        try await app.expect([])
        try await interface.signIn(as: "alice")
        try await app.expect([
            "dismissTvProviderDialog", "setAuthenticationStatus(1, \"\")", "selectedProvider(Cablevision)",
        ])
    }

    @Test(
        "a test that acts as the user at the same time gets the same callbacks, however fast it is", arguments: 0..<20)
    func meanwhile(_: Int) async throws {
        let (simulator, app) = try await launch()
        async let callbacks = app.callbacks { $0.getAuthentication() }
        let interface = try await simulator.nextInterface()
        try await interface.choose("Cablevision")
        try await interface.signIn(as: "alice")
        #expect(try await callbacks == ["presentTvProviderDialog"])
        try await app.expect(["dismissTvProviderDialog", "setAuthenticationStatus(1, \"\")"])
    }

    @Test("a call returns at the access prompt, and the next call reports what follows from the answer")
    func prompt() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: asks\nviewer: {accessPrompt: none}\n")
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.expect([]) { $0.getAuthentication() }
        let interface = try await simulator.nextInterface()
        #expect(interface.promptingApp == "com.example.stream")
        try await app.expect([])
        try await interface.deny()
        try await app.expect(["status(VSA403)", "displayProviderDialog(Cablevision, Dish, Suddenlink, Mediacom)"])
    }

    @Test("another app of the device continues until it needs the interface too")
    func twoApps() async throws {
        let (simulator, app) = try await launch()
        try simulator.perform("setPermission: {bundleID: com.example.other, access: granted}")
        try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        let other = try simulator.launch(as: "com.example.other")
        try await other.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await other.expect(["status(N000)", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
        try await other.expect([]) { $0.getAuthentication() }
        try await simulator.nextInterface().cancel()
        try await other.expect(["presentTvProviderDialog"])
        try await app.expect([
            "dismissTvProviderDialog", "status(N005)", "displayProviderDialog(Cablevision, Dish, Suddenlink, Mediacom)",
        ])
        try await simulator.nextInterface().cancel()
        try await other.expect([
            "dismissTvProviderDialog", "status(N005)", "displayProviderDialog(Cablevision, Dish, Suddenlink, Mediacom)",
        ])
    }

    @Test("apps with a scripted user wait for each other's interface, and get all callbacks", arguments: 0..<10)
    func scriptedApps(_: Int) async throws {
        let profile = """
            schema: 1
            name: a person who chooses
            device: {apps: {com.example.stream: {access: granted}, com.example.other: {access: granted}}}
            viewer: {systemPicker: {choose: Cablevision, as: alice}}
            """
        let simulator = try Simulator(profile: profile)
        let apps = [simulator.launch(), try simulator.launch(as: "com.example.other")]
        for app in apps { try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") } }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for app in apps { group.addTask { try await app.callbacks { $0.getAuthentication() } } }
            for try await callbacks in group { #expect(callbacks.contains("setAuthenticationStatus(1, \"\")")) }
        }
    }

    @Test("an app that waits for another one's interface can be relaunched, and the interface stays")
    func relaunchedBehind() async throws {
        let (simulator, app) = try await launch()
        try simulator.perform("setPermission: {bundleID: com.example.other, access: granted}")
        try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        let other = try simulator.launch(as: "com.example.other")
        try await other.expect(["setRequestorComplete(1)"]) {
            $0.setRequestor("REF30")
            $0.getAuthentication()
        }
        try await other.relaunch()
        #expect(simulator.presentedInterface != nil)
        try await other.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await simulator.nextInterface().cancel()
        #expect(simulator.presentedInterface == nil)
    }

    @Test(
        "a process that ends when its turn comes does not affect the next one", arguments: 0..<20
    )
    func relaunchedAsTurnComes(_: Int) async throws {
        let (simulator, app) = try await launch()
        try simulator.perform("setPermission: {bundleID: com.example.other, access: granted}")
        try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        let other = try simulator.launch(as: "com.example.other")
        try await other.callbacks {
            $0.setRequestor("REF30")
            $0.getAuthentication()
        }
        async let ended: Void = other.relaunch()
        try await simulator.nextInterface().cancel()
        try await ended
        try await other.expect([])
        #expect(simulator.presentedInterface == nil)
    }

    @Test("two interfaces in sequence pause the app twice")
    func twice() async throws {
        let (simulator, app) = try await launch()
        try await app.expect(["presentTvProviderDialog"]) {
            $0.getAuthentication()
            $0.setSelectedProvider(nil)
            $0.getAuthentication()
        }
        try await simulator.nextInterface().cancel()
        try await app.expect(["dismissTvProviderDialog", "…", "presentTvProviderDialog"])
        try await simulator.nextInterface().cancel()
        try await app.expect(["dismissTvProviderDialog", "…"])
    }

    @Test("a scripted user who is changed to answer also answers the presented interface")
    func answersFromNowOn() async throws {
        let (simulator, app) = try await launch()
        try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        try simulator.perform("viewer: {systemPicker: {choose: Dish, as: carol}}")
        try await app.expect(["dismissTvProviderDialog", "setAuthenticationStatus(1, \"\")"])
    }

    @Test("a relaunch dismisses the interface")
    func relaunch() async throws {
        let (simulator, app) = try await launch()
        try await app.expect(["presentTvProviderDialog"]) {
            $0.getAuthentication(true, withData: [:])
            $0.getAuthentication(true, withData: [:])
        }
        try await app.relaunch()
        #expect(simulator.presentedInterface == nil)
        try await app.expect(["…", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    }

    @Test("a call that waits for another app's interface ends when the test is cancelled")
    func cancellation() async throws {
        let (simulator, app) = try await launch()
        let other = simulator.launch()
        try await other.callbacks { $0.setRequestor("REF30") }
        try await other.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
        let waiting = Task { try await app.callbacks { $0.getAuthentication() } }
        await Task.yield()
        waiting.cancel()
        let error = await #expect(throws: SimulatorError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        try await simulator.nextInterface().cancel()
        try await other.expect(["dismissTvProviderDialog", "…"])
    }

    @Test("a failure says what the test must do")
    func failure() async throws {
        let (_, app) = try await launch()
        let mismatch = await #expect(throws: CallbackMismatch.self) {
            try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.getAuthentication() }
        }
        let text = try #require(mismatch).description
        #expect(
            text.hasSuffix(
                "note: the system's interface waits for an answer: answer it with 'simulator.nextInterface()'"
            ))
    }
}
