import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

/// An app's screen: what stands in its methods is the main actor's, handlers without a word of it too.
@MainActor private final class Screen {
    private let manager = VSAccountManager()
    private var isAnswered = false

    func ask() async {
        await awaiting("answer") { continuation in
            manager.enqueue(VSAccountMetadataRequest()) { _, _ in
                self.isAnswered = true
                continuation.resume()
            }
        }
    }

    func askApart() async {
        await awaiting("answer") { continuation in
            manager.enqueue(VSAccountMetadataRequest()) { @Sendable _, _ in continuation.resume() }
        }
    }
}

@Suite(
    "A handler that is isolated to the main actor", .timeLimit(.minutes(5)),
    .simulator("schema: 1\nname: nobody is signed in\n"))
struct HandlerIsolationTests {
    @Test("ends the app if it is called on a queue of the device, as Swift 6 does for Apple's framework")
    func stopped() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.exitStatus]) {
            try await withSimulator(profile: "schema: 1\nname: nobody is signed in\n") { _ in await Screen().ask() }
        }
        // Neither an error nor the end that the simulator itself makes: the check traps.
        guard case .signal? = result?.exitStatus else {
            Issue.record("the process ended otherwise: \(String(describing: result))")
            return
        }
    }

    @Test("is called on the main queue if the device is configured so")
    func onMainQueue() async throws {
        try Simulator.current.perform("settings: {behaviour: {completion: main}}")
        await Screen().ask()
    }

    @Test("is not isolated to the main actor if it is declared so")
    func apart() async {
        await Screen().askApart()
    }
}
