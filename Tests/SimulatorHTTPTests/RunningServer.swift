import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import Identifiers
import Logging
import SAML
import ServiceLifecycle
import SimulatedWorld
import SimulationCore
import SimulatorHTTP
import Testing
import XMLSecurity

/// A server in this process, on a free port, that ends with the closure that uses it.
struct RunningServer: Sendable {
    let world: World
    let location: ServerLocation
    let client: SocketClient

    /// Serves a world while a closure runs.
    static func serving<Result: Sendable>(
        _ world: World, tls: ServerTLS? = nil, limits: ServerLimits = ServerLimits(),
        _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let (locations, continuation) = AsyncStream.makeStream(of: ServerLocation.self)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let server = SimulatorServer(
            worlds: SimulatedWorlds(serving: world),
            at: try SimulatorServer.Address(host: "127.0.0.1", port: 0, allowsRemote: false), tls: tls,
            limits: limits, logger: logger
        ) {
            continuation.yield($0)
            continuation.finish()
        }
        let group = ServiceGroup(services: [server], logger: logger)
        let running = Task { try await group.run() }
        var iterator = locations.makeAsyncIterator()
        let location = try #require(await iterator.next())
        let port = try #require(location.url.split(separator: ":").last.flatMap { UInt16($0) })
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(
                try await body(RunningServer(world: world, location: location, client: SocketClient(port: port))))
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await running.value
        return try outcome.get()
    }

    /// Serves a fresh world of the built-in profile, or of a text.
    static func serving<Result: Sendable>(
        limits: ServerLimits = ServerLimits(), _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        try await serving(World(store: try World.state(of: .builtIn)), limits: limits, body)
    }

    /// A request of the entitlement service to the server's MVPD, as the query that a browser brings to the world behind a
    /// prefix of paths.
    func signInQuery(_ prefix: String = "") throws -> String {
        let request = AuthnRequest(
            id: "_request", issueInstant: SimulatedClock.defaultStart, issuer: "https://saml.sp.auth.adobe.com",
            destination: location.url + prefix + "/mvpd/Cablevision/sso")
        let identity = try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
        return try RedirectBinding.query(.request, request.xml(), relayState: nil, signedBy: identity)
    }

    /// Asks the admin API of a world.
    func admin(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", world: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> SocketClient.Answer {
        let prefix = world.map { "/s/\($0)" } ?? ""
        return try await client.exchange(
            HTTPRequest(
                method: method, scheme: "http", authority: "localhost", path: "\(prefix)/_sim/v1\(path)",
                headerFields: headers), body: Data(body.utf8))
    }
}
