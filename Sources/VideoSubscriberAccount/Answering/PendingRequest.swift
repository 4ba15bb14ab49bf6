import NIOConcurrencyHelpers
import SimulatedDevice

/// One request under way: whether the app still wants it, and that it is answered once.
final class PendingRequest: QueuedRequest {
    private struct State {
        var isWithdrawn = false
        var hasBegun = false
        var isAnswered = false
        var interface: PresentedInterface?
    }

    private let state = NIOLockedValueBox(State())
    private let deliver: @Sendable (Answerer.Answer) -> Void

    /// Creates a request whose answer is delivered in a way.
    init(deliver: @escaping @Sendable (Answerer.Answer) -> Void) {
        self.deliver = deliver
    }

    /// Whether the app has withdrawn the request.
    var isWithdrawn: Bool { state.withLockedValue { $0.isWithdrawn } }

    /// Withdraws the request: one that waits is answered at once, and an interface that is up is told.
    func withdraw() {
        // Answered under the lock: a turn that comes at this very moment finds it done, and takes no fault.
        let (waits, interface) = state.withLockedValue { state in
            state.isWithdrawn = true
            let waits = !state.hasBegun && !state.isAnswered
            if waits { state.isAnswered = true }
            return (waits, state.interface)
        }
        interface?.look()
        if waits { deliver(.failure(VSError(answer: .userCancelled))) }
    }

    /// Says that the request's turn has come.
    ///
    /// - Returns: Whether an answer is still wanted.
    func begin() -> Bool {
        state.withLockedValue { state in
            state.hasBegun = true
            return !state.isAnswered
        }
    }

    /// Lets an interface know when the request is withdrawn; `nil` when none is up any more.
    func watch(_ interface: PresentedInterface?) {
        let isLate = state.withLockedValue { state in
            state.interface = interface
            return state.isWithdrawn
        }
        if isLate { interface?.look() }
    }

    /// Answers the request, once: whatever comes later is dropped.
    func answer(_ answer: Answerer.Answer) {
        let isFirst = state.withLockedValue { state in
            defer { state.isAnswered = true }
            return !state.isAnswered
        }
        if isFirst { deliver(answer) }
    }
}
