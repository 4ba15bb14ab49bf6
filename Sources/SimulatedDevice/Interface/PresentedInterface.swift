import NIOConcurrencyHelpers

/// The system's interface while it is up: what it shows, and the actions of whoever sits before it.
///
/// Whoever presents it takes the actions one after another and shows what comes of each; whoever acts waits for that.
package final class PresentedInterface: Sendable {
    /// Something that happens to the interface.
    package enum Event: Sendable {
        /// A person acts; the answer is to be handed to ``PresentedInterface/settle(_:)``.
        case person(PersonAction)
        /// The app withdraws its request, or the scripted person answers otherwise now.
        case changed
    }

    /// What comes of an action for the one who acted.
    package enum Settlement: Sendable, Hashable {
        /// The interface shows this page.
        case shows(InterfacePage)
        /// The interface is gone.
        case ended
        /// The action was not possible; the interface is as it was.
        case impossible(String)
    }

    private struct State {
        var page: InterfacePage?
        var waiting: CheckedContinuation<Event, Never>?
        var events: [(event: Event, settled: CheckedContinuation<Settlement, Never>?)] = []
        var settling: CheckedContinuation<Settlement, Never>?
    }

    private let state: NIOLockedValueBox<State>

    /// Creates an interface that shows a page.
    package init(page: InterfacePage) {
        state = NIOLockedValueBox(State(page: page))
    }

    /// What the interface shows; `nil` when it is gone.
    package var page: InterfacePage? {
        state.withLockedValue(\.page)
    }

    // MARK: - Before it

    /// Acts, and returns what came of it.
    package func act(_ action: PersonAction) async -> Settlement {
        await withCheckedContinuation { settled in
            let isGone = state.withLockedValue { state in
                guard state.page != nil else { return true }
                deliver(.person(action), settled: settled, to: &state)
                return false
            }
            if isGone { settled.resume(returning: .ended) }
        }
    }

    /// Lets whoever presents it look again: the app withdraws its request, or the person's answers have changed.
    package func look() {
        state.withLockedValue { state in
            guard state.page != nil else { return }
            deliver(.changed, settled: nil, to: &state)
        }
    }

    private func deliver(
        _ event: Event, settled: CheckedContinuation<Settlement, Never>?, to state: inout State
    ) {
        guard let waiting = state.waiting else { return state.events.append((event, settled)) }
        state.waiting = nil
        state.settling = settled
        waiting.resume(returning: event)
    }

    // MARK: - Behind it

    /// Waits for what happens next.
    package func next() async -> Event {
        await withCheckedContinuation { waiting in
            state.withLockedValue { state in
                guard !state.events.isEmpty else {
                    state.waiting = waiting
                    return
                }
                let (event, settled) = state.events.removeFirst()
                state.settling = settled
                waiting.resume(returning: event)
            }
        }
    }

    /// Shows what came of the last event, and lets the one who acted go on.
    package func settle(_ settlement: Settlement) {
        let released = state.withLockedValue { state -> [CheckedContinuation<Settlement, Never>] in
            var released = [state.settling].compactMap { $0 }
            state.settling = nil
            switch settlement {
            case .shows(let page): state.page = page
            case .impossible: break
            case .ended:
                state.page = nil
                // Whoever acted too late finds the interface gone.
                released += state.events.compactMap(\.settled)
                state.events = []
            }
            return released
        }
        for continuation in released { continuation.resume(returning: settlement) }
    }
}

/// What is up on a device's screen: at most one interface, since requests are answered one after another.
package final class Screen: Sendable {
    private struct State {
        var presented: PresentedInterface?
        var waiting: [Int: CheckedContinuation<PresentedInterface?, Never>] = [:]
        var visitors = 0
    }

    private let state = NIOLockedValueBox(State())

    init() {}

    /// The interface that is up; `nil`: none.
    package var presented: PresentedInterface? {
        state.withLockedValue(\.presented)
    }

    /// Returns the interface that is up, and waits for one where there is none.
    ///
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    package func next() async throws -> PresentedInterface {
        let visitor = state.withLockedValue { state in
            state.visitors += 1
            return state.visitors
        }
        let presented = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLockedValue { state in
                    if state.presented != nil || Task.isCancelled {
                        continuation.resume(returning: state.presented)
                    } else {
                        state.waiting[visitor] = continuation
                    }
                }
            }
        } onCancel: {
            state.withLockedValue { $0.waiting.removeValue(forKey: visitor) }?.resume(returning: nil)
        }
        guard let presented else { throw CancellationError() }
        return presented
    }

    /// Puts an interface up.
    package func show(_ interface: PresentedInterface) {
        state.withLockedValue { state in
            state.presented = interface
            for continuation in state.waiting.values { continuation.resume(returning: interface) }
            state.waiting = [:]
        }
    }

    /// Takes it down.
    package func clear() {
        state.withLockedValue { $0.presented = nil }
    }
}
