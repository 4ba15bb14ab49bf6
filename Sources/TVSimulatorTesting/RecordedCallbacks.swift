import TVSimScenario
import TVSimStructuredText
import TVSimulator

/// The callbacks that an app has received, and the tasks that wait for further ones.
final class RecordedCallbacks: Sendable {
    private struct Waiting {
        let visitor: Int
        let pattern: CallbackPattern
        let continuation: CheckedContinuation<ReceivedCallback?, Never>
    }

    private struct State {
        var callbacks: [ReceivedCallback] = []
        /// The number of callbacks that a wait has consumed or a comparison has covered.
        var read = 0
        /// The number of compared callbacks.
        var compared = 0
        var waiting: [Waiting] = []
        var visitors = 0
    }

    private let state = Locked(State())

    /// The callbacks that were neither awaited nor compared, for the error of a wait.
    var unread: [ReceivedCallback] { state.withLockedValue { Array($0.callbacks[$0.read...]) } }

    /// All callbacks in their order.
    var callbacks: [ReceivedCallback] { state.withLockedValue(\.callbacks) }

    /// Records a callback, and resumes the first task that waits for it.
    func append(_ callback: ReceivedCallback) {
        let found = state.withLockedValue { state -> Waiting? in
            state.callbacks.append(callback)
            guard let index = state.waiting.firstIndex(where: { $0.pattern.awaits(callback) }) else { return nil }
            state.read = state.callbacks.count
            return state.waiting.remove(at: index)
        }
        found?.continuation.resume(returning: callback)
    }

    /// Returns the next unread callback that matches a pattern, and waits for it if necessary.
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The callback, which counts as read, as do those before it.
    /// - Throws: `CancellationError` if the waiting task is cancelled.
    func next(_ pattern: CallbackPattern) async throws -> ReceivedCallback {
        let visitor = state.withLockedValue { state in
            state.visitors += 1
            return state.visitors
        }
        let callback = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<ReceivedCallback?, Never>) in
                state.withLockedValue { state in
                    if let index = state.callbacks[state.read...].firstIndex(where: pattern.awaits) {
                        state.read = index + 1
                        continuation.resume(returning: state.callbacks[index])
                    } else if Task.isCancelled {
                        continuation.resume(returning: nil)
                    } else {
                        state.waiting.append(
                            Waiting(visitor: visitor, pattern: pattern, continuation: continuation))
                    }
                }
            }
        } onCancel: {
            let cancelled = state.withLockedValue { state in
                state.waiting.firstIndex { $0.visitor == visitor }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume(returning: nil)
        }
        guard let callback else { throw CancellationError() }
        return callback
    }

    /// Returns the callbacks that have not been compared, and marks them as compared.
    ///
    /// - Returns: The callbacks up to the last awaited one; all if none was awaited since the last comparison.
    func takeUncompared() -> [ReceivedCallback] {
        state.withLockedValue { state in
            let end = state.read > state.compared ? state.read : state.callbacks.count
            defer {
                state.compared = end
                state.read = max(state.read, end)
            }
            return Array(state.callbacks[state.compared..<end])
        }
    }
}
