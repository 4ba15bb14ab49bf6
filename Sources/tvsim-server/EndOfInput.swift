import Foundation
import ServiceLifecycle

/// Ends the service group when the program that started the server has ended, also if it was killed.
///
/// Standard input then ends. But a process that this program has forked may hold the other end open. A client therefore
/// names itself in `TVSIM_STARTED_BY`, and the server also ends when its parent is another process than that.
struct EndOfInput: Service {
    /// The variable of the environment in which a client names its process.
    static let variable = "TVSIM_STARTED_BY"
    /// How often the parent is looked at while no input arrives, in milliseconds.
    private static let interval: Int32 = 1000

    /// The process that started this one; `nil` if it did not name itself, or if another process stands between.
    private let starter: Int32?

    /// Creates the service from the environment of the process, when it starts.
    init(environment: [String: String]) {
        starter = environment[Self.variable].flatMap { Int32($0) }.flatMap { $0 == getppid() ? $0 : nil }
    }

    func run() async throws {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        // Reading blocks, so it has a thread of its own, which ends with the process.
        Thread.detachNewThread { [self] in
            while isStarterAlive, isInputOpen() {}
            continuation.finish()
        }
        await cancelWhenGracefulShutdown {
            for await _ in ends {}
        }
    }

    /// A process whose parent has ended gets another one.
    private var isStarterAlive: Bool { starter.map { $0 == getppid() } ?? true }

    /// Waits for input, or for the next look at the parent; returns whether standard input can still be read.
    private func isInputOpen() -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = poll(&input, 1, starter == nil ? -1 : Self.interval)
        guard ready > 0 else { return ready == 0 || errno == EINTR }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        return count > 0 || count < 0 && errno == EINTR
    }
}
