import AccessEnabler
import TVSimStructuredText
import TVSimulatorTesting
import Testing

@Suite("Simulator.explore", .timeLimit(.minutes(5)))
struct ExplorationTests {
    /// A player that forgets to look at the status again after it was signed in once.
    private final class Player: Sendable {
        private let app: LaunchedApp
        private let signedIn = Locked(false)
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

    private struct Wrong: Error, CustomStringConvertible { let description = "it is wrong" }

    private func failure(
        _ profile: String, seed: UInt64 = 1, steps: Int = 300,
        checking check: @escaping @Sendable (LaunchedApp) async throws -> Bool
    ) async throws -> ExplorationFailure? {
        do {
            try await Simulator(profile: profile).explore(
                seed: seed, steps: steps, fileID: "Mine.swift", line: 7, check)
            return nil
        } catch let failure as ExplorationFailure {
            return failure
        }
    }

    @Test("says without an event if the check fails in the new world, with the error of the check and the place")
    func newWorld() async throws {
        let found = try #require(
            try await failure("{schema: 1, name: n, device: {platform: tvOS}}") { _ in throw Wrong() })
        #expect(found.events.isEmpty && found.reason == "it is wrong")
        #expect("\(found)".hasPrefix("Mine.swift:7: the check fails without an event: it is wrong\n{"))
        // The profile has what differs from the built-in world, and who found it.
        #expect(found.profile.contains(#""platform" : "tvOS""#) && found.profile.contains("Simulator.explore(seed: 1)"))
        #expect(!found.profile.contains(#""providers""#))
    }

    @Test("begins with the events of the profile's flow, and leaves out its calls")
    func start() async throws {
        let profile = """
            schema: 1
            name: n
            flow: [{setRequestor: REF30}, {permission: granted}, logout, {advance: 1d}, {settings: {platform: tvOS}}]
            """
        let texts = Locked<[[String]]>([])
        let found = try #require(
            try await failure(profile, steps: 3) { app in
                let told = try await app.callbacks { $0.setRequestor("REF30") }
                texts.withLockedValue { $0.append(told) }
                return texts.withLockedValue { $0.count } != 4
            })
        // The fourth check is the one after the third event; the shorter flows do not fail again.
        #expect(found.events.count == 3)
        #expect(found.events.first == #"{"permission":"granted"}"# && found.events[1] == #"{"advance":"1d"}"#)
        #expect("\(found)".contains("the check fails after {"))
    }

    @Test("counts an app that the system ends, and an event that is not possible, as no failure")
    func noFailure() async throws {
        let ending = "{schema: 1, name: n, device: {apps: {com.example.stream: {usageDescription: false}}}}"
        let count = Locked(0)
        #expect(
            try await failure(ending) { app in
                count.withLockedValue { $0 += 1 }
                try await app.callbacks { $0.setRequestor("REF30") }
                try await app.callbacks { $0.getAuthentication() }
                return true
            } == nil)
        #expect(count.withLockedValue(\.self) > 10)
    }

    @Test("does not go on when the task is cancelled")
    func cancelled() async throws {
        let simulator = try Simulator(profile: "{schema: 1, name: n}")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await simulator.explore { _ in throw CancellationError() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("draws the same events for a seed, and others for another")
    func seeds() async throws {
        func events(_ seed: UInt64) async throws -> [String]? {
            let count = Locked(0)
            return try await failure("{schema: 1, name: n}", seed: seed) { _ in
                count.withLockedValue { count in
                    count += 1
                    return count != 40
                }
            }?.events
        }
        let first = try await events(1)
        #expect(try await events(1) == first && first != nil)
        #expect(try await events(2) != first)
    }
}
