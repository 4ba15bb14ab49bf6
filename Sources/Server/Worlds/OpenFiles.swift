import Foundation
package import Glibc

/// The files that this process may open: the system counts sockets too.
package enum OpenFiles {
    /// Raises the limit of this process to the largest that the system allows it.
    package static func raiseLimit() { allow(limit.rlim_max) }

    /// Runs a closure with a lower limit, which a program that the closure starts inherits.
    ///
    /// - Parameters:
    ///   - number: The limit of the program.
    ///   - body: The closure.
    /// - Returns: What the closure returns.
    /// - Throws: The error of the closure.
    package static func withLimit<Result>(_ number: rlim_t, _ body: () throws -> Result) rethrows -> Result {
        let before = limit.rlim_cur
        allow(number)
        defer { allow(before) }
        return try body()
    }

    /// The number of files that this process may have open.
    package static var allowed: rlim_t { limit.rlim_cur }

    private static func allow(_ number: rlim_t) {
        var limit = Self.limit
        limit.rlim_cur = number
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many further files this process can open.
    static var free: Int {
        // The folder has an entry for the descriptor that reads it.
        let used = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return Int(clamping: limit.rlim_cur) - used + 1
    }

    private static var limit: rlimit {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }
}
