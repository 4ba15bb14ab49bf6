import NIOCore
import NIOPosix
import SimulationCore
import StateStorage
import TVSimulator

/// The threads on which answers are made that may wait for another process: those of the world of a device.
///
/// Who waits there holds up nobody who means a world in memory, and nobody who only reads while there is a thread left.
/// Worlds in memory are answered where the request was read.
enum StateThreads {
    /// As many may wait at once.
    private static let executor = ThreadsExecutor(count: 8)

    /// Does something with a world where that can do no harm.
    ///
    /// - Throws: `CancellationError` when nobody waits for it any more, and what the body throws.
    static func with<Result: Sendable>(
        _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard world.simulation.store.waitsForOthers else { return try await body() }
        let asked = NIODeadline.now()
        return try await withTaskExecutorPreference(executor) {
            // Who had to wait for a thread has waited already.
            let waited = Double((NIODeadline.now() - asked).nanoseconds) / 1e9
            let budget = StatePatience.Budget(seconds: max(0, ServerLimits.patience - waited))
            return try await StatePatience.$budget.withValue(budget) {
                // At the end of the server those who were cut off wait behind one another for nothing.
                try Task.checkCancellation()
                return try await body()
            }
        }
    }
}

/// Lets tasks run on threads that may be held.
private final class ThreadsExecutor: TaskExecutor {
    private let threads: NIOThreadPool

    init(count: Int) {
        threads = NIOThreadPool(numberOfThreads: count)
        threads.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
