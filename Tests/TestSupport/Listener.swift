import Glibc

/// Listens on a port of this machine, and detects whether a client has connected.
public final class Listener: Sendable {
    /// The error for a port that cannot be opened.
    public struct NoPort: Error {
        let reason: Int32
    }

    private let descriptor: Int32
    /// The port.
    public let port: UInt16

    /// Listens on a free port.
    public init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (descriptor, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw NoPort(reason: errno) }
    }

    deinit { close(descriptor) }

    /// Accepts the next client, and returns the descriptor of the connection, which the caller closes.
    ///
    /// - Returns: The descriptor. This blocks the thread until a client comes.
    public func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }

    /// Whether a client has connected.
    public var somebodyCame: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) > 0
    }
}
