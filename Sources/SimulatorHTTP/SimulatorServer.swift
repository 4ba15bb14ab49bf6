import EntitlementAPI
import Glibc
import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
package import TVSimulator

/// The same world over HTTP: the real platform's paths, and one prefix of our own.
///
/// A service of a group: it runs until the group ends it, and lets those finish who are being answered.
package struct SimulatorServer: Service {
    /// Where a server is to listen, and for whom.
    package struct Address: Sendable, Hashable {
        /// An address, or a name that means one.
        package let host: String
        /// The port; 0: a free one.
        package let port: Int
        /// Whether other machines may reach it.
        package let allowsRemote: Bool

        /// Creates an address.
        ///
        /// - Throws: `CommandError` when other machines could reach it and nobody allowed that: the admin API asks
        ///   nobody who they are.
        package init(host: String, port: Int, allowsRemote: Bool) throws(CommandError) {
            guard (0...65535).contains(port) else {
                throw CommandError(.invalid, "'\(port)' is no port: write a number from 0 to 65535")
            }
            guard allowsRemote || Loopback.isLoopback(host) else {
                throw CommandError(
                    .invalid, "on '\(host)' other machines could change the world; --allow-remote lets them")
            }
            self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            self.port = port
            self.allowsRemote = allowsRemote
        }
    }

    /// The one thread on which the servers of this process answer.
    ///
    /// It is never shut down: `run` returns while a task of the server beneath, which nobody can wait for, may still ask
    /// the loop whether all connections are closed. NIO complains about that on standard error, and means to crash.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private let worlds: SimulatedWorlds
    private let address: Address
    private let tls: ServerTLS?
    private let limits: ServerLimits
    private let logger: Logger
    private let onReady: @Sendable (ServerLocation) async -> Void

    /// Creates a server; `onReady` is called once, when requests are taken.
    ///
    /// Without `tls` it speaks plain HTTP.
    package init(
        worlds: SimulatedWorlds, at address: Address, tls: ServerTLS? = nil, limits: ServerLimits = ServerLimits(),
        logger: Logger,
        onReady: @escaping @Sendable (ServerLocation) async -> Void
    ) {
        self.worlds = worlds
        self.address = address
        self.tls = tls
        self.limits = limits
        self.logger = logger
        self.onReady = onReady
    }

    /// Listens and answers until the group of services ends.
    ///
    /// - Throws: `CommandError` when the address cannot be listened on, or not be reached from this machine, whose own it is.
    package func run() async throws {
        try LoopbackInterface.check(address.host)
        let scheme = tls == nil ? "http" : "https"
        let responder = WorldResponder(
            worlds: worlds, guardian: AdminGuard(allowsRemote: address.allowsRemote, scheme: scheme), scheme: scheme,
            certificateAuthority: tls?.certificateAuthority, limits: limits)
        let limits = limits
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [HTTP1Rules.Entrance(), ConnectionDeadlines(limits), ClientPresence()],
                idleTimeout: limits.idle,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: ServerLimits.headerField, maxHeaderListSize: ServerLimits.headers,
                    maxHeaderFieldCount: ServerLimits.headerCount)))
        let builder = try tls.map { try HTTPServerBuilder.tls(plain, tlsConfiguration: $0.configuration) } ?? plain
        let server = try builder.buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port), availableConnectionsDelegate: ConnectionLimit()),
            eventLoopGroup: Self.group, logger: logger,
            responder: { request, writer, channel in
                let answer = try await responder.answer(request, writer, on: channel)
                try await Self.write(answer, to: request.head, writer)
            },
            onServerRunning: { channel in
                await onReady(
                    ServerLocation(
                        host: address.host, port: channel.localAddress?.port ?? address.port,
                        certificateAuthority: tls?.certificateAuthority))
            })
        do {
            try await withTaskExecutorPreference(EventLoopExecutor(Self.group.any())) { try await server.run() }
        } catch let error as IOError {
            throw Self.trouble(error, at: address)
        } catch let error as SocketAddressError.UnknownHost {
            throw CommandError(.inputOutput, "'\(error.host)' is no address of this machine")
        }
    }

    private static func write(
        _ answer: HTTPAnswer, to request: HTTPRequest, _ writer: consuming ResponseWriter
    ) async throws {
        let method = request.method
        var head = answer.head
        // It is the last one, which a client that asked for that may rely on (RFC 9112 § 9.6).
        if request.headerFields[.connection] == "close" { head.headerFields[.connection] = "close" }
        guard !answer.isBrokenOff else {
            head.headerFields[.contentLength] = "\(answer.body.count + 1)"
            var rest = try await writer.writeHead(head)
            if method != .head { try await rest.write(ByteBuffer(bytes: answer.body)) }
            throw BrokenOff()
        }
        if head.status != .noContent { head.headerFields[.contentLength] = "\(answer.body.count)" }
        guard method != .head, !answer.body.isEmpty else { return try await writer.writeResponse(head) }
        try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// Ends the connection behind an answer that is not whole.
    private struct BrokenOff: Error {}

    private static func trouble(_ error: IOError, at address: Address) -> CommandError {
        if error.errnoCode == EADDRINUSE {
            return CommandError(
                .inputOutput, "port \(address.port) of \(address.host) is taken; '--port 0' takes a free one")
        }
        let reason = String(cString: strerror(error.errnoCode))
        return CommandError(.inputOutput, "port \(address.port) of \(address.host) cannot be used: \(reason)")
    }
}
