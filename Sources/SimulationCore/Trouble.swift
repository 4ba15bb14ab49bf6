import Foundation

/// The end of a process whose simulation cannot go on.
///
/// A simulated platform error would hide the simulator's own trouble from the app, and a trap would bury it under a
/// stack trace: the process says in one line what is wrong, and ends with status 70 (internal error, sysexits).
package enum SimulationTrouble {
    /// Ends the process.
    package static func stop(_ error: any Error) -> Never {
        let line = "tvsim: \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        FileHandle.standardError.write(Data((line + "\n").utf8))
        exit(70)
    }
}
