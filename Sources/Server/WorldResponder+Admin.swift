import HTTPTypes
import HummingbirdCore
import NIOCore
import TVSimEntitlementAPI
import TVSimWorld

extension WorldResponder {
    /// Returns the response of the admin API.
    func administer(
        _ request: Request, _ address: WorldAddress, _ writer: borrowing ResponseWriter, _ connection: any Channel
    ) async throws -> HTTPAnswer {
        // The page of an isolated world creates the world, so a link on another site must not open it.
        let isForPage = (address.name == nil || address.hasOwnPort) && AdminAPI.isPage(address.target)
        // A request with the secret is not of another site, and a tunnel may have changed its host name and scheme.
        if !guardian.requiresSecret(for: address.target),
            let refusal = guardian.refusal(of: request.head, isForPage: isForPage)
        {
            throw refusal
        }
        let method = request.head.method == .head ? .get : request.head.method
        switch try AdminAPI.match(method, address.target) {
        case .options(let allowed):
            var answer = HTTPAnswer.done
            answer.head.headerFields[.allow] = allowed.joined(separator: ", ")
            return answer
        case .page(let answer):
            return answer
        case .operation(let route, let path, let query):
            guard case .whole(let body) = try await read(request, upTo: route.bodyLimit, writer) else {
                throw route.body == nil
                    ? AdminError(400, "this operation accepts no request body")
                    : AdminError(413, "the body is larger than \(route.bodyLimit) bytes")
            }
            let absence = try Self.operationAbsence(of: address, for: request.head)
            let meansExisting = request.head.headerFields[.ifMatch] != nil
            let needed = route.needsWorld || meansExisting ? address.name : nil
            return try await worlds.inWorld(named: needed, absence: absence) { world in
                let asked = AdminRequest(
                    world: world, worldName: address.name, meansExisting: meansExisting, worlds: worlds,
                    path: path, query: query, headers: request.head.headerFields, body: body,
                    pathPrefix: address.pathPrefix, authority: Self.plainAuthority(of: request.head),
                    allowsRemote: guardian.allowsRemote, host: host, connection: connection,
                    certificateAuthority: certificateAuthority, limits: limits)
                if route.isOfApp { worlds.appReaches(address.name) }
                if route.removesJournal { try worlds.evidence.absorb(world, named: address.name) }
                let waiting = worlds.areKept ? worlds.served : world
                return try await BlockingThreads.away(from: waiting) { try await route.perform(asked) }
            }
        }
    }

    /// Returns what happens when an operation names a missing world.
    ///
    /// `If-Match: *` rejects the operation (RFC 9110, 13.1.1).
    private static func operationAbsence(
        of address: WorldAddress, for request: HTTPRequest
    ) throws(AdminError) -> SimulatedWorlds.Absence {
        guard let condition = request.headerFields[.ifMatch] else {
            return makesWorlds(request.method) ? .ends : .stays
        }
        guard condition == "*" else { throw AdminError(400, "unsupported 'If-Match': the only supported value is '*'") }
        return .refuses(
            AdminError(412, "unknown world '\(address.name ?? "")': it was removed or never created"))
    }
}
