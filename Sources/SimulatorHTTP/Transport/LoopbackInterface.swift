import EntitlementAPI
import Glibc
import NIOCore
import TVSimulator

/// The network of this machine alone, which need not be there: a network namespace begins without it.
enum LoopbackInterface {
    /// Looks whether anybody here can reach an address of this machine; of other addresses nothing can be said here.
    ///
    /// A server can listen there all the same, and nobody would ever come. Nothing is sent: the system says at once whether
    /// there is a way.
    ///
    /// - Throws: `CommandError` when there is none.
    static func check(_ host: String) throws(CommandError) {
        guard Loopback.isLoopback(host), let address = try? SocketAddress.makeAddressResolvingHost(host, port: 9)
        else { return }
        let descriptor = socket(address.protocol.rawValue, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let failure = address.withSockAddr { address, size in
            connect(descriptor, address, socklen_t(size)) == 0 ? 0 : errno
        }
        guard failure != 0 else { return }
        throw CommandError(
            .inputOutput,
            "\(host) cannot be reached: \(String(cString: strerror(failure))); is the loopback interface up?")
    }
}
