import TVSimStructuredText
import VideoSubscriberAccount

/// A request of a client of the admin API that may wait for the user, until the client has read the answer.
///
/// It lives in the memory of the server, as a request lives in the process that holds the `VSAccountManager`.
final class ServedFrameworkCall: Sendable {
    /// The state of a call.
    enum Phase: Sendable {
        /// The framework works on it.
        case working
        /// It waits for a user whose answers are not scripted.
        case unanswered
        /// It is answered.
        case answered(Result<any Encodable & Sendable, AdminError>)
    }

    private struct State {
        var phase = Phase.working
        /// The request; `nil` when it is answered, because it retains the call by its answer.
        var request: RemoteRequest?
        /// Whether an app can cancel the request; `nil` before the call has one.
        var isCancellable: Bool?
        var isEnded = false
        var waiting: [CheckedContinuation<Phase, Never>] = []
    }

    /// The call's number in this server.
    let number: Int
    /// The isolated world's name; `nil` for the served world.
    let world: String?
    private let state = Locked(State())

    init(number: Int, world: String?) {
        self.number = number
        self.world = world
    }

    /// The state of the call.
    var phase: Phase { state.withLockedValue(\.phase) }

    /// Whether the framework has answered.
    var isAnswered: Bool { if case .answered = phase { true } else { false } }

    /// Waits until the framework has answered, or waits for a user.
    func decided() async -> Phase {
        await withCheckedContinuation { continuation in
            let phase = state.withLockedValue { state -> Phase? in
                if case .working = state.phase {
                    state.waiting.append(continuation)
                    return nil
                }
                return state.phase
            }
            if let phase { continuation.resume(returning: phase) }
        }
    }

    // MARK: - The framework's side

    /// Sets the request that the call stands for, and withdraws it if the call was ended meanwhile.
    func hold(_ request: RemoteRequest) {
        let isEnded = state.withLockedValue { state in
            state.isCancellable = request.isCancellable
            if case .answered = state.phase { return false }
            state.request = request
            return state.isEnded
        }
        if isEnded { request.withdraw() }
    }

    /// Reports that the call waits for a user.
    func reportUnanswered() { move(to: .unanswered) }

    /// Reports the answer.
    func answer(_ answer: Result<any Encodable & Sendable, AdminError>) { move(to: .answered(answer)) }

    private func move(to phase: Phase) {
        let waiting = state.withLockedValue { state -> [CheckedContinuation<Phase, Never>] in
            if case .answered = state.phase { return [] }
            state.phase = phase
            if case .answered = phase { state.request = nil }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: phase) }
    }

    // MARK: - The client's side

    /// Asks to cancel the request, as `cancel()` does.
    ///
    /// - Throws: ``AdminError`` with status 422 for a request that shows a prompt; an error of the simulator.
    func cancel() throws {
        let (request, isCancellable) = state.withLockedValue { ($0.request, $0.isCancellable) }
        guard isCancellable != false else {
            throw AdminError(
                422, "an app cannot cancel a request that shows a prompt: answer the prompt",
                suggestion: #""deny" to POST \#(AdminAPI.prefix)/framework/interface"#)
        }
        try request?.cancel()
    }

    /// Withdraws the request, as when the app's process ends.
    func end() {
        let request = state.withLockedValue { state in
            state.isEnded = true
            return state.request
        }
        request?.withdraw()
    }
}

/// The requests of a server's clients, at most ``ServerLimits/frameworkCalls``.
final class FrameworkCalls: Sendable {
    private struct State {
        var count = 0
        /// The calls, the oldest first.
        var calls: [ServedFrameworkCall] = []
    }

    private let state = Locked(State())

    /// Adds a call for a world.
    ///
    /// Answers that no client has read make room first.
    ///
    /// - Throws: ``AdminError`` with status 503 when too many calls wait for a user.
    func add(of world: String?) throws(AdminError) -> ServedFrameworkCall {
        let added = state.withLockedValue { state -> ServedFrameworkCall? in
            if state.calls.count >= ServerLimits.frameworkCalls {
                guard let read = state.calls.firstIndex(where: \.isAnswered) else { return nil }
                state.calls.remove(at: read)
            }
            state.count += 1
            let call = ServedFrameworkCall(number: state.count, world: world)
            state.calls.append(call)
            return call
        }
        guard let added else {
            throw AdminError(
                503, "\(ServerLimits.frameworkCalls) requests of the framework already wait for a user",
                suggestion: "act by POST \(AdminAPI.prefix)/framework/interface, or cancel one with DELETE")
        }
        return added
    }

    /// Returns the call of a number in a world.
    ///
    /// - Throws: ``AdminError`` with status 404 when the world has no such call.
    func call(_ number: String, of world: String?) throws(AdminError) -> ServedFrameworkCall {
        let found = state.withLockedValue { state in
            state.calls.first { "\($0.number)" == number && $0.world == world }
        }
        guard let found else {
            throw AdminError(
                404, "unknown request of the framework: it was removed, or made at another server or world")
        }
        return found
    }

    /// Removes a call.
    func remove(_ call: ServedFrameworkCall) {
        state.withLockedValue { $0.calls.removeAll { $0 === call } }
    }

    /// Ends and removes the calls of a world, as when the processes of its apps end.
    ///
    /// - Parameter world: The isolated world's name; `nil` for the served world.
    func end(of world: String?) { end { $0.world == world } }

    /// Ends and removes all calls.
    func endAll() { end { _ in true } }

    private func end(where isMeant: (ServedFrameworkCall) -> Bool) {
        let ended = state.withLockedValue { state in
            let ended = state.calls.filter(isMeant)
            state.calls.removeAll(where: isMeant)
            return ended
        }
        for call in ended { call.end() }
    }
}
