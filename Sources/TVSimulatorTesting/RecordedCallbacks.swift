import NIOConcurrencyHelpers
import TVSimulator

/// The callbacks that an app has received, in their text form, and who waits for further ones.
final class RecordedCallbacks: Sendable {
    private struct Waiting {
        let visitor: Int
        let pattern: CallbackPattern
        let continuation: CheckedContinuation<String?, Never>
    }

    private struct State {
        var texts: [String] = []
        /// How many of them were waited for, or compared.
        var read = 0
        /// How many were compared.
        var compared = 0
        var waiting: [Waiting] = []
        var visitors = 0
    }

    private let state = NIOLockedValueBox(State())

    /// All of them.
    var texts: [String] { state.withLockedValue(\.texts) }

    /// Writes one down, and lets the first go on who waits for it.
    func append(_ text: String) {
        let found = state.withLockedValue { state -> Waiting? in
            state.texts.append(text)
            guard let index = state.waiting.firstIndex(where: { $0.pattern.matches(text) }) else { return nil }
            state.read = state.texts.count
            return state.waiting.remove(at: index)
        }
        found?.continuation.resume(returning: text)
    }

    /// Returns the first one after those that were read that is what a pattern says, and waits for it where it has not come.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func next(_ pattern: CallbackPattern) async throws -> String {
        let visitor = state.withLockedValue { state in
            state.visitors += 1
            return state.visitors
        }
        let text = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                state.withLockedValue { state in
                    if let index = state.texts[state.read...].firstIndex(where: pattern.matches) {
                        state.read = index + 1
                        continuation.resume(returning: state.texts[index])
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
        guard let text else { throw CancellationError() }
        return text
    }

    /// Returns those that were not compared, up to the last that was waited for, else all; they count as compared now.
    func takeUncompared() -> [String] {
        state.withLockedValue { state in
            let end = state.read > state.compared ? state.read : state.texts.count
            defer {
                state.compared = end
                state.read = max(state.read, end)
            }
            return Array(state.texts[state.compared..<end])
        }
    }
}
