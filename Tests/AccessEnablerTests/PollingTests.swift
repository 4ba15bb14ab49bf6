import AccessEnabler
import TVSimulator
import Testing

/// The second screen of an app that nobody drives: its SDK waits for the simulated clock by itself.
@Suite("Polling on tvOS")
struct PollingTests {
    static let profile = """
        schema: 1
        name: polling
        device: {platform: tvOS}
        service: {requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false}}}}}
        """

    @Test("ends when somebody has moved the clock past the code's end, and not before")
    func expires() async throws {
        let simulator = try Simulator(profile: Self.profile)
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        app.enabler.setSelectedProvider("Cablevision")
        #expect(await app.next(1) == ["status REGCODE"])
        try simulator.perform("advance: 29m")
        // An answer to something else shows that the first question has been asked and answered.
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider Cablevision"])
        try simulator.perform("advance: 2m")
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }
}
