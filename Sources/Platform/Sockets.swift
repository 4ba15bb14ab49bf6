/// Sockets, whose constants have other types and names in each C library.
package enum Sockets {
    #if canImport(Glibc)
        /// The type of a connection as a stream of bytes.
        package static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        /// The type of a connection as a stream of bytes.
        package static let stream = SOCK_STREAM
    #endif

    /// Creates a socket that programs do not inherit, and whose peer cannot end this process by a signal.
    ///
    /// - Returns: The descriptor; −1 with `errno` if there is an error.
    package static func open(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
        let descriptor = socket(family, type, `protocol`)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return descriptor
    }

    /// Sends bytes over a socket of ``open(_:_:_:)``.
    ///
    /// - Returns: The number of bytes sent; −1 with `errno` if there is an error.
    package static func send(_ bytes: UnsafeRawBufferPointer, over descriptor: Int32) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
