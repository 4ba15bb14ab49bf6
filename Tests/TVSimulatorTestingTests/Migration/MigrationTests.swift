import AccessEnabler
import Foundation
import TVSimulatorTesting
import Testing

/// The tests of the how-to MigrateToRESTAPIV2, as their reader writes them.
@Suite("A migration from the SDK to REST API V2", .timeLimit(.minutes(5)))
struct MigrationTests {
    @Test(arguments: try SituationMatrix("access", "account", "integration"))
    func oldAndNewAgree(in situation: Situation) async throws {
        let old = try await withSimulator(in: situation) { simulator in
            try await SDKSignIn(softwareStatement: simulator.softwareStatement()).isSignedIn()
        }
        let new = try await withSimulator(in: situation) { simulator in
            try await RESTSignIn(softwareStatement: simulator.softwareStatement(), store: MemorySecretStore())
                .isSignedIn()
        }
        #expect(new == old)
    }

    @Test("has situations with both answers, so that agreement shows something")
    func bothAnswers() async throws {
        for (name, isSignedIn) in [("baseline", true), ("integration=disabled", false), ("access=denied", false)] {
            let answer = try await withSimulator(in: try Situation(name)) { simulator in
                try await RESTSignIn(softwareStatement: simulator.softwareStatement(), store: MemorySecretStore())
                    .isSignedIn()
            }
            #expect(answer == isSignedIn, "\(name)")
        }
    }

    @Test(
        "loses a sign-in on a provider's page with the update of the app, and keeps the account of the system",
        .simulator())
    func firstLaunchAfterTheUpdate() async throws {
        let simulator = try Simulator.current
        try simulator.perform("permission: denied")
        try simulator.perform("viewer: {appPicker: {choose: Mediacom}, signIn: {as: erin}}")
        let before = simulator.launch()
        try await before.expect(["status(VSA403)", "setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
        try await before.expect(["…", "navigateToUrl(…)", "setAuthenticationStatus(1, …)"]) {
            $0.getAuthentication()
        }

        let after = RESTSignIn(softwareStatement: try simulator.softwareStatement(), store: MemorySecretStore())
        #expect(try await after.isSignedIn() == false)

        try simulator.perform("permission: granted")
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
        #expect(try await after.isSignedIn())
    }

    @Test("has stand-ins on Linux for the keychain and for the browser of a sign-in", .simulator())
    func standIns() async throws {
        let simulator = try Simulator.current
        let store = MemorySecretStore()
        let client = RESTSignIn(softwareStatement: try simulator.softwareStatement(), store: store)
        let page = try await client.signInPage(of: "Cablevision", returningTo: "app://signed-in")
        let browser = SimulatedBrowser(simulator: simulator, user: "alice")
        #expect(try await browser.open(page, returningTo: "app").absoluteString == "app://signed-in")
        #expect(try await client.isSignedIn())
        // Without what the app has kept, it is another client, which is not signed in.
        let token = store.secret(for: "access_token")
        store.keep(nil, for: "access_token")
        #expect(try await client.isSignedIn() == false)
        #expect(store.secret(for: "access_token") != token)

        // A page that ends elsewhere is a sign-in that the user gave up.
        let elsewhere = try await client.signInPage(of: "Mediacom", returningTo: "https://example.com")
        await #expect(throws: URLError.self) {
            try await SimulatedBrowser(simulator: simulator, user: "erin").open(elsewhere, returningTo: "app")
        }
    }
}
