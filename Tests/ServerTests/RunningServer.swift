import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRuns
import TVSimSAML
import TVSimScenario
import TVSimServer
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// A server in this process on a free port, which stops when the closure that uses it returns.
struct RunningServer: Sendable {
    let world: World
    let worlds: SimulatedWorlds
    let location: ServerLocation
    let client: SocketClient

    /// Serves a world while a closure runs, and returns the closure's result.
    static func serving<Result: Sendable>(
        _ world: World, beside worlds: SimulatedWorlds? = nil, tls: ServerTLS? = nil,
        limits: ServerLimits = ServerLimits(), allowsRemote: Bool = false,
        _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let locations = Told<ServerLocation>("location of the server")
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let worlds = worlds ?? SimulatedWorlds(serving: world, sdk: SimulatedSDK())
        let server = SimulatorServer(
            worlds: worlds,
            at: try SimulatorServer.Address(host: "127.0.0.1", port: 0, allowsRemote: allowsRemote), tls: tls,
            limits: limits, logger: logger
        ) {
            locations.tell($0)
        }
        let group = ServiceGroup(services: [server], logger: logger)
        let running = Task {
            defer { locations.finish() }
            try await group.run()
        }
        let location = try #require(await locations.next(), "the server did not begin to listen")
        let port = try #require(location.url.split(separator: ":").last.flatMap { UInt16($0) })
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(
                try await body(
                    RunningServer(
                        world: world, worlds: worlds, location: location, client: SocketClient(port: port))))
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await running.value
        return try outcome.get()
    }

    /// Serves a new world of the built-in profile.
    static func serving<Result: Sendable>(
        limits: ServerLimits = ServerLimits(), _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        try await serving(World(store: try World.state(of: .builtIn)), limits: limits, body)
    }

    /// Serves a new world of the built-in profile, with isolated worlds as the arguments say.
    static func serving<Result: Sendable>(
        ports: WorldPortChoice, mode: WorldMode = .open,
        _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let world = World(store: try World.state(of: .builtIn))
        return try await serving(
            world, beside: SimulatedWorlds(serving: world, sdk: SimulatedSDK(), ports: ports, mode: mode), body)
    }

    /// Serves a new world of the built-in profile with a limit for isolated worlds.
    static func serving<Result: Sendable>(
        worlds most: Int, evictingAfter seconds: Double? = nil,
        _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let world = World(store: try World.state(of: .builtIn))
        let worlds = SimulatedWorlds(
            serving: world, sdk: SimulatedSDK(), keepingOthersIn: MemoryWorlds(atMost: most), evictingAfter: seconds)
        return try await serving(world, beside: worlds, body)
    }

    /// Returns the query with which the entitlement service redirects a browser to the MVPD.
    ///
    /// - Parameter prefix: The prefix of the world's paths.
    /// - Returns: The query with a signed SAML request.
    /// - Throws: An error of the signer.
    func signInQuery(_ prefix: String = "") throws -> String {
        let request = AuthnRequest(
            id: "_request", issueInstant: SimulatedClock.defaultStart, issuer: "https://saml.sp.auth.adobe.com",
            destination: location.url + prefix + "/mvpd/Cablevision/sso")
        let identity = try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
        return try RedirectBinding.query(.request, request.xml(), relayState: nil, signedBy: identity)
    }

    /// Sends a request to the admin API of a world, and expects an answer that the OpenAPI document describes.
    func admin(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", world: String? = nil,
        headers: HTTPFields = [:], at place: SourceLocation = #_sourceLocation
    ) async throws -> SocketClient.Answer {
        let prefix = world.map { "/s/\($0)" } ?? ""
        let path = "/_sim/v1\(path)"
        let answer = try await client.exchange(
            HTTPRequest(
                method: method, scheme: "http", authority: "localhost", path: prefix + path, headerFields: headers),
            body: Data(body.utf8))
        DocumentedAnswers.judge(answer, to: method, path, at: place)
        return answer
    }
}
