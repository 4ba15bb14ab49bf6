import AccessEnabler
import TVSimulatorTesting
import Testing

@Suite("An app with the SDK at an MVPD that is strict", .timeLimit(.minutes(5)))
struct MVPDAnswerSDKTests {
    private func signedIn() async throws -> (Simulator, LaunchedApp) {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: strict
                providers:
                  Cablevision:
                    subscribers:
                      alice: {entitlements: [REF30, CNN], denials: {ESPN: Too many devices.}}
                """)
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
        let app = simulator.launch()
        try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }
        return (simulator, app)
    }

    @Test("gets the MVPD's words as the description of a failed request for a token")
    func words() async throws {
        let (_, app) = try await signedIn()
        let callbacks = try await app.callbacks { $0.getAuthorization("ESPN") }
        #expect(
            callbacks.last == "tokenRequestFailed(ESPN, \"User not Authorized Error\", \"Too many devices.\")",
            "\(callbacks)")
    }

    @Test(
        "is signed in again by the device's account after the MVPD ended the session, at once or at a question",
        arguments: [true, false])
    func endedSession(notify: Bool) async throws {
        let (simulator, app) = try await signedIn()
        try simulator.perform("endSessions: {provider: Cablevision, subscriber: alice, notify: \(notify)}")
        let callbacks = try await app.callbacks { $0.getAuthorization("CNN") }
        #expect(callbacks.contains("setAuthenticationStatus(1, \"\")"), "\(callbacks)")
        #expect(callbacks.last == "setToken(CNN)", "\(callbacks)")
    }
}
