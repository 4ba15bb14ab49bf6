import NIOPosix
import SimulatedWorld
import SimulationCore
import StateStorage

/// The threads on which requests for a device's world are answered, since those may wait for another process.
///
/// Requests for worlds in memory never wait, and are answered where they were read.
enum StateThreads {
    private static let executor = ThreadsExecutor(count: 8)

    /// Runs a closure where it may wait for the store of a world.
    ///
    /// - Throws: What the closure throws.
    static func with<Result: Sendable>(
        _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard world.simulation.store.waitsForOthers else { return try await body() }
        return try await withTaskExecutorPreference(executor) { try await body() }
    }
}

/// Runs tasks on threads that may be blocked.
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
