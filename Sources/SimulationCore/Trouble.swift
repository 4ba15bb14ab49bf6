import Foundation
import Glibc

/// The end of a process whose simulation cannot go on.
///
/// A simulated platform error would hide the simulator's own trouble from the app, and a trap would bury it under a
/// stack trace: the process says in one line what is wrong, and ends with status 70 (internal error, sysexits).
package enum SimulationTrouble {
    /// Ends the process.
    package static func stop(_ error: any Error) -> Never {
        let line = "tvsim: \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        write(line + "\n")
        exit(70)
    }

    /// Writes to standard error, as far as it takes anything: what cannot be said changes no exit status.
    package static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
