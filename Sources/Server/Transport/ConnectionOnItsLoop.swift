import HummingbirdCore
import Logging
import NIOCore

/// Runs the task of a connection on the connection's event loop, so that no thread waits for another to read, answer
/// and write.
///
/// ``ConnectionRules`` apply to the connection. What may block or takes long runs elsewhere (``BlockingThreads``).
struct ConnectionOnItsLoop<Base: ServerChildChannel>: ServerChildChannel {
    /// The connection's protocol.
    let base: Base
    /// The connections of the port.
    let count: ConnectionCount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            try ConnectionRules.install(on: channel, isReserved: count.add(channel))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs tasks on an event loop.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
