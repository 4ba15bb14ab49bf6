import TVSimCore
import TVSimDevice
import TVSimStructuredText

/// A request in progress: whether the app has withdrawn it, and whether it has been answered.
///
/// `Answer` is what the app receives: metadata, an access status or the decision about Automatic Sign-In.
final class PendingRequest<Answer: Sendable>: QueuedRequest {
    private struct State {
        var isWithdrawn = false
        var hasBegun = false
        var isAnswered = false
        var interface: PresentedInterface?
    }

    private let state = Locked(State())
    private let withdrawn: Answer
    private let deliver: @Sendable (Answer) -> Void
    private let unanswered: @Sendable () -> Void
    private let failing: @Sendable (any Error) -> Void

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - withdrawn: The answer to a request that the app withdraws before its turn.
    ///   - deliver: Delivers the answer to the app; called once.
    ///   - unanswered: Called whenever the request's interface waits for a user whose answers are not scripted.
    ///   - failing: Called instead of `deliver` if the simulator fails; by default, this ends the process, because an
    ///     app cannot continue.
    init(
        withdrawn: Answer, deliver: @escaping @Sendable (Answer) -> Void,
        unanswered: @escaping @Sendable () -> Void = {},
        failing: @escaping @Sendable (any Error) -> Void = { SimulatorFailure.stop($0) }
    ) {
        self.withdrawn = withdrawn
        self.deliver = deliver
        self.unanswered = unanswered
        self.failing = failing
    }

    /// Whether the app has withdrawn the request.
    var isWithdrawn: Bool { state.withLockedValue { $0.isWithdrawn } }

    /// Withdraws the request: a waiting request is answered at once, and an open interface is notified.
    func withdraw() {
        // Marked as answered under the lock, so that a turn that starts at the same time takes no fault.
        let (waits, interface) = state.withLockedValue { state in
            state.isWithdrawn = true
            let waits = !state.hasBegun && !state.isAnswered
            if waits { state.isAnswered = true }
            return (waits, state.interface)
        }
        interface?.look()
        if waits { deliver(withdrawn) }
    }

    /// Marks that the request's turn has come.
    ///
    /// - Returns: Whether the request still needs an answer.
    func begin() -> Bool {
        state.withLockedValue { state in
            state.hasBegun = true
            return !state.isAnswered
        }
    }

    /// Sets the interface to notify when the request is withdrawn; `nil` after the interface is gone.
    func watch(_ interface: PresentedInterface?) {
        let isLate = state.withLockedValue { state in
            state.interface = interface
            return state.isWithdrawn
        }
        if isLate { interface?.look() }
    }

    /// Reports that the request's interface waits for a user whose answers are not scripted.
    func reportUnansweredInterface() { unanswered() }

    /// Answers the request; only the first answer is delivered.
    func answer(_ answer: Answer) {
        if isFirstAnswer { deliver(answer) }
    }

    /// Ends the request because the simulator failed, unless it is already answered.
    func fail(_ error: any Error) {
        if isFirstAnswer { failing(error) }
    }

    /// Whether nothing has answered the request; it counts as answered afterwards.
    private var isFirstAnswer: Bool {
        state.withLockedValue { state in
            defer { state.isAnswered = true }
            return !state.isAnswered
        }
    }
}

extension PendingRequest<FrameworkResponder.Answer> {
    /// Creates a metadata request, which is answered with `userCancelled` if the app withdraws it.
    convenience init(
        deliver: @escaping @Sendable (FrameworkResponder.Answer) -> Void,
        unanswered: @escaping @Sendable () -> Void = {},
        failing: @escaping @Sendable (any Error) -> Void = { SimulatorFailure.stop($0) }
    ) {
        self.init(
            withdrawn: .failure(VSError(answer: .userCancelled)), deliver: deliver, unanswered: unanswered,
            failing: failing)
    }
}
