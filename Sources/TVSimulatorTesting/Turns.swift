import NIOConcurrencyHelpers

/// Lets in one at a time, in the order in which they came.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Waits for a turn, which lasts until ``end()``.
    func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Ends the turn, and lets the next one in.
    func end() {
        let next = state.withLockedValue { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
