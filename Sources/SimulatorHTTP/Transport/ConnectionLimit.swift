import Glibc
import HummingbirdCore
import TVSimulator

/// Takes as many connections as this process can have files open; the others wait until one ends.
///
/// Without it the system would tell for ever of a client that cannot be let in.
struct ConnectionLimit: AvailableConnectionsDelegate {
    private let most = Self.allowed
    private var open = 0
    private var isTold = false

    /// How many files are left for everything else: devices, the loop itself, and the clients that are let in by one look.
    private static let reserve: rlim_t = 48

    private static var allowed: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur > reserve else {
            return 1
        }
        return Int(clamping: limit.rlim_cur - reserve)
    }

    mutating func connectionOpened() {
        open += 1
        guard open >= most, !isTold else { return }
        isTold = true
        Trouble.tell(
            "\(open) connections are open, as many as this process may have: others wait ('ulimit -n' allows more)")
    }

    mutating func connectionClosed() {
        open -= 1
    }

    func isAcceptingNewConnections() -> Bool { open < most }
}
