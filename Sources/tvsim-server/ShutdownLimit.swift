import Foundation
import ServiceLifecycle
import TVSimStructuredText

/// Ends the process if its services still run some time after they were asked to shut down.
final class ShutdownLimit: Service {
    private let limit: Duration
    private let end: @Sendable () -> Never
    private let isOver = Locked(false)

    /// Creates a limit; `end` ends the process.
    init(limit: Duration, end: @escaping @Sendable () -> Never) {
        (self.limit, self.end) = (limit, end)
    }

    /// Waits for the shutdown, and lets a thread of its own count the time, because all others may be blocked.
    func run() async throws {
        try await gracefulShutdown()
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: Double(limit.components.seconds))
            if !isOver.withLockedValue({ $0 }) { end() }
        }
    }

    /// Says that the services have ended.
    func cancel() { isOver.withLockedValue { $0 = true } }
}
