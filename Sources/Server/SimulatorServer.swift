import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import TVSimEntitlementAPI
import TVSimPlatform
package import TVSimScenario
package import TVSimStructuredText

/// Serves a world over HTTP: the real platform's paths, and the admin API under one prefix.
///
/// It runs as a member of a service group until the group shuts down. It completes the requests in progress first.
package struct SimulatorServer: Service {
    /// The address on which a server listens.
    package struct Address: Sendable, Hashable {
        /// An address or a host name.
        package let host: String
        /// The port; 0 selects a free port.
        package let port: Int
        /// Whether other machines may reach it.
        package let allowsRemote: Bool
        /// The host that clients use; `nil` for the address, or for the header `Host` if the server listens on all.
        package let publicHost: String?

        /// Creates an address.
        ///
        /// A host that other machines can reach needs `allowsRemote`.
        ///
        /// - Throws: `CommandError` when the port is invalid, or other machines could reach the host without
        ///   `allowsRemote`.
        package init(
            host: String, port: Int, allowsRemote: Bool, publicHost: String? = nil
        ) throws(CommandError) {
            guard (0...65535).contains(port) else {
                throw CommandError(.invalid, "invalid port '\(port)': expected a number from 0 to 65535")
            }
            guard allowsRemote || Loopback.isLoopback(host) else {
                throw CommandError(
                    .invalid,
                    "listening on '\(host)' would let other machines change the world; use --allow-remote to allow this"
                )
            }
            self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            self.port = port
            self.allowsRemote = allowsRemote
            self.publicHost = publicHost
        }
    }

    /// The event loops of all servers in this process, one for each core.
    ///
    /// They are never shut down, because a task of the HTTP library may still use one after `run` returns. NIO treats the
    /// use of an event loop after its shutdown as an error.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)

    private let worlds: SimulatedWorlds
    private let address: Address
    private let secret: AdminSecret?
    private let tls: ServerTLS?
    private let limits: ServerLimits
    private let logger: Logger
    private let onReady: @Sendable (ServerLocation) async -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - worlds: The worlds that it serves.
    ///   - address: The address on which it listens.
    ///   - secret: The secret of its admin API; `nil` if the API is open.
    ///   - tls: Its certificate; `nil` for plain HTTP.
    ///   - limits: The limits for clients.
    ///   - logger: The log for the HTTP libraries.
    ///   - onReady: Called once, when the server accepts requests.
    package init(
        worlds: SimulatedWorlds, at address: Address, secret: AdminSecret? = nil, tls: ServerTLS? = nil,
        limits: ServerLimits = ServerLimits(), logger: Logger,
        onReady: @escaping @Sendable (ServerLocation) async -> Void
    ) {
        self.worlds = worlds
        self.address = address
        self.secret = secret
        self.tls = tls
        self.limits = limits
        self.logger = logger
        self.onReady = onReady
    }

    /// Listens and responds until the service group shuts down.
    ///
    /// - Throws: `CommandError` when it cannot listen on the address.
    package func run() async throws {
        let scheme = tls == nil ? "http" : "https"
        let responder = WorldResponder(
            worlds: worlds,
            guardian: AdminGuard(
                allowsRemote: address.allowsRemote, scheme: scheme, publicHost: address.publicHost, secret: secret),
            scheme: scheme,
            host: ServedHost(scheme: scheme, listening: address.host, named: address.publicHost),
            certificateAuthority: tls?.certificateAuthority, limits: limits)
        // Requests that still wait for a user end as those of an app that quits.
        defer { worlds.calls.endAll() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await listen(on: address.port, with: responder) { port, _ in
                        await onReady(
                            ServerLocation(
                                host: address.host, port: port, certificateAuthority: tls?.certificateAuthority))
                    }
                } catch let error as IOError {
                    throw Self.failure(error, at: address)
                } catch let error as SocketAddressError.UnknownHost {
                    throw CommandError(.inputOutput, "'\(error.host)' is not an address of this machine")
                }
            }
            group.addTask { [worlds] in
                await worlds.ports.serve { owner, port, ready in
                    try await listen(on: port, with: responder, only: owner, whenReady: ready)
                }
            }
            // Both end when the service group shuts down; a server that cannot listen ends the other.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Listens on one port until the port closes or the service group shuts down.
    private func listen(
        on port: Int, with responder: WorldResponder, only owner: PortOwner? = nil,
        whenReady onReady: @escaping @Sendable (Int, @escaping WorldPorts.Closing) async -> Void
    ) async throws {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ClientPresence()],
            idleTimeout: limits.idle,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ServerLimits.headerField, maxHeaderListSize: ServerLimits.headers,
                maxHeaderFieldCount: ServerLimits.headerCount))
        let count = ConnectionCount(atMost: limits.connections)
        let plain = HTTPServerBuilder { responder in
            ConnectionOnItsLoop(base: HTTP1Channel(responder: responder, configuration: configuration), count: count)
        }
        let builder = try tls.map { try HTTPServerBuilder.tls(plain, tlsConfiguration: $0.configuration) } ?? plain
        let group = Locked<ServiceGroup?>(nil)
        let server = try builder.buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections + ServerLimits.reservedConnections, logger: logger)),
            eventLoopGroup: Self.group, logger: logger,
            responder: { request, writer, channel in
                let answer = try await responder.answer(request, writer, on: channel, only: owner)
                try await Self.write(answer, to: request.head, writer)
            },
            onServerRunning: { channel in
                await onReady(channel.localAddress?.port ?? port) {
                    await group.withLockedValue(\.self)?.triggerGracefulShutdown()
                    try? await channel.closeFuture.get()
                }
            })
        guard owner != nil else { return try await server.run() }
        // A world's port is a group of its own, which ends with the world: its idle connections close at once.
        let ownGroup = ServiceGroup(services: [server], logger: logger)
        group.withLockedValue { $0 = ownGroup }
        try await ownGroup.run()
    }

    private static func write(
        _ answer: HTTPAnswer, to request: HTTPRequest, _ writer: consuming ResponseWriter
    ) async throws {
        let method = request.method
        var head = answer.head
        // The server closes the connection after this response (RFC 9112, 9.6).
        if request.headerFields[.connection] == "close" || answer.isLast { head.headerFields[.connection] = "close" }
        guard !answer.isBrokenOff else {
            head.headerFields[.contentLength] = "\(answer.body.count + 1)"
            var rest = try await writer.writeHead(head)
            if method != .head { try await rest.write(ByteBuffer(bytes: answer.body)) }
            throw BrokenOff()
        }
        if let stream = answer.stream, method != .head {
            head.headerFields[.contentLength] = answer.length.map(String.init)
            var rest = try await writer.writeHead(head)
            try await stream { try await rest.write(ByteBuffer(string: $0)) }
            return try await rest.finish(nil)
        }
        // Nothing has a length that cannot have content; 205 says that it has none (RFC 9110, 8.6 and 15.3.6).
        let hasContent = head.status.allowsContent
        let length = hasContent ? answer.length ?? 0 : head.status == .resetContent ? 0 : nil
        head.headerFields[.contentLength] = length.map(String.init)
        guard method != .head, hasContent, !answer.body.isEmpty else { return try await writer.writeResponse(head) }
        try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// Closes the connection after an incomplete response.
    private struct BrokenOff: Error {}

    private static func failure(_ error: IOError, at address: Address) -> CommandError {
        if error.errnoCode == EADDRINUSE {
            return CommandError(
                .inputOutput, "port \(address.port) on \(address.host) is in use; '--port 0' selects a free port")
        }
        let reason = String(cString: strerror(error.errnoCode))
        return CommandError(.inputOutput, "cannot listen on port \(address.port) of \(address.host): \(reason)")
    }
}
