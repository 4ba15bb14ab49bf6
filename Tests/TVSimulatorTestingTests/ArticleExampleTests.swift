import AccessEnabler
import TVSimulatorTesting
import Testing
import VideoSubscriberAccount

@Suite("The examples of the how-to articles pass", .timeLimit(.minutes(5)))
struct ArticleExampleTests {
    @Test(.simulator()) func isSignedOutAfterAMonth() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice, expires: +30d}")
        let app = simulator.launch()
        try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }

        try simulator.perform("advance: 31d")

        try await app.expect(["status(N000)", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
    }

    @Test(.simulator()) func thirdCallFails() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("fault: {at: accountManager.checkAccessStatus, error: rejected, after: 2, times: 1}")

        let manager = VSAccountManager()
        #expect(try await manager.checkAccessStatus() == .granted)
        #expect(try await manager.checkAccessStatus() == .granted)
        await #expect(throws: VSError.self) { try await manager.checkAccessStatus() }
        #expect(try await manager.checkAccessStatus() == .granted)
    }

    @Test(.simulator()) func permissionIsRevokedBetweenLaunches() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice, expires: +30d}")

        let first = simulator.launch()
        try await first.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await first.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }

        try simulator.perform("permission: denied")

        let second = simulator.launch()
        try await second.expect(["status(VSA403)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await second.expect(["status(VSA403)", "status(N000)", "setAuthenticationStatus(0, …)"]) {
            $0.checkAuthentication()
        }
    }

    @Test(.simulator()) func signsInOnASecondScreen() async throws {
        let simulator = try Simulator.current
        try simulator.perform("settings: {platform: tvOS}")
        try simulator.perform("permission: denied")
        let app = simulator.launch()
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.callbacks { $0.getAuthentication() }
        try await app.expect(["…", "status(REGCODE)"]) { $0.setSelectedProvider("Mediacom") }

        let code = try #require(await app.code())
        try await simulator.activate(code, as: "erin")
        try simulator.perform("advance: 5s")

        try await app.expect(["setAuthenticationStatus(1, …)"])
    }
}
