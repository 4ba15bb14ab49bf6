import Foundation
import TVSimStructuredText
package import Testing

/// Runs the tests of a suite on separate threads, because they block their thread while they wait for a program.
///
/// The tests of a process share as many threads as the machine has processors. A few waiting tests would block all of
/// them. A server in this process could then not respond, and its client's request would time out.
package struct ProgramThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    /// Nested suites use these threads too.
    package var isRecursive: Bool { true }

    /// Whether the caller's test has a place already: its suite may have the same trait.
    @TaskLocal private static var hasPlace = false

    /// Runs one case of a test on one of the threads, when fewer than twice as many cases as processors run.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, !Self.hasPlace else { return try await function() }
        await ProgramPlaces.shared.enter()
        defer { ProgramPlaces.shared.leave() }
        try await Self.$hasPlace.withValue(true) {
            try await withTaskExecutorPreference(ProgramThreads.shared) { try await function() }
        }
    }

    /// Whether the caller runs on one of the threads.
    package static var isOnItsThread: Bool {
        Thread.current.threadDictionary[ProgramThreads.mark] != nil
    }
}

extension Trait where Self == ProgramThreadsTrait {
    /// Marks tests that wait for programs; see ``ProgramThreadsTrait``.
    package static var waitsForPrograms: Self { Self() }
}

/// Limits the number of programs that run at the same time.
private final class ProgramPlaces: Sendable {
    static let shared = ProgramPlaces()

    private struct State {
        var free = 2 * ProcessInfo.processInfo.activeProcessorCount
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func enter() async {
        await withCheckedContinuation { continuation in
            let enters = state.withLockedValue { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if enters { continuation.resume() }
        }
    }

    func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLockedValue { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

/// The threads on which tasks may block: as many as there are jobs.
///
/// With fewer, blocked tests could wait for an actor whose next job is behind them in the queue.
private final class ProgramThreads: TaskExecutor {
    static let shared = ProgramThreads()

    /// The key in a thread's dictionary that marks it as one of these threads.
    ///
    /// A thread's name is unreliable: Foundation may lose a name that a new thread sets for itself.
    static let mark = "TestSupport.ProgramThreads"

    // The thread sanitizer recognizes this lock.
    private let condition = NSCondition()
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    private nonisolated(unsafe) var idleThreads = 0

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = condition.withLock {
            jobs.append(job)
            return jobs.count > idleThreads
        }
        if needsThread { startThread() } else { condition.signal() }
    }

    private func startThread() {
        let thread = Thread { [unowned self] in
            Thread.current.threadDictionary[Self.mark] = true
            work()
        }
        // The code under test may need as much stack as the main thread has.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func work() {
        while true {
            let job = condition.withLock {
                idleThreads += 1
                while jobs.isEmpty { condition.wait() }
                idleThreads -= 1
                return jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
