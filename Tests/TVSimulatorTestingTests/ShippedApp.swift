import AccessEnabler
import Foundation
import TVSimStructuredText
import VideoSubscriberAccount

/// Provider code as shipped apps have it: one object for the whole app, and completion handlers.
final class ShippedAccounts: @unchecked Sendable {
    static let shared = ShippedAccounts()

    private let manager = VSAccountManager()

    func access(_ answer: @escaping @Sendable (VSAccountAccessStatus) -> Void) {
        manager.checkAccessStatus(options: [.prompt: false]) { status, _ in answer(status) }
    }
}

/// The SDK behind one object for the whole app.
///
/// Unchecked: the tests make one call after another.
final class ShippedEntitlements: NSObject, EntitlementDelegate, @unchecked Sendable {
    private let enabler: AccessEnabler
    private var told: (@Sendable (Int32) -> Void)?

    init(_ statement: String) {
        enabler = AccessEnabler(statement)
        super.init()
        enabler.delegate = self
    }

    func setRequestor(_ told: @escaping @Sendable (Int32) -> Void) {
        self.told = told
        enabler.setRequestor("REF30")
    }

    func checkAuthentication(_ told: @escaping @Sendable (Int32) -> Void) {
        self.told = told
        enabler.checkAuthentication()
    }

    /// Makes calls whose answer is an authentication status.
    func make(_ calls: (AccessEnabler) -> Void, _ told: @escaping @Sendable (Int32) -> Void) {
        self.told = told
        calls(enabler)
    }

    /// Waits until the SDK has carried out every call, or waits for the app.
    func comeToRest() async { await enabler.comeToRest() }

    func setRequestorComplete(_ status: Int32) { told?(status) }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { told?(status) }
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

/// Where shipped code runs that inherits no task-local value.
enum Place: CaseIterable, Sendable {
    case globalQueue, mainQueue, operationQueue, thread, sessionCompletion, detachedTask, queueInACompletionHandler

    func run(_ code: @escaping @Sendable () -> Void) {
        switch self {
        case .globalQueue: DispatchQueue.global().async(execute: code)
        case .mainQueue: DispatchQueue.main.async(execute: code)
        case .operationQueue: OperationQueue().addOperation(code)
        case .thread: Thread.detachNewThread(code)
        case .sessionCompletion:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try? Data("x".utf8).write(to: file)
            URLSession(configuration: .default).dataTask(with: file) { _, _, _ in
                try? FileManager.default.removeItem(at: file)
                code()
            }.resume()
        case .detachedTask: Task.detached { code() }
        case .queueInACompletionHandler:
            VSAccountManager().checkAccessStatus { _, _ in DispatchQueue.main.async(execute: code) }
        }
    }
}

/// Waits for the first answer of a completion handler, as an async wrapper does: a cancellation does not end it.
func answer<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    let first = FirstAnswer<Value>()
    ask { first.take($0) }
    return await first.answer
}

/// The first answer of a completion handler.
final class FirstAnswer<Value: Sendable>: Sendable {
    private struct State {
        var answer: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Locked(State())

    /// Takes an answer; only the first counts.
    func take(_ answer: Value) {
        let waiting = state.withLockedValue { state in
            guard state.answer == nil else { return CheckedContinuation<Value, Never>?.none }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }

    /// The answer, when it has arrived.
    var answer: Value {
        get async {
            await withCheckedContinuation { continuation in
                let answer = state.withLockedValue { state in
                    if state.answer == nil { state.waiting = continuation }
                    return state.answer
                }
                if let answer { continuation.resume(returning: answer) }
            }
        }
    }
}
