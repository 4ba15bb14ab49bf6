import TVSimulatorTesting
import Testing

@testable import Player

@Test(.simulator()) func findsTheProvider() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: granted")
    try simulator.perform("signIn: {provider: Cablevision, as: alice}")

    let state = try await silentSignIn()
    #expect(state == .signedIn(provider: "Cablevision"))
}

@Test(.simulator()) func needsPermission() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: denied")
    try simulator.perform("signIn: {provider: Cablevision, as: alice}")

    let state = try await silentSignIn()
    #expect(state == .accessDenied)
}

@Test(.simulator()) func noticesThatTheUserSignedOut() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: granted")
    try simulator.perform("signIn: {provider: Cablevision, as: alice}")
    try simulator.perform("signOut")

    let state = try await silentSignIn()
    #expect(state == .signedOut)
}

@Test(.simulator()) func signsInAtTheService() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: granted")
    try simulator.perform("signIn: {provider: Cablevision, as: alice}")

    let app = simulator.launch()
    try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    try await app.expect(["setAuthenticationStatus(1, …)"]) { $0.checkAuthentication() }
    try await app.expect(["setToken(REF30)"]) { $0.getAuthorization("REF30") }
}

@Test(.simulator()) func isSignedOutAfterAMonth() async throws {
    let simulator = try Simulator.current
    try simulator.perform("permission: granted")
    try simulator.perform("signIn: {provider: Cablevision, as: alice, expires: +30d}")

    let app = simulator.launch()
    try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    try simulator.perform("advance: 31d")
    try await app.expect(["status(N000)", "setAuthenticationStatus(0, …)"]) { $0.checkAuthentication() }
}
