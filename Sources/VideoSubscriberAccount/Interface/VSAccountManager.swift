public import Foundation
import TVSimDevice

/// Answers an app's requests about the TV provider account of the device.
///
/// A manager belongs to the app that was current when it was created. If an app on another device calls it, as with a
/// singleton in tests, it answers for that app. On a queue, it answers for the only active simulator. Completion handlers
/// are called exactly once, on a serial queue and never on the caller's stack, unless the device's settings say otherwise.
/// A handler that blocks until another handler runs waits forever.
///
/// - Note: The header allows any queue and a call before the method returns. Device settings select both; see
///   Differences, A-7.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountManager: NSObject {
    /// The app in which the manager was created; `nil` if there was none.
    private let own: RunningApp?
    private let lock = NSLock()
    private weak var weakDelegate: (any VSAccountManagerDelegate)?
    /// Whether the manager is the simulated SDK's, whose calls are not the app's.
    package var isOfSDK: Bool {
        get { lock.withLock { belongsToSDK } }
        set { lock.withLock { belongsToSDK = newValue } }
    }
    private var belongsToSDK = false

    /// The object that presents and dismisses the system's interface; a weak reference.
    ///
    /// Its methods are called on the main actor. Without a delegate a request cannot interrupt the user.
    open var delegate: (any VSAccountManagerDelegate)? {
        get { lock.withLock { weakDelegate } }
        set { lock.withLock { weakDelegate = newValue } }
    }

    /// Creates a manager for the current app on the current device.
    public override init() {
        own = try? RunningApp.resolve(for: "VSAccountManager()")
        super.init()
    }

    /// Checks whether the app may use the TV provider account.
    ///
    /// Prompts the user if ``VSCheckAccessOption/prompt`` is true and the user has not decided yet. The completion handler
    /// is called after the user's answer.
    ///
    /// - Parameters:
    ///   - options: ``VSCheckAccessOption/prompt`` with a Boolean; any other value counts as false.
    ///   - completionHandler: Receives the status, and an error if access is not granted.
    @preconcurrency
    open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        let prompt = Self.isTrue(options[.prompt])
        guard let answerer = answerer(of: "VSAccountManager.checkAccessStatus") else {
            return Self.refusals.async {
                completionHandler(FrameworkResponder.withdrawn.status, FrameworkResponder.withdrawn.error)
            }
        }
        if let answer = answerer.synchronousAccessStatus(prompt: prompt) {
            return answerer.app.callBack { completionHandler(answer.status, answer.error) }
        }
        let completions = answerer.completions
        let pending = FrameworkResponder.PendingCheck(
            withdrawn: FrameworkResponder.withdrawn,
            deliver: { answer in
                completions.async {
                    answerer.app.callBack { completionHandler(answer.status, answer.error) }
                }
            })
        answerer.checkAccess(prompt: prompt, pending)
    }

    /// Checks whether the app may use the TV provider account, and throws if access is not granted.
    ///
    /// Objective-C has one method for both forms, so this calls the form with a completion handler, including an
    /// override of it.
    ///
    /// - Parameter options: ``VSCheckAccessOption/prompt`` with a Boolean; any other value counts as false.
    /// - Returns: `granted`.
    /// - Throws: ``VSError`` with `accessNotGranted` for every other status.
    @discardableResult
    open nonisolated(nonsending) func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:]
    ) async throws -> VSAccountAccessStatus {
        try await withCheckedThrowingContinuation { continuation in
            checkAccessStatus(options: options) { status, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: status)
                }
            }
        }
    }

    /// Requests metadata of the TV provider account.
    ///
    /// Requests of one device are answered in order. While the system's interface is open for a request, requests that
    /// allow no interruption are answered without waiting.
    ///
    /// - Parameters:
    ///   - request: The request, which is copied at once.
    ///   - completionHandler: Receives the metadata, or an error.
    /// - Returns: A result that can cancel the request.
    @discardableResult
    open func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let wish = MetadataWish(request)
        let handler = MetadataHandler(handler: completionHandler)
        guard let answerer = answerer(of: "VSAccountManager.enqueue") else {
            Self.refusals.async { handler.call(.failure(VSError(answer: .accessNotGranted))) }
            return VSAccountManagerResult(PendingRequest(deliver: { _ in }))
        }
        if let answer = answerer.synchronousMetadata(wish, hasDelegate: delegate != nil) {
            answerer.app.callBack { handler.call(answer) }
            return VSAccountManagerResult(PendingRequest(deliver: { _ in }))
        }
        let completions = answerer.completions
        let requests = answerer.device.requests
        let pending = PendingRequest(deliver: { answer in
            completions.async {
                // Before the handler: a request that the handler enqueues must not find this one still pending.
                requests.settle()
                answerer.app.callBack { handler.call(answer) }
            }
        })
        let manager = ManagerReference(manager: self)
        requests.enqueue(pending, of: answerer.app.process.simulated, mayInterrupt: wish.interruptionAllowed) { turn in
            await answerer.answer(wish, pending, in: turn) {
                InterfacePresenter(manager.manager, of: answerer.app)
            }
        }
        return VSAccountManagerResult(pending, obeys: answerer.obeysCancellation)
    }

    /// The queue for completion handlers of calls that belong to no simulator.
    private static let refusals = DispatchQueue(label: "tvsim.refusals")

    /// Returns the answerer of a call; `nil` if it belongs to no simulator.
    private func answerer(of call: String) -> FrameworkResponder? {
        RunningApp.found(for: call, own: own).map { FrameworkResponder(app: $0, isOfSDK: isOfSDK) }
    }

    /// Returns whether an option's value is true; it may be a Boolean or a number, and any other value is false.
    private static func isTrue(_ value: Any?) -> Bool {
        value as? Bool ?? ((value as? NSNumber) == true)
    }
}

/// Keeps the manager of a pending request alive.
///
/// Unchecked: Apple's class is not `Sendable`. Its delegate is guarded by a lock and its other properties never change.
private struct ManagerReference: @unchecked Sendable {
    let manager: VSAccountManager
}

/// An app's completion handler, passed to the queue that calls it.
///
/// Unchecked: Apple declares the handler without `@Sendable`. It is called exactly once, on one queue.
private struct MetadataHandler: @unchecked Sendable {
    let handler: (VSAccountMetadata?, (any Error)?) -> Void

    func call(_ answer: FrameworkResponder.Answer) {
        switch answer {
        case .success(let content): handler(VSAccountMetadata(content), nil)
        case .failure(let error): handler(nil, error)
        }
    }
}
