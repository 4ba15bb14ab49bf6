import Dispatch
import TVSimStructuredText
package import Testing

/// The limit of the waits of tests.
private enum WaitLimit {
    /// The longest wait in seconds.
    ///
    /// It is long, because tests that wait for programs may use all threads of a process for half a minute. A wait
    /// comes to it only if what the test waits for never happens.
    static let seconds = 90
}

/// Waits for an answer, such as the call of a completion handler, and ends by itself.
///
/// - Parameters:
///   - what: What the test waits for, as a noun phrase.
///   - missing: The result without an answer. The wait then fails the test with the name of `what`.
///   - isolation: The isolation of the caller.
///   - sourceLocation: The place that the failure names.
///   - begin: Begins what leads to the answer.
/// - Returns: The answer.
package func awaiting<Value: Sendable>(
    _ what: String, otherwise missing: @autoclosure () -> Value, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ begin: (Awaited<Value>) -> Void
) async -> Value {
    var limit: DispatchWorkItem?
    let value: Value? = await withCheckedContinuation(isolation: isolation) { continuation in
        let answer = Awaited<Value>(to: what, continuation)
        let end = DispatchWorkItem { answer.giveUp() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(WaitLimit.seconds), execute: end)
        limit = end
        begin(answer)
    }
    limit?.cancel()
    if let value { return value }
    Issue.record("no \(what) within \(WaitLimit.seconds) seconds", sourceLocation: sourceLocation)
    return missing()
}

/// Waits for the end of something, as ``awaiting(_:otherwise:isolation:sourceLocation:_:)`` does.
package func awaiting(
    _ what: String, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ begin: (Awaited<Void>) -> Void
) async {
    await awaiting(what, otherwise: (), isolation: isolation, sourceLocation: sourceLocation, begin)
}

/// The answer that a test waits for.
package final class Awaited<Value: Sendable>: Sendable {
    private enum State {
        case waiting(CheckedContinuation<Value?, Never>)
        case answered
        case overdue
    }

    private let what: String
    private let state: Locked<State>

    fileprivate init(to what: String, _ continuation: CheckedContinuation<Value?, Never>) {
        self.what = what
        state = Locked(.waiting(continuation))
    }

    /// Gives the answer; a second one fails the run.
    package func resume(returning value: Value) {
        let before = state.withLockedValue { state in
            defer { if case .waiting = state { state = .answered } }
            return state
        }
        switch before {
        case .waiting(let continuation): continuation.resume(returning: value)
        case .answered: Issue.record("a second \(what) came")
        case .overdue: break
        }
    }

    fileprivate func giveUp() {
        let before = state.withLockedValue { state in
            defer { if case .waiting = state { state = .overdue } }
            return state
        }
        if case .waiting(let continuation) = before { continuation.resume(returning: nil) }
    }
}

extension Awaited where Value == Void {
    /// Says that what the test waits for has ended.
    package func resume() { resume(returning: ()) }
}

/// What a test is told, in order.
///
/// Each wait for the next piece ends by itself.
package final class Told<Element: Sendable>: Sendable {
    private struct State {
        var unread: [Element] = []
        var waiting: [Awaited<Element?>] = []
        var isFinished = false
        /// The pieces that the test has read last, for the message of a wait that ends without one.
        var read: [Element] = []
    }

    private let what: String
    private let state = Locked(State())

    /// Creates an empty list.
    ///
    /// - Parameter what: What the pieces are, in the singular and without an article, such as "callback".
    package init(_ what: String) { self.what = what }

    /// Adds a piece, and gives it to the first task that waits.
    package func tell(_ element: Element) {
        let first = state.withLockedValue { state -> Awaited<Element?>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.unread.append(element)
            return nil
        }
        first?.resume(returning: element)
    }

    /// Says that nothing follows.
    package func finish() {
        let waiting = state.withLockedValue { state in
            defer { state.waiting = [] }
            state.isFinished = true
            return state.waiting
        }
        for answer in waiting { answer.resume(returning: nil) }
    }

    /// Returns the next piece, and waits for it; `nil` if nothing follows, or the wait took too long.
    package func next(
        isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Element? {
        let earlier = state.withLockedValue { $0.read.suffix(4).map { "\($0)" }.joined(separator: ", ") }
        let found = await awaiting(
            "further \(what) after [\(earlier)]", otherwise: nil, isolation: isolation, sourceLocation: sourceLocation
        ) { (answer: Awaited<Element?>) in
            let ready = state.withLockedValue { state -> Element?? in
                if !state.unread.isEmpty { return .some(state.unread.removeFirst()) }
                if state.isFinished { return .some(nil) }
                state.waiting.append(answer)
                return nil
            }
            if let ready { answer.resume(returning: ready) }
        }
        if let found { state.withLockedValue { $0.read = $0.read.suffix(3) + [found] } }
        return found
    }

    /// Returns the next pieces, or those that came before the end.
    package func next(
        _ count: Int, isolation: isolated (any Actor)? = #isolation,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [Element] {
        var found: [Element] = []
        while found.count < count, let element = await next(isolation: isolation, sourceLocation: sourceLocation) {
            found.append(element)
        }
        return found
    }

    /// Skips the pieces up to the first that meets a condition, and returns whether there was one.
    @discardableResult
    package func skip(
        isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
        to condition: (Element) -> Bool
    ) async -> Bool {
        while let element = await next(isolation: isolation, sourceLocation: sourceLocation) {
            if condition(element) { return true }
        }
        return false
    }

    /// Returns the pieces that the test has not read.
    package var unread: [Element] { state.withLockedValue(\.unread) }
}

/// Waits until a condition holds, and fails the test by itself if it does not come to hold.
///
/// - Parameters:
///   - what: The condition, as a clause.
///   - isolation: The isolation of the caller.
///   - sourceLocation: The place that the failure names.
///   - condition: The condition, which is asked again and again.
/// - Throws: The errors of the condition.
package func until(
    _ what: String, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + .seconds(WaitLimit.seconds)
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("not within \(WaitLimit.seconds) seconds: \(what)", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}

extension DispatchSemaphore {
    /// Blocks the thread until the semaphore is signalled; fails the run by itself if it is not.
    package func wait(
        for what: String, within seconds: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let seconds = seconds ?? WaitLimit.seconds
        guard wait(timeout: .now() + .seconds(seconds)) == .timedOut else { return }
        Issue.record("no \(what) within \(seconds) seconds", sourceLocation: sourceLocation)
    }
}
