import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import TVSimCore
import TVSimEntitlementAPI
import TVSimWorld

/// Responds to network requests with the admin API, or with the service of the world that the request names.
///
/// The service is `World.respond`, which runs and tests in process call too.
struct WorldResponder: Sendable {
    let worlds: SimulatedWorlds
    let guardian: AdminGuard
    /// The scheme of the server's URLs, `http` or `https`.
    let scheme: String
    /// The host in the addresses of worlds.
    let host: ServedHost
    /// The file of the certificate authority that clients must trust; `nil` for plain HTTP.
    let certificateAuthority: String?
    let limits: ServerLimits

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - writer: Writes the response.
    ///   - connection: The connection.
    ///   - owner: The owner of the port; `nil` for the port of all worlds.
    /// - Returns: The response.
    /// - Throws: An error that closes the connection. The request is incomplete or malformed, or a fault suppresses the
    ///   response.
    func answer(
        _ request: Request, _ writer: borrowing ResponseWriter, on connection: any Channel, only owner: PortOwner? = nil
    ) async throws -> HTTPAnswer {
        if let owner, !owner.isOpen { return Self.farewell(to: owner) }
        let page = CrossOrigin(request.head)
        if let answer = page?.answerBeforehand { return answer }
        var answer = try await route(request, writer, on: connection, only: owner?.world)
        // The request has removed the world.
        if let owner, !owner.isOpen { answer.isLast = true }
        return page?.permitting(answer) ?? answer
    }

    /// Returns the response on a connection that has outlived its port.
    private static func farewell(to owner: PortOwner) -> HTTPAnswer {
        var answer = AdminError(421, "the world '\(owner.world)' of this port was removed").answer.marked
        answer.isLast = true
        return answer
    }

    /// Returns the response to a request, without CORS headers.
    private func route(
        _ request: Request, _ writer: borrowing ResponseWriter, on connection: any Channel, only world: String?
    ) async throws -> HTTPAnswer {
        do {
            let address = try WorldAddress(
                target: request.head.path ?? "/", header: request.head.headerFields[.simulatorWorld], only: world)
            if let refusal = guardian.refusal(withoutSecret: request.head, to: address.target) { throw refusal }
            if let refusal = worlds.lost.refusal(of: request.head, at: address, in: worlds) { throw refusal }
            if AdminAPI.path(of: address.target) == LandingPage.path {
                return try await land(request, address).marked
            }
            if AdminAPI.owns(address.target) {
                return try await administer(request, address, writer, connection).marked
            }
            return try await serve(request, address, writer, connection)
        } catch let error as RequestTrouble {
            throw error.cause
        } catch let failure as TransportFailure {
            guard failure.code == .timeout else { return .brokenOff }
            try await keepSilent(connection)
            throw failure
        } catch {
            return AdminError(error).answer.marked
        }
    }

    /// Waits without a response until the client closes the connection, the server stops or the limit is reached.
    private func keepSilent(_ connection: any Channel) async throws {
        let deadline = NIODeadline.now() + limits.silence
        while !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(connection, after: ServerLimits.lookEvery)
        {}
    }

    /// Returns what happens when a request for the service names a missing world.
    ///
    /// A request of a client creates the world, unless its method is HEAD, OPTIONS, TRACE or DELETE. A browser's visit
    /// from elsewhere does not, and neither does a page of another host name.
    func absence(of address: WorldAddress, for head: HTTPRequest) -> SimulatedWorlds.Absence {
        if let reason = guardian.reasonAgainstWorld(for: head) {
            return .refuses(
                AdminError(
                    403, "\(reason) cannot create world '\(address.name ?? "")'",
                    suggestion: "create it first with a request of your client, or POST /_sim/v1/worlds"))
        }
        return Self.makesWorlds(head.method) ? .ends : .stays
    }

    static func makesWorlds(_ method: HTTPRequest.Method) -> Bool {
        ![.head, .options, .trace, .delete].contains(method)
    }

    static func plainAuthority(of head: HTTPRequest) -> String? {
        head.authority.flatMap { isPlain($0) ? $0 : nil }
    }

    private static func isPlain(_ authority: String) -> Bool {
        (1...255).contains(authority.utf8.count)
            && authority.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ".:[]_-".utf8.contains(byte)
                }
            }
    }

    func read(
        _ request: Request, upTo limit: Int, _ writer: borrowing ResponseWriter
    ) async throws(RequestTrouble) -> RequestReading.Body {
        do {
            return try await RequestReading.body(of: request, upTo: limit, writer)
        } catch {
            throw RequestTrouble(cause: error)
        }
    }

    /// The request is incomplete or malformed, so the connection closes without a response.
    struct RequestTrouble: Error {
        let cause: any Error
    }
}
