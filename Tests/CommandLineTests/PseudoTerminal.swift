import Foundation
import Testing

/// A terminal without a screen, which keeps what a command prints on it.
final class PseudoTerminal: @unchecked Sendable {
    /// The side of the command.
    let descriptor: Int32
    private let master: Int32
    private let isOver = DispatchSemaphore(value: 0)
    // Only the reader changes it, before it signals.
    private var shown = Data()

    init() throws {
        master = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
        descriptor = open(String(cString: ptsname(master)), O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
        // A command must not wait for a reader.
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(master, &bytes, bytes.count)
                guard count > 0 else { break }
                shown.append(contentsOf: bytes.prefix(count))
            }
            isOver.signal()
        }
    }

    /// Closes the side of the command, and returns everything that was printed.
    func end() -> String {
        close(descriptor)
        isOver.wait()
        close(master)
        return String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    }
}
