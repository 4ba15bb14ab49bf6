import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

@Suite("An object that an app creates in a callback", .timeLimit(.minutes(5)))
struct CalledBackTests {
    /// A world in which the app may ask, so that it shows which device answers.
    static let granted = """
        schema: 1
        name: granted
        device: {apps: {com.example.stream: {access: granted}}}
        """

    @Test("belongs to the world, in a completion handler and in one inside it", .simulator(granted))
    func completionHandler() async throws {
        let simulator = try Simulator.current
        let statuses = await awaiting("answer", otherwise: (.notDetermined, .notDetermined, false)) { continuation in
            VSAccountManager().checkAccessStatus { first, _ in
                VSAccountManager().checkAccessStatus { second, _ in
                    let found = try? Simulator.current
                    continuation.resume(returning: (first, second, found === simulator))
                }
            }
        }
        #expect(statuses == (.granted, .granted, true))
    }

    @Test("belongs to the world in the answer to a metadata request", .simulator(granted))
    func metadata() async throws {
        let status = await awaiting("answer", otherwise: .notDetermined) { continuation in
            VSAccountManager().enqueue(VSAccountMetadataRequest()) { _, _ in
                VSAccountManager().checkAccessStatus { status, _ in continuation.resume(returning: status) }
            }
        }
        #expect(status == .granted)
    }

    @Test(
        "belongs to the world in a task that a callback of the SDK starts, as does an SDK object", .simulator(granted))
    func sdk() async throws {
        let delegate = Delegate(statement: try Simulator.current.softwareStatement())
        let enabler = AccessEnabler(delegate.statement)
        enabler.delegate = delegate
        enabler.setRequestor("REF30")
        var told = delegate.told.makeAsyncIterator()
        #expect(await told.next() == "first 1")
        #expect(await told.next() == "status granted")
        #expect(await told.next() == "second 1")
    }

    /// In a process of its own, because a call on a queue needs a simulator that is the only active one.
    @Test("belongs to the world when the system's interface is presented")
    func presented() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator(profile: PersonTests.profile) { simulator in
                let delegate = Presenter()
                nonisolated(unsafe) let manager = VSAccountManager()
                manager.delegate = delegate
                nonisolated(unsafe) let request = VSAccountMetadataRequest()
                request.isInterruptionAllowed = true
                // From a queue, which inherits nothing.
                DispatchQueue.global().async { manager.enqueue(request) { _, _ in } }
                _ = try await simulator.nextInterface()
                #expect(delegate.found.withLockedValue { $0 } === simulator)
            }
        }
    }

    private final class Presenter: NSObject, VSAccountManagerDelegate, Sendable {
        let found = Locked<Simulator?>(nil)

        func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
            found.withLockedValue { $0 = try? Simulator.current }
        }

        func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
    }

    /// Makes another SDK object when the first is ready, as an app with two services does.
    private final class Delegate: NSObject, EntitlementDelegate, @unchecked Sendable {
        let statement: String
        let told: AsyncStream<String>
        private let tell: AsyncStream<String>.Continuation
        private var second: AccessEnabler?

        init(statement: String) {
            self.statement = statement
            (told, tell) = AsyncStream.makeStream()
        }

        func setRequestorComplete(_ status: Int32) {
            guard second == nil else {
                tell.yield("second \(status)")
                return
            }
            tell.yield("first \(status)")
            let enabler = AccessEnabler(statement)
            second = enabler
            enabler.delegate = self
            nonisolated(unsafe) let kept = enabler
            Task {
                let status = try await VSAccountManager().checkAccessStatus()
                tell.yield("status \(status == .granted ? "granted" : "other")")
                kept.setRequestor("REF30")
            }
        }

        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
        func setToken(_ token: String!, forResource resource: String!) {}
        func preauthorizedResources(_ resources: [Any]!) {}
        func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
        func selectedProvider(_ mvpd: MVPD!) {}
        func displayProviderDialog(_ mvpds: [Any]!) {}
        func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
        func setMetadataStatus(
            _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
        ) {}
        func navigate(toUrl url: String!) {}
        func presentTvProviderDialog(_ viewController: UIViewController!) {}
        func dismissTvProviderDialog(_ viewController: UIViewController!) {}
    }
}
