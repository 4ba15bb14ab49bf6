import NIOConcurrencyHelpers
import Scenario
import TVSimulator

/// The callbacks that an app has received, and who waits for further ones.
final class RecordedCallbacks: Sendable {
    private struct Waiting {
        let visitor: Int
        let pattern: CallbackPattern
        let continuation: CheckedContinuation<Callback?, Never>
    }

    private struct State {
        var callbacks: [Callback] = []
        /// How many of them were waited for, or compared.
        var read = 0
        /// How many were compared.
        var compared = 0
        var waiting: [Waiting] = []
        var visitors = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Those that nobody has read: what has come while somebody waits.
    var unread: [Callback] { state.withLockedValue { Array($0.callbacks[$0.read...]) } }

    /// All of them.
    var callbacks: [Callback] { state.withLockedValue(\.callbacks) }

    /// Writes one down, and lets the first go on who waits for it.
    func append(_ callback: Callback) {
        let found = state.withLockedValue { state -> Waiting? in
            state.callbacks.append(callback)
            guard let index = state.waiting.firstIndex(where: { $0.pattern.awaits(callback) }) else { return nil }
            state.read = state.callbacks.count
            return state.waiting.remove(at: index)
        }
        found?.continuation.resume(returning: callback)
    }

    /// Returns the first one after those that were read that is what a pattern says, and waits for it where it has not come.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func next(_ pattern: CallbackPattern) async throws -> Callback {
        let visitor = state.withLockedValue { state in
            state.visitors += 1
            return state.visitors
        }
        let callback = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Callback?, Never>) in
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

    /// Returns those that were not compared, up to the last that was waited for, else all; they count as compared now.
    func takeUncompared() -> [Callback] {
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
