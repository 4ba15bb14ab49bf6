import AccessEnabler
import TVSimulatorTesting
import Testing

@Suite("The examples of README and the articles pass", .timeLimit(.minutes(5)))
struct ReadmeExampleTests {
    @Test(.simulator()) func isSignedInSilently() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")

        let app = simulator.launch()
        try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }
    }

    @Test(.simulator()) func signsInAndWatches() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: denied")
        try simulator.perform("viewer: {appPicker: {choose: Mediacom}, signIn: {as: erin}}")
        let app = simulator.launch()
        try await app.expect(["status(VSA403)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await app.expect(["…", "navigateToUrl(…)", "setAuthenticationStatus(1, …)"]) { $0.getAuthentication() }
        try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
        try simulator.perform("advance: 31d")
        try await app.expect(["status(N000)", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
    }

    @Test(.simulator()) func signsInOnThePage() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: denied")
        let app = simulator.launch()
        try await app.callbacks { $0.setOptions(["handleSVC": true]) }
        try await app.callbacks { $0.setRequestor("REF30") }
        try await app.callbacks { $0.getAuthentication() }
        try await app.expect(["navigateToUrl(…)"]) { $0.setSelectedProvider("Mediacom") }
        let page = try #require(await app.page())
        let redirect = try #require(try await simulator.visit(page, as: "erin"))
        try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.handleExternalURL(redirect) }
    }
}
