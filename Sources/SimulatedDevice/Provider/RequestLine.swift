import NIOConcurrencyHelpers

/// Lets the requests of one device be answered one after another, in the order in which they came.
///
/// While one has the system's interface up, it holds those up that may want one too, and no others: whoever allows no
/// interruption does not wait for a person.
package final class RequestLine: Sendable {
    fileprivate struct State {
        /// Those that are not through, the oldest first.
        var requests: [Request] = []
        /// How many requests are not through, or their answer is not delivered.
        var undelivered = 0
        var waits: [Wait] = []
        var count = 0
    }

    /// A request that is not through.
    fileprivate struct Request {
        enum Stage {
            case waiting, working, showingInterface
        }

        let number: Int
        let process: SimulatedProcess?
        let mayInterrupt: Bool
        let asked: any QueuedRequest
        var stage = Stage.waiting
        /// Who is told that its turn has come; `nil`: nobody listens yet.
        var turn: CheckedContinuation<Void, Never>?
    }

    /// Somebody who waits until the line is in a way.
    fileprivate struct Wait {
        let number: Int
        let isOver: @Sendable (RequestLine) -> Bool
        let over: CheckedContinuation<Void, Never>
    }

    private let state = NIOLockedValueBox(State())

    init() {}

    /// Whether no request is under way, nor a handler of one whose turn to be called has not come.
    package var isIdle: Bool {
        state.withLockedValue { $0.undelivered == 0 }
    }

    // MARK: - Requests

    /// Puts a request at the end of the line; ``settle()`` is to be called when its answer is delivered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - process: The simulated process that asks; `nil`: it is none.
    ///   - mayInterrupt: Whether it may want the system's interface.
    ///   - work: Answers the request. It says by its turn when it has an interface up.
    package func enqueue(
        _ request: any QueuedRequest, of process: SimulatedProcess? = nil, mayInterrupt: Bool,
        _ work: @escaping @Sendable (Turn) async -> Void
    ) {
        let number = state.withLockedValue { state in
            state.count += 1
            state.undelivered += 1
            state.requests.append(
                Request(number: state.count, process: process, mayInterrupt: mayInterrupt, asked: request))
            return state.count
        }
        Task {
            await withCheckedContinuation { turn in
                change { requests in requests.change(number) { $0.turn = turn } }
            }
            await work(Turn(line: self, number: number))
            change { requests in requests.removeAll { $0.number == number } }
        }
    }

    /// The turn of a request.
    package struct Turn: Sendable {
        fileprivate let line: RequestLine
        fileprivate let number: Int

        /// Says that the system's interface is up for the request: others go on that need none.
        package func showsInterface() {
            line.change { $0.change(number) { $0.stage = .showingInterface } }
        }

        /// Says that it is gone.
        package func hidesInterface() {
            line.change { $0.change(number) { $0.stage = .working } }
        }
    }

    /// Says that the answer of one request is delivered: nothing more comes between it and its handler.
    package func settle() {
        state.withLockedValue { $0.undelivered -= 1 }
    }

    /// Changes who is in line, and lets those go on whose turn has come by that, and those who wait for it.
    private func change(_ body: (inout [Request]) -> Void) {
        let turns = state.withLockedValue { state in
            body(&state.requests)
            return state.requests.takeTurns()
        }
        for turn in turns { turn.resume() }
        wake()
    }

    // MARK: - What others wait for

    /// Waits until every request so far is through, or stands before an interface: its own, or another one's.
    package func decided() async {
        let last = state.withLockedValue(\.count)
        await wait { line in
            line.state.withLockedValue { state in
                state.requests.allSatisfy { $0.number > last || state.requests.isBeforeInterface($0) }
            }
        }
    }

    /// Whether a request of a process, which it still wants answered, waits until the interface of another one is gone.
    package func isHeld(of process: SimulatedProcess) -> Bool {
        state.withLockedValue { state in
            state.requests.contains {
                $0.process === process && $0.stage == .waiting && !$0.asked.isWithdrawn
                    && state.requests.isBeforeInterface($0)
            }
        }
    }

    /// Waits until a request of a process is held up so.
    ///
    /// It returns early when the waiting task is cancelled.
    package func untilHeld(of process: SimulatedProcess) async {
        await wait { $0.isHeld(of: process) }
    }

    /// Takes back every request so far that is not through, as when a process ends, and waits until they are.
    ///
    /// - Parameter process: Whose; `nil`: everybody's.
    package func withdraw(of process: SimulatedProcess? = nil) async {
        let requests = state.withLockedValue { state in
            state.requests.filter { process == nil || $0.process === process }
        }
        for request in requests { request.asked.withdraw() }
        // Only now: one whose turn came before it was withdrawn is being answered, and is waited for too.
        let numbers = Set(requests.map(\.number))
        await wait { line in
            line.state.withLockedValue { state in
                !state.requests.contains { numbers.contains($0.number) && $0.stage != .waiting }
            }
        }
    }

    private func wait(until isOver: @escaping @Sendable (RequestLine) -> Bool) async {
        let number = state.withLockedValue { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { over in
                state.withLockedValue { $0.waits.append(Wait(number: number, isOver: isOver, over: over)) }
                wake()
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func wake() {
        for wait in state.withLockedValue(\.waits) where wait.isOver(self) { giveUp(wait.number) }
    }

    /// Lets one go on who waits, if they still do.
    private func giveUp(_ number: Int) {
        let wait = state.withLockedValue { state in
            state.waits.firstIndex { $0.number == number }.map { state.waits.remove(at: $0) }
        }
        wait?.over.resume()
    }
}

/// A request as the line knows it.
package protocol QueuedRequest: Sendable {
    /// Whether nobody wants it answered any more.
    var isWithdrawn: Bool { get }

    /// Takes it back: one that waits is answered at once, and one that has an interface up takes it down.
    func withdraw()
}

// MARK: - Whose turn it is

extension [RequestLine.Request] {
    fileprivate mutating func change(_ number: Int, _ body: (inout RequestLine.Request) -> Void) {
        guard let index = firstIndex(where: { $0.number == number }) else { return }
        body(&self[index])
    }

    /// Whether a request has an interface up, or waits only since another one has.
    fileprivate func isBeforeInterface(_ request: RequestLine.Request) -> Bool {
        switch request.stage {
        case .showingInterface: true
        case .working: false
        case .waiting: request.mayInterrupt && contains { $0.stage == .showingInterface }
        }
    }

    /// Begins those whose turn has come: who allows no interruption, when all before stand before an interface; who may
    /// interrupt, when nobody is before.
    ///
    /// - Returns: Whom to tell.
    fileprivate mutating func takeTurns() -> [CheckedContinuation<Void, Never>] {
        var turns: [CheckedContinuation<Void, Never>] = []
        for index in indices {
            if self[index].stage == .waiting, let turn = self[index].turn, index == 0 || !self[index].mayInterrupt {
                self[index].stage = .working
                self[index].turn = nil
                turns.append(turn)
            }
            guard isBeforeInterface(self[index]) else { break }
        }
        return turns
    }
}
