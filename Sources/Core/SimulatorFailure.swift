import Foundation
import TVSimPlatform

/// Ends a process whose simulation cannot continue.
///
/// A simulated platform error would hide a simulator failure from the app, and a trap would print a stack trace. The
/// process instead prints one line and exits with status 70 (internal error, sysexits).
package enum SimulatorFailure {
    /// Prints an error and exits.
    package static func stop(_ error: any Error) -> Never {
        let line = "tvsim: \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        write(line + "\n")
        exit(70)
    }

    /// Writes to standard error, and ignores a write error so that it does not change the exit status.
    package static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { TVSimPlatform.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
