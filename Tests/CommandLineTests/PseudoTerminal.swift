import Foundation
import Testing

/// A terminal without a screen, which keeps what a command prints on it.
final class PseudoTerminal: @unchecked Sendable {
    /// The side of the command.
    let descriptor: Int32
    private let master: Int32
    private let isOver = DispatchSemaphore(value: 0)
    /// What is written after the command.
    ///
    /// The end of the file does not show that the command has ended, because it does not come while a copy of the
    /// descriptor is open.
    private static let mark = Data("\u{1}the end\u{2}".utf8)
    // Only the reader changes it, before it signals.
    private var shown = Data()

    init() throws {
        // Swift imports neither `posix_openpt` nor the requests of `ioctl` that it is made of (ioctl_tty(2)).
        let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0 && ioctl(master, unlock, &isLocked) == 0 && ioctl(master, getNumber, &number) == 0)
        descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
        // A command must not wait for a reader.
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while shown.suffix(Self.mark.count) != Self.mark {
                let count = read(master, &bytes, bytes.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                shown.append(contentsOf: bytes.prefix(count))
            }
            isOver.signal()
        }
    }

    /// Closes the side of the command, and returns everything that was printed.
    func end() -> String {
        // What is written last may be lost when its side is closed before the other side has read it.
        _ = Self.mark.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isRead = isOver.wait(timeout: .now() + 60) == .success
        close(descriptor)
        guard isRead, shown.suffix(Self.mark.count) == Self.mark else { return "(the terminal lost its end)" }
        close(master)
        return String(decoding: shown.dropLast(Self.mark.count), as: UTF8.self)
            .replacingOccurrences(of: "\r\n", with: "\n")
    }
}
