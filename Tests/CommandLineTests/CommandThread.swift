import Foundation
import TestSupport
import Testing

/// Runs a command on a thread with a separate working folder, as in a separate process.
final class CommandThread: TaskExecutor {
    private let condition = NSCondition()
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    private nonisolated(unsafe) var status: Int32?

    private init() {}

    /// Runs a command and waits for its end.
    ///
    /// - Parameters:
    ///   - folder: The working folder.
    ///   - command: The command, which returns its exit status.
    /// - Returns: The exit status.
    static func run(in folder: URL, _ command: @escaping @Sendable () async -> Int32) -> Int32 {
        let executor = CommandThread()
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            // From now on, relative paths of this thread only are relative to the folder.
            precondition(
                leaveWorkingFolder(cloneFS) == 0 && chdir(folder.path) == 0, "\(folder.path) cannot be entered")
            Task(executorPreference: executor) {
                let status = await command()
                executor.condition.withLock { executor.status = status }
            }
            executor.work()
            end.signal()
        }
        // This is the stack size of the main thread.
        thread.stackSize = 8 << 20
        thread.start()
        end.wait(for: "end of a command in this process", within: 600)
        return executor.condition.withLock { executor.status ?? -1 }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    private func work() {
        while true {
            let job: UnownedJob? = condition.withLock {
                while jobs.isEmpty, status == nil { condition.wait() }
                return jobs.isEmpty ? nil : jobs.removeFirst()
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Linux's `unshare`, which the Swift module Glibc does not declare.
    private static let leaveWorkingFolder = unsafeBitCast(
        dlsym(nil, "unshare"), to: (@convention(c) (Int32) -> Int32).self)
    /// `CLONE_FS`: the working folder and the file mode mask.
    private static let cloneFS: Int32 = 0x200
}
