import TVSimStructuredText

/// A queue that answers the metadata requests of one device one after another, in their order (Differences, A-56).
///
/// A check of the access status joins it only if the access prompt stays open, and a request for Automatic Sign-In only
/// if its sheet does.
///
/// While a request presents the system's interface, other interruptible requests wait (Differences, A-52). Requests
/// that must not interrupt the user continue.
package final class RequestQueue: Sendable {
    fileprivate struct State {
        /// The unfinished requests, the oldest first.
        var requests: [Request] = []
        /// The number of requests that are unfinished or whose answer is not delivered.
        var undelivered = 0
        var waits: [Wait] = []
        var count = 0
    }

    /// An unfinished request.
    fileprivate struct Request {
        enum Stage {
            case waiting, working, showingInterface
            /// The request presents a prompt, which the app does not notice.
            case showingPrompt

            /// Whether the request presents an interface of the system.
            var presents: Bool { self == .showingInterface || self == .showingPrompt }
        }

        let number: Int
        let process: SimulatedProcess?
        let mayInterrupt: Bool
        let asked: any QueuedRequest
        var stage = Stage.waiting
        /// Resumes the request when its turn comes; `nil` if the request does not wait yet.
        var turn: CheckedContinuation<Void, Never>?
    }

    /// A task that waits for a state of the queue.
    fileprivate struct Wait {
        let number: Int
        let isOver: @Sendable (RequestQueue) -> Bool
        let over: CheckedContinuation<Void, Never>
    }

    private let state = Locked(State())

    init() {}

    /// Whether no request is unfinished and every answer is delivered.
    package var isIdle: Bool {
        state.withLockedValue { $0.undelivered == 0 }
    }

    // MARK: - Requests

    /// Appends a request to the queue; call ``settle()`` when its answer is delivered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - process: The simulated process of the app; `nil` if the app runs in this process.
    ///   - mayInterrupt: Whether the request may present the system's interface.
    ///   - work: Answers the request, and reports through its turn when it presents an interface.
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
        fileprivate let line: RequestQueue
        fileprivate let number: Int

        /// Reports that the request presents the system's interface; requests that must not interrupt then continue.
        ///
        /// - Parameter page: The interface's first page.
        package func showsInterface(_ page: InterfacePage) {
            let stage: Request.Stage = if case .prompt = page { .showingPrompt } else { .showingInterface }
            line.change { $0.change(number) { $0.stage = stage } }
        }

        /// Reports that the request no longer presents an interface.
        package func hidesInterface() {
            line.change { $0.change(number) { $0.stage = .working } }
        }
    }

    /// Reports that the answer of one request is delivered.
    package func settle() {
        state.withLockedValue { $0.undelivered -= 1 }
    }

    /// Changes the queue, and then resumes the requests whose turn has come and the tasks whose condition holds.
    private func change(_ body: (inout [Request]) -> Void) {
        let turns = state.withLockedValue { state in
            body(&state.requests)
            return state.requests.takeTurns()
        }
        for turn in turns { turn.resume() }
        wake()
    }

    // MARK: - Waiting

    /// Waits until every request so far is finished or waits for an interface, its own or another request's.
    package func decided() async {
        let last = state.withLockedValue(\.count)
        await wait { line in
            line.state.withLockedValue { state in
                state.requests.allSatisfy { $0.number > last || state.requests.isBlockedByInterface($0) }
            }
        }
    }

    /// Returns whether the user must first answer an interface that the app does not know of.
    ///
    /// This is the interface of another request, or a prompt. Withdrawn requests do not count.
    ///
    /// - Parameter process: The process of the requests.
    /// - Returns: Whether a request of the process waits for such an interface.
    package func isHeld(of process: SimulatedProcess) -> Bool {
        state.withLockedValue { state in
            state.requests.contains {
                $0.process === process && $0.stage != .showingInterface && !$0.asked.isWithdrawn
                    && state.requests.isBlockedByInterface($0)
            }
        }
    }

    /// Waits until ``isHeld(of:)`` returns true for a process.
    ///
    /// It also returns if the waiting task is cancelled.
    package func untilHeld(of process: SimulatedProcess) async {
        await wait { $0.isHeld(of: process) }
    }

    /// Withdraws every unfinished request so far, as when a process ends, and waits until they are finished.
    ///
    /// - Parameter process: The process of the requests; all processes if `nil`.
    package func withdraw(of process: SimulatedProcess? = nil) async {
        let requests = state.withLockedValue { state in
            state.requests.filter { process == nil || $0.process === process }
        }
        for request in requests { request.asked.withdraw() }
        // Checked only now: a request whose turn came before it was withdrawn is being answered and must finish too.
        let numbers = Set(requests.map(\.number))
        await wait { line in
            line.state.withLockedValue { state in
                !state.requests.contains { numbers.contains($0.number) && $0.stage != .waiting }
            }
        }
    }

    private func wait(until isOver: @escaping @Sendable (RequestQueue) -> Bool) async {
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

    /// Resumes a waiting task, if it still waits.
    private func giveUp(_ number: Int) {
        let wait = state.withLockedValue { state in
            state.waits.firstIndex { $0.number == number }.map { state.waits.remove(at: $0) }
        }
        wait?.over.resume()
    }
}

/// A request in a ``RequestQueue``.
package protocol QueuedRequest: Sendable {
    /// Whether the app has withdrawn the request.
    var isWithdrawn: Bool { get }

    /// Withdraws the request: a waiting request is answered at once, and a presented interface ends.
    func withdraw()
}

// MARK: - Turns

extension [RequestQueue.Request] {
    fileprivate mutating func change(_ number: Int, _ body: (inout RequestQueue.Request) -> Void) {
        guard let index = firstIndex(where: { $0.number == number }) else { return }
        body(&self[index])
    }

    /// Returns whether a request presents an interface, or waits only for another request's interface.
    fileprivate func isBlockedByInterface(_ request: RequestQueue.Request) -> Bool {
        switch request.stage {
        case .showingInterface, .showingPrompt: true
        case .working: false
        case .waiting: request.mayInterrupt && contains { $0.stage.presents }
        }
    }

    /// Begins the requests whose turn has come.
    ///
    /// A request that must not interrupt begins if all requests before it wait for an interface. An interruptible
    /// request begins if it is the first.
    ///
    /// - Returns: The continuations to resume.
    fileprivate mutating func takeTurns() -> [CheckedContinuation<Void, Never>] {
        var turns: [CheckedContinuation<Void, Never>] = []
        for index in indices {
            if self[index].stage == .waiting, let turn = self[index].turn, index == 0 || !self[index].mayInterrupt {
                self[index].stage = .working
                self[index].turn = nil
                turns.append(turn)
            }
            guard isBlockedByInterface(self[index]) else { break }
        }
        return turns
    }
}
