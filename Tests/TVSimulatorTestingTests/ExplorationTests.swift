import AccessEnabler
import NIOConcurrencyHelpers
import TVSimulatorTesting
import Testing

@Suite("Simulator.explore", .timeLimit(.minutes(5)))
struct ExplorationTests {
    /// A player that forgets to look at the status again after it was signed in once.
    private final class Player: Sendable {
        private let app: LaunchedApp
        private let signedIn = NIOLockedValueBox(false)
        var isSignedIn: Bool { signedIn.withLockedValue { $0 } }

        init(_ app: LaunchedApp) { self.app = app }

        /// Comes to the foreground, and returns what the SDK says.
        func comeToForeground() async throws -> Bool {
            try await app.callbacks { $0.setRequestor("REF30") }
            let callbacks = try await app.callbacks { $0.checkAuthentication() }
            let status = callbacks.contains { $0.hasPrefix("setAuthenticationStatus(1") }
            if status { signedIn.withLockedValue { $0 = true } }
            return status
        }
    }

    @Test("finds the shortest events after which a check of an app's model fails")
    func finds() async throws {
        let simulator = try Simulator(profile: "{schema: 1, name: living room}")
        let failure = try #require(
            await #expect(throws: ExplorationFailure.self) {
                try await simulator.explore(launching: { Player($0) }) { player in
                    let status = try await player.comeToForeground()
                    return player.isSignedIn == status
                }
            })
        // The user signs in and permits the app to see it, and then something takes it away.
        #expect(failure.events.count == 3, "\(failure)")
        #expect(failure.events.contains { $0.contains("signIn") })
        #expect("\(failure)".contains(#""flow" : ["#))
        #expect(failure.reason == "the check returned false")
    }

    @Test("throws nothing if the check holds after every event")
    func holds() async throws {
        let simulator = try Simulator(profile: "{schema: 1, name: living room}")
        try await simulator.explore(steps: 100) { app in
            let callbacks = try await app.callbacks { $0.setRequestor("REF30") }
            return callbacks.filter { $0.hasPrefix("setRequestorComplete") }.count == 1
        }
    }
}
