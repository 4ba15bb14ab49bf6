public import Foundation
import NIOConcurrencyHelpers
import SimulatedDevice

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

/// Whether the app has withdrawn a request.
final class Cancellation: Sendable {
    private struct State {
        var isRequested = false
        var interface: PresentedInterface?
    }

    private let state = NIOLockedValueBox(State())

    /// Withdraws the request, and says so to the interface that is up for it.
    func cancel() {
        let interface = state.withLockedValue { state in
            state.isRequested = true
            return state.interface
        }
        interface?.withdraw()
    }

    /// Lets an interface know when the request is withdrawn, or that it already was.
    func watch(_ interface: PresentedInterface) {
        let isLate = state.withLockedValue { state in
            state.interface = interface
            return state.isRequested
        }
        if isLate { interface.withdraw() }
    }

    var isRequested: Bool {
        state.withLockedValue(\.isRequested)
    }
}
