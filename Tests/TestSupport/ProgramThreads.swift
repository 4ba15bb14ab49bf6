import Foundation
package import Testing

/// Runs the tests of a suite on threads of their own, because they wait for programs without letting go of their thread.
///
/// The tests of a process share as many threads as the machine has processors. A few that wait for programs would hold
/// them all, and whoever waits for an answer meanwhile, such as the client of a server in this process, waits in vain.
package struct ProgramThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    /// Suites inside have it too.
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
    /// The tests wait for programs: see ``ProgramThreadsTrait``.
    package static var waitsForPrograms: Self { Self() }
}

/// Threads on which tasks may wait for programs.
private final class ProgramThreads: TaskExecutor {
    /// As many programs run at once, beside what the other tests do.
    static let shared = ProgramThreads(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    /// By what a thread knows that it is one of them.
    ///
    /// Its name would not do: Foundation loses one that a thread gives itself before whoever started it goes on.
    static let mark = "TestSupport.ProgramThreads"

    // A lock that the thread sanitizer knows.
    private let condition = NSCondition()
    private nonisolated(unsafe) var jobs: [UnownedJob] = []

    private init(count: Int) {
        for _ in 1...count {
            let thread = Thread { [unowned self] in
                Thread.current.threadDictionary[Self.mark] = true
                work()
            }
            // What a test of this suite calls may need as much as the main thread has.
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
