public import Foundation

/// A request under way, which the app may ask to be cancelled.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountManagerResult: NSObject {
    private let pending: PendingRequest
    private let obeys: @Sendable () -> Bool

    init(_ pending: PendingRequest, obeys: @escaping @Sendable () -> Bool = { true }) {
        self.pending = pending
        self.obeys = obeys
        super.init()
    }

    /// Asks for the request to be cancelled.
    ///
    /// It is advice: the completion handler is still called exactly once, with `VSError.userCancelled` where the advice
    /// came in time. A request that waits for its turn is answered at once.
    open func cancel() {
        if obeys() { pending.withdraw() }
    }
}
