import Foundation
import TVSimulatorTesting
import Testing

@testable import AppAccount

/// Returns the account that the app uses.
func tvProviderAccount() -> any TVProviderAccount {
    #if DEBUG
        if let world = ProcessInfo.processInfo.environment["TVSIM_URL"].flatMap(URL.init(string:)) {
            return SimulatedTVProviderAccount(world: world)
        }
    #endif
    return SystemTVProviderAccount()
}

/// The half of Examples/ios-simulator that calls Apple's framework, with tvsim's module in its place.
///
/// `ExampleProgramTests` runs the other half, which calls a server.
@Suite("The example for the iOS Simulator, with the framework")
struct AppAccountTests {
    @Test("gives the account of the device, and its expiration date", .simulator())
    func granted() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice, expires: +30d}")

        let account = tvProviderAccount()
        #expect(account is SystemTVProviderAccount)
        #expect(try await account.access(prompting: true) == .granted)
        let metadata = try await account.metadata(TVProviderRequest())
        #expect(metadata.accountProviderIdentifier == "Cablevision")
        #expect(metadata.authenticationExpirationDate == Date(timeIntervalSince1970: 1_769_817_600))
    }

    @Test("gives the status without access, and then throws accessNotGranted", .simulator())
    func denied() async throws {
        try Simulator.current.perform("permission: denied")

        let account = SystemTVProviderAccount()
        #expect(try await account.access(prompting: true) == .denied)
        await #expect(throws: TVProviderError(code: .accessNotGranted)) {
            try await account.metadata(TVProviderRequest())
        }
    }

    @Test("has the user asked for access only if the app prompts", .simulator())
    func prompted() async throws {
        try Simulator.current.perform("viewer: {accessPrompt: allow}")

        let account = SystemTVProviderAccount()
        #expect(try await account.access(prompting: false) == .notDetermined)
        #expect(try await account.access(prompting: true) == .granted)
    }

    @Test("shows and hides the provider picker, and throws userCancelled if the user closes it", .simulator())
    func cancelled() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("viewer: {systemPicker: cancel}")

        let (shown, show) = AsyncStream.makeStream(of: String.self)
        let account = SystemTVProviderAccount(
            present: { _ in show.yield("presented") }, dismiss: { _ in show.yield("dismissed") })
        await #expect(throws: TVProviderError(code: .userCancelled)) {
            try await account.metadata(TVProviderRequest(isInterruptionAllowed: true))
        }
        var calls = shown.makeAsyncIterator()
        #expect(await calls.next() == "presented")
        #expect(await calls.next() == "dismissed")
    }

    @Test("names the provider that the app does not support", .simulator())
    func unsupported() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")

        await #expect(throws: TVProviderError(code: .unsupportedProvider, unsupportedProvider: "Cablevision")) {
            try await SystemTVProviderAccount().metadata(
                TVProviderRequest(supportedAccountProviderIdentifiers: ["Dish"]))
        }
    }
}
