public import Foundation
import TVSimDevice

/// A request in progress, which the app can ask to cancel.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountManagerResult: NSObject {
    private let pending: any QueuedRequest
    private let obeys: @Sendable () -> Bool

    init(_ pending: any QueuedRequest, obeys: @escaping @Sendable () -> Bool = { true }) {
        self.pending = pending
        self.obeys = obeys
        super.init()
    }

    /// Asks the framework to cancel the request.
    ///
    /// This is advisory. The completion handler is still called exactly once, with `VSError.userCancelled` if the call
    /// came in time. A request that waits for its turn is answered at once.
    open func cancel() {
        if obeys() { pending.withdraw() }
    }
}
