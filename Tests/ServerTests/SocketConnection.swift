import Foundation
import Glibc

extension SocketClient {
    /// A connection to a server or a client of this machine, with functions that block the caller's thread.
    final class Connection: Sendable {
        private let descriptor: Int32

        convenience init(to port: UInt16) throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            // The bytes are a sockaddr_in for 127.0.0.1.
            let address: [UInt8] =
                [UInt8(AF_INET), 0, UInt8(port >> 8), UInt8(port & 0xff), 127, 0, 0, 1]
                + [UInt8](repeating: 0, count: 8)
            let connected = address.withUnsafeBytes { bytes in
                connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
            guard connected == 0 else { throw Trouble(reason: "connect: \(String(cString: strerror(errno)))") }
            self.init(accepted: descriptor)
        }

        /// Takes over a connection, from either side.
        init(accepted descriptor: Int32) {
            self.descriptor = descriptor
            // The timeout makes a test fail if the other side never closes a connection. It is long, because tests that
            // wait for programs may use all threads of this process for more than half a minute.
            var patience = timeval(tv_sec: 150, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Sends bytes, and closes the sending side if `isWhole` is true.
        func send(_ bytes: Data, isWhole: Bool) {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // A server may stop reading after its response.
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            if isWhole { shutdown(descriptor, Int32(SHUT_WR)) }
        }

        /// Whether no byte has arrived and the server has not closed the connection.
        var isSilent: Bool {
            var octet: UInt8 = 0
            return recv(descriptor, &octet, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
        }

        /// Reads until the server closes the connection or the data contains certain bytes.
        func received(until end: Data? = nil) throws -> Data {
            var received = Data()
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while end.map({ received.range(of: $0) == nil }) ?? true {
                let count = recv(descriptor, &chunk, chunk.count, 0)
                if count == 0 { break }
                if count < 0 {
                    if errno == ECONNRESET { break }
                    throw Trouble(reason: "the server holds the connection: \(String(cString: strerror(errno)))")
                }
                received.append(contentsOf: chunk[..<count])
            }
            return received
        }
    }
}
