import TVSimStructuredText

/// A fair asynchronous lock: it admits one task at a time, in the order of their calls.
package final class Turns: Sendable {
    private struct Waiting {
        let visitor: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isTaken = false
        var waiting: [Waiting] = []
        var visitors = 0
    }

    private let state = Locked(State())

    /// Creates an unlocked instance.
    package init() {}

    /// Acquires the lock until ``end()``, and waits for it if necessary.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits; the lock is not acquired then. A
    ///   cancelled task still acquires a free lock.
    package func begin() async throws {
        let visitor = state.withLockedValue { state in
            state.visitors += 1
            return state.visitors
        }
        let isLetIn = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                state.withLockedValue { state in
                    if !state.isTaken {
                        state.isTaken = true
                        continuation.resume(returning: true)
                    } else if Task.isCancelled {
                        continuation.resume(returning: false)
                    } else {
                        state.waiting.append(Waiting(visitor: visitor, continuation: continuation))
                    }
                }
            }
        } onCancel: {
            let cancelled = state.withLockedValue { state in
                state.waiting.firstIndex { $0.visitor == visitor }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume(returning: false)
        }
        guard isLetIn else { throw CancellationError() }
    }

    /// Releases the lock, and resumes the next waiting task.
    package func end() {
        let next = state.withLockedValue { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.isTaken = false
            return nil
        }
        next?.continuation.resume(returning: true)
    }
}
