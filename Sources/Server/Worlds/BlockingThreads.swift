import NIOPosix
import TVSimCore
import TVSimStateStorage
import TVSimWorld

/// The threads for requests that may block or take long.
///
/// A request to a device's world blocks while another process holds the store's lock, and a request to the admin API may
/// take long. Every other request to a world in memory runs on the event loop that read it.
enum BlockingThreads {
    private static let executor = ThreadsExecutor(count: 8)

    /// Runs a closure on a thread that may block for the store of a world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - body: The closure.
    /// - Returns: What the closure returns.
    /// - Throws: The errors of the closure.
    static func with<Result: Sendable>(
        _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let executor = executor(for: world) else { return try await body() }
        return try await withTaskExecutorPreference(executor) { try await body() }
    }

    /// The threads of requests that wait for a server outside of the simulation.
    ///
    /// Further such requests wait for one of these threads. All other requests have threads of their own, and do not wait
    /// for that server.
    private static let waitingOutside = ThreadsExecutor(count: ServerLimits.outsideRequests)

    /// Runs a closure that may wait for a server outside of the simulation.
    ///
    /// - Throws: The errors of the closure.
    static func outside<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(waitingOutside) { try await body() }
    }

    /// Runs a closure that may take long on another thread than the event loop.
    ///
    /// - Throws: The errors of the closure.
    static func away<Result: Sendable>(
        from world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let executor = executor(for: world) ?? globalConcurrentExecutor
        return try await withTaskExecutorPreference(executor) { try await body() }
    }

    /// The thread that reads or writes whole states, one at a time, while other requests use other threads.
    private static let transfers = ThreadsExecutor(count: 1)

    /// Runs a closure that reads or writes the whole state of a world.
    ///
    /// - Throws: The errors of the closure.
    static func transfer<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(transfers) { try body() }
    }

    /// Returns the executor of code that may block for the store of a world; `nil` if such code never blocks.
    static func executor(for world: World) -> (any TaskExecutor)? {
        world.simulation.store.waitsForOthers ? executor : nil
    }
}

/// Runs tasks on a pool of threads that may block.
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
