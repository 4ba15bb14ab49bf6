import NIOConcurrencyHelpers

/// Lets the requests of one device be answered one after another, in the order in which they came.
package final class RequestLine: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var waiting = 0
    }

    private let state = NIOLockedValueBox(State())

    init() {}

    /// Whether no request is under way, nor its handler yet to be called.
    package var isIdle: Bool {
        state.withLockedValue { $0.waiting == 0 }
    }

    /// Puts work at the end of the line; ``settle()`` is to be called when its answer has been delivered.
    package func enqueue(_ work: @escaping @Sendable () async -> Void) {
        state.withLockedValue { state in
            let before = state.last
            state.waiting += 1
            state.last = Task {
                await before?.value
                await work()
            }
        }
    }

    /// Says that the answer of one request has been delivered.
    package func settle() {
        state.withLockedValue { $0.waiting -= 1 }
    }
}
