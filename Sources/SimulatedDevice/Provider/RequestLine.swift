import NIOConcurrencyHelpers

/// Lets the requests of one device be answered one after another, in the order in which they came.
///
/// A request that has the system's interface up holds those up that may want one too, and no others: whoever allows no
/// interruption does not wait for a person.
package final class RequestLine: Sendable {
    fileprivate struct State {
        var last: Task<Void, Never>?
        var lastInterrupting: Task<Void, Never>?
        /// How many requests have begun that may interrupt and are not through.
        var interrupting = 0
        /// How many requests are not through, or their answer is not delivered.
        var waiting = 0
        var isInterfaceUp = false
        var held: [Int: HeldRequest] = [:]
        var watchers: [Int: Watcher] = [:]
        var count = 0

        mutating func number() -> Int {
            count += 1
            return count
        }
    }

    /// A request that waits until the interface of another one is gone.
    fileprivate struct HeldRequest {
        let process: SimulatedProcess?
        let withdraw: @Sendable () -> Void
    }

    /// Somebody who waits until a process has such a request.
    fileprivate struct Watcher {
        let process: SimulatedProcess
        let woken: CheckedContinuation<Void, Never>
    }

    private let state = NIOLockedValueBox(State())

    init() {}

    /// Whether no request is under way, nor its handler yet to be called.
    package var isIdle: Bool {
        state.withLockedValue { $0.waiting == 0 }
    }

    /// Puts a request at the end of the line; ``settle()`` is to be called when its answer has been delivered.
    ///
    /// - Parameters:
    ///   - process: The simulated process that asks; `nil`: it is none.
    ///   - mayInterrupt: Whether it may want the system's interface.
    ///   - withdraw: Takes the request back, for ``withdrawHeld(of:)``.
    ///   - work: Answers the request. It says by its turn when it has an interface up.
    package func enqueue(
        of process: SimulatedProcess? = nil, mayInterrupt: Bool = false,
        withdrawing withdraw: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable (Turn) async -> Void
    ) {
        state.withLockedValue { state in
            let before = state.last
            state.waiting += 1
            guard mayInterrupt else {
                state.last = Task {
                    await before?.value
                    await work(Turn { _ in })
                }
                return
            }
            let earlier = state.lastInterrupting
            let (turn, passOn) = AsyncStream.makeStream(of: Void.self)
            state.lastInterrupting = Task {
                await before?.value
                // Whoever came before and is not through has stepped aside.
                if let held = self.begin(of: process, withdraw) {
                    passOn.finish()
                    await earlier?.value
                    self.release(held)
                }
                await work(
                    Turn { isUp in
                        self.setInterface(up: isUp)
                        if isUp { passOn.finish() }
                    })
                passOn.finish()
                self.state.withLockedValue { $0.interrupting -= 1 }
            }
            state.last = Task { for await _ in turn {} }
        }
    }

    /// The turn of a request.
    package struct Turn: Sendable {
        fileprivate let change: @Sendable (_ isUp: Bool) -> Void

        /// Says that the system's interface is up for the request: others go on that need none.
        package func showsInterface() { change(true) }

        /// Says that it is gone.
        package func hidesInterface() { change(false) }
    }

    /// Says that the answer of one request has been delivered.
    package func settle() {
        state.withLockedValue { $0.waiting -= 1 }
    }

    /// Waits until every request so far is through, or has an interface up, or waits for one that has.
    package func passed() async {
        await state.withLockedValue(\.last)?.value
    }

    // MARK: - Requests that are held up

    /// Whether a request of a process waits until the interface of another request is gone.
    package func isHeld(of process: SimulatedProcess) -> Bool {
        state.withLockedValue { $0.isHeld(of: process) }
    }

    /// Waits until a request of a process is held up so.
    ///
    /// It returns early when the waiting task is cancelled.
    package func untilHeld(of process: SimulatedProcess) async {
        let number = state.withLockedValue { $0.number() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { woken in
                state.withLockedValue { state in
                    if Task.isCancelled || state.isHeld(of: process) {
                        woken.resume()
                    } else {
                        state.watchers[number] = Watcher(process: process, woken: woken)
                    }
                }
            }
        } onCancel: {
            state.withLockedValue { $0.watchers.removeValue(forKey: number) }?.woken.resume()
        }
    }

    /// Takes back the requests that are held up so, as when the process ends.
    ///
    /// - Parameter process: Whose; `nil`: everybody's.
    package func withdrawHeld(of process: SimulatedProcess? = nil) {
        let requests = state.withLockedValue { state in
            let requests = state.held.filter { process == nil || $0.value.process === process }
            for number in requests.keys { state.held[number] = nil }
            return requests.values
        }
        for request in requests { request.withdraw() }
    }

    /// Begins a request that may interrupt.
    ///
    /// - Returns: Its number among those that are held up; `nil`: it is not.
    private func begin(of process: SimulatedProcess?, _ withdraw: @escaping @Sendable () -> Void) -> Int? {
        state.withLockedValue { state in
            defer { state.interrupting += 1 }
            guard state.interrupting > 0 else { return nil }
            let number = state.number()
            state.held[number] = HeldRequest(process: process, withdraw: withdraw)
            state.wake()
            return number
        }
    }

    private func setInterface(up isUp: Bool) {
        state.withLockedValue { state in
            state.isInterfaceUp = isUp
            state.wake()
        }
    }

    private func release(_ held: Int) {
        state.withLockedValue { $0.held[held] = nil }
    }
}

extension RequestLine.State {
    fileprivate func isHeld(of process: SimulatedProcess) -> Bool {
        isInterfaceUp && held.values.contains { $0.process === process }
    }

    /// Tells those who have waited for what is so now.
    fileprivate mutating func wake() {
        for (number, watcher) in watchers where isHeld(of: watcher.process) {
            watchers[number] = nil
            watcher.woken.resume()
        }
    }
}
