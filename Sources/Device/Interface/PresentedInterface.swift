import TVSimStructuredText

/// The system's interface while it is presented: its page, and the queue of the user's actions.
///
/// The presenter handles one action after another and reports each result. The user's side waits for the result.
package final class PresentedInterface: Sendable {
    /// An event of the interface.
    package enum Event: Sendable {
        /// The user acts; the presenter must pass the result to ``PresentedInterface/settle(_:)``.
        case person(PersonAction)
        /// The app withdrew its request, or the answers of the scripted user changed.
        case changed
        /// The simulator cannot read the answers of the scripted user.
        case failed(any Error)
    }

    /// The result of an action.
    package enum Settlement: Sendable, Hashable {
        /// The interface shows this page.
        case shows(InterfacePage)
        /// The interface ended.
        case ended
        /// The action was not possible; the interface is unchanged.
        case impossible(String)
    }

    private struct State {
        var page: InterfacePage?
        /// How many pages the interface has shown.
        var pages = 1
        var waiting: CheckedContinuation<Event, Never>?
        var events: [(event: Event, settled: CheckedContinuation<Settlement, Never>?)] = []
        var settling: CheckedContinuation<Settlement, Never>?
    }

    private let state: Locked<State>

    /// Creates an interface that shows a page.
    package init(page: InterfacePage) {
        state = Locked(State(page: page))
    }

    /// The page of the interface; `nil` if the interface ended.
    package var page: InterfacePage? {
        state.withLockedValue(\.page)
    }

    /// The page with its number in this interface; `nil` if the interface ended.
    fileprivate var numbered: (page: InterfacePage, number: Int)? {
        state.withLockedValue { state in state.page.map { ($0, state.pages) } }
    }

    // MARK: - The user's side

    /// Performs an action and returns its result.
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

    /// Notifies the presenter that the app withdrew its request or that the user's answers changed.
    package func look() { notify(.changed) }

    /// Notifies the presenter that the simulator cannot read the user's answers.
    package func fail(_ error: any Error) { notify(.failed(error)) }

    private func notify(_ event: Event) {
        state.withLockedValue { state in
            guard state.page != nil else { return }
            deliver(event, settled: nil, to: &state)
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

    // MARK: - The presenter's side

    /// Waits for the next event.
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

    /// Reports the result of the last event.
    package func settle(_ settlement: Settlement) {
        let released = state.withLockedValue { state -> [CheckedContinuation<Settlement, Never>] in
            var released = [state.settling].compactMap { $0 }
            state.settling = nil
            switch settlement {
            case .shows(let page):
                if page != state.page { state.pages += 1 }
                state.page = page
            case .impossible: break
            case .ended:
                state.page = nil
                // Actions that came too late get the same result.
                released += state.events.compactMap(\.settled)
                state.events = []
            }
            return released
        }
        for continuation in released { continuation.resume(returning: settlement) }
    }
}

/// The screen of a device, with at most one interface because requests are answered one after another.
package final class Screen: Sendable {
    private struct State {
        var presented: PresentedInterface?
        /// How many interfaces the screen has presented.
        var interfaces = 0
        var waiting: [Int: CheckedContinuation<PresentedInterface?, Never>] = [:]
        var visitors = 0
    }

    private let state = Locked(State())

    init() {}

    /// The presented interface; `nil` if none is presented.
    package var presented: PresentedInterface? {
        state.withLockedValue(\.presented)
    }

    /// What a screen shows, with numbers that no other page of it has.
    package struct Shown: Hashable, Sendable {
        /// The page.
        package let page: InterfacePage
        /// The number of the interface on this screen, from 1.
        package let interface: Int
        /// The number of the page in its interface, from 1.
        package let number: Int
    }

    /// What the screen shows; `nil` if no interface waits for the user.
    package var shown: Shown? {
        let (presented, interface) = state.withLockedValue { ($0.presented, $0.interfaces) }
        return presented?.numbered.map { Shown(page: $0.page, interface: interface, number: $0.number) }
    }

    /// Returns the presented interface, or waits for the next one.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled.
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

    /// Presents an interface.
    package func show(_ interface: PresentedInterface) {
        state.withLockedValue { state in
            state.presented = interface
            state.interfaces += 1
            for continuation in state.waiting.values { continuation.resume(returning: interface) }
            state.waiting = [:]
        }
    }

    /// Removes the presented interface.
    package func clear() {
        state.withLockedValue { $0.presented = nil }
    }
}
