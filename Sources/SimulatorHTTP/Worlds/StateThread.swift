import NIOPosix
import SimulationCore
import StateStorage
import TVSimulator

/// The thread on which answers are made that may wait for another process.
///
/// A device's store takes one change at a time, so that one thread is enough, and who waits there holds up nobody but
/// those who mean the same device. Worlds in memory are answered where the request was read.
enum StateThread {
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private static let executor = EventLoopExecutor(group.next())

    /// Does something with a world where that can do no harm.
    ///
    /// - Throws: `CancellationError` when nobody waits for it any more, and what the body throws.
    static func with<Result: Sendable>(
        _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard world.simulation.store.waitsForOthers else { return try await body() }
        return try await withTaskExecutorPreference(executor) {
            try await StatePatience.$current.withValue(ServerLimits.patience) {
                // At the end of the server those who were cut off wait behind one another for nothing.
                try Task.checkCancellation()
                return try await body()
            }
        }
    }
}
