public import Foundation
import SimulatedDevice
import SimulationCore

/// Answers an app's questions about the TV provider account of the device.
///
/// A manager answers for the app that was current when it was made; called from an app on another device, as a singleton is
/// in tests, it answers for that one. Completion handlers are called exactly once: on a serial queue of their own and never
/// on the caller's stack, unless the device says otherwise. A handler that blocks until another one is called waits for
/// ever.
///
/// - Note: The header allows any queue and even a call before the method returns, and so do knobs of the device; see
///   Differences, A-7.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountManager: NSObject {
    private let answerer: Result<Answerer, any Error>
    private let lock = NSLock()
    private weak var weakDelegate: (any VSAccountManagerDelegate)?

    /// The object that presents and dismisses the system's interface; it is not kept alive.
    ///
    /// Its methods are called on the main actor. A request whose turn comes while there is none cannot interrupt the
    /// person.
    open var delegate: (any VSAccountManagerDelegate)? {
        get { lock.withLock { weakDelegate } }
        set { lock.withLock { weakDelegate = newValue } }
    }

    /// Creates a manager for the current app on the current device.
    public override init() {
        answerer = Result { Answerer(app: try RunningApp.resolve()) }
        super.init()
    }

    /// Asks whether the app may use the TV provider account, and asks the person where
    /// `VSCheckAccessOption.prompt` is true and nothing is decided yet.
    ///
    /// - Parameters:
    ///   - options: ``VSCheckAccessOption/prompt`` with a Boolean; anything else counts as false.
    ///   - completionHandler: Receives the status, and an error whenever access is not granted.
    @preconcurrency
    open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        let prompt = Self.isTrue(options[.prompt])
        let answerer = requireAnswerer()
        if let answer = answerer.synchronousAccessStatus(prompt: prompt) {
            return answerer.app.callBack { completionHandler(answer.status, answer.error) }
        }
        let completions = answerer.completions
        answerer.device.accessChecks.async {
            let answer = answerer.accessStatus(prompt: prompt)
            completions.async {
                answerer.app.callBack { completionHandler(answer.status, answer.error) }
            }
        }
    }

    /// Asks whether the app may use the TV provider account; throws whenever access is not granted.
    ///
    /// It is the same method to Objective-C: whoever overrides the form with a completion handler answers here too.
    ///
    /// - Parameter options: ``VSCheckAccessOption/prompt`` with a Boolean; anything else counts as false.
    /// - Returns: `granted`.
    /// - Throws: ``VSError`` with `accessNotGranted` where the status is any other.
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

    /// Asks for metadata of the TV provider account.
    ///
    /// Requests of one device are answered in their order. While the system's interface is up for one of them, those that
    /// allow no interruption are answered all the same.
    ///
    /// - Parameters:
    ///   - request: What is asked for, read at once.
    ///   - completionHandler: Receives the metadata, or an error.
    /// - Returns: A result through which the request can be cancelled.
    @discardableResult
    open func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let wish = MetadataWish(request)
        let answerer = requireAnswerer()
        let handler = MetadataHandler(handler: completionHandler)
        if let answer = answerer.synchronousMetadata(wish, hasDelegate: delegate != nil) {
            answerer.app.callBack { handler.call(answer) }
            return VSAccountManagerResult(PendingRequest { _ in })
        }
        let completions = answerer.completions
        let requests = answerer.device.requests
        let pending = PendingRequest { answer in
            completions.async {
                // Before: whoever goes on by the handler is behind this request, and finds nobody before them.
                requests.settle()
                answerer.app.callBack { handler.call(answer) }
            }
        }
        let manager = ManagerReference(manager: self)
        requests.enqueue(pending, of: answerer.app.process.simulated, mayInterrupt: wish.interruptionAllowed) { turn in
            await answerer.answer(wish, pending, in: turn) {
                InterfacePresenter(manager.manager, of: answerer.app)
            }
        }
        return VSAccountManagerResult(pending, obeys: answerer.obeysCancellation)
    }

    /// Stops the process where there is no device to answer: the app cannot go on, and a simulated platform error would
    /// hide the simulator's own trouble.
    private func requireAnswerer() -> Answerer {
        do {
            guard let current = RunningApp.current else { return try answerer.get() }
            let kept = try? answerer.get()
            return kept.flatMap { $0.device.requests === current.device.requests ? $0 : nil } ?? Answerer(app: current)
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// Reads an option's value, which arrives as a Boolean or as the number that stands for one; anything else is false.
    private static func isTrue(_ value: Any?) -> Bool {
        value as? Bool ?? ((value as? NSNumber) == true)
    }
}

/// The manager of a request under way, which keeps it alive.
///
/// Unchecked: Apple's class is not `Sendable`; its delegate is guarded, and the rest of it never changes.
private struct ManagerReference: @unchecked Sendable {
    let manager: VSAccountManager
}

/// An app's completion handler, carried to the queue on which it is called.
///
/// Unchecked: Apple declares the handler without `@Sendable`; it is called exactly once, on one queue.
private struct MetadataHandler: @unchecked Sendable {
    let handler: (VSAccountMetadata?, (any Error)?) -> Void

    func call(_ answer: Answerer.Answer) {
        switch answer {
        case .success(let content): handler(VSAccountMetadata(content), nil)
        case .failure(let error): handler(nil, error)
        }
    }
}
