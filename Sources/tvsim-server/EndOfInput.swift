import Foundation
import ServiceLifecycle

/// Ends the service group when standard input ends, for example because the program that started the server was killed.
struct EndOfInput: Service {
    func run() async throws {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        // Reading blocks, so it has a thread of its own, which ends with the process.
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count == 0 || count < 0 && errno != EINTR { break }
            }
            continuation.finish()
        }
        await cancelWhenGracefulShutdown {
            for await _ in ends {}
        }
    }
}
