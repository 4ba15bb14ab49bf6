import NIOCore

/// Lets tasks run on the thread of an event loop.
///
/// A request is read, answered and written there without changing threads, which costs more than most answers.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Later in the same turn of the loop, never from within the code that made the job ready.
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
