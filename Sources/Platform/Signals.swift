/// The signals of this process.
package enum Signals {
    /// Returns whether a signal is ignored, as `nohup` ignores SIGHUP for the program that it starts.
    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // Swift cannot compare C function pointers, so this compares the address; `SIG_IGN` is 1.
        return unsafeBitCast(handler(of: action), to: Int.self) == 1
    }

    #if canImport(Darwin)
        private static func handler(of action: sigaction) -> (@convention(c) (Int32) -> Void)? {
            action.__sigaction_u.__sa_handler
        }
    #elseif canImport(Glibc)
        private static func handler(of action: sigaction) -> __sighandler_t? { action.__sigaction_handler.sa_handler }
    #else
        private static func handler(of action: sigaction) -> (@convention(c) (Int32) -> Void)? {
            action.__sa_handler.sa_handler
        }
    #endif
}
