import Foundation
package import Testing

/// Runs the tests of a suite on separate threads, because they block their thread while they wait for a program.
///
/// The tests of a process share as many threads as the machine has processors. A few waiting tests would block all of
/// them. A server in this process could then not respond, and its client's request would time out.
package struct ProgramThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    /// Nested suites use these threads too.
    package var isRecursive: Bool { true }

    /// Runs one case of a test on one of the threads.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(ProgramThreads.shared) { try await function() }
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

/// The threads on which tasks may block.
private final class ProgramThreads: TaskExecutor {
    /// The number of threads limits the number of programs that run at the same time.
    static let shared = ProgramThreads(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// The key in a thread's dictionary that marks it as one of these threads.
    ///
    /// A thread's name is unreliable: Foundation may lose a name that a new thread sets for itself.
    static let mark = "TestSupport.ProgramThreads"

    // The thread sanitizer recognizes this lock.
    private let condition = NSCondition()
    private nonisolated(unsafe) var jobs: [UnownedJob] = []

    private init(count: Int) {
        for _ in 1...count {
            let thread = Thread { [unowned self] in
                Thread.current.threadDictionary[Self.mark] = true
                work()
            }
            // The code under test may need as much stack as the main thread has.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    private func work() {
        while true {
            let job = condition.withLock {
                while jobs.isEmpty { condition.wait() }
                return jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
