import Foundation

/// The signals that this process ignores.
package enum IgnoredSignal {
    /// Returns whether a signal is ignored, as `nohup` ignores SIGHUP for the program that it starts.
    package static func contains(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // Swift cannot compare C function pointers, so this compares the address; `SIG_IGN` is 1.
        return unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
    }
}
