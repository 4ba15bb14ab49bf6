public import Foundation
import Synchronization

/// A request under way, which the app may ask to be cancelled.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountManagerResult: NSObject {
    private let cancellation: Cancellation

    init(_ cancellation: Cancellation) {
        self.cancellation = cancellation
        super.init()
    }

    /// Asks for the request to be cancelled.
    ///
    /// It is advice: the completion handler is still called exactly once, with `VSError.userCancelled` where the advice
    /// came in time.
    open func cancel() {
        cancellation.cancel()
    }
}

/// Whether the app has asked for a request to be cancelled.
final class Cancellation: Sendable {
    private let requested = Mutex(false)

    func cancel() {
        requested.withLock { $0 = true }
    }

    var isRequested: Bool {
        requested.withLock { $0 }
    }
}
