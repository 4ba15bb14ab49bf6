import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Rules
import ServiceLifecycle
import SimulatedWorld
import SimulationCore
import StateStorage

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

    /// Holds an answer back, without a thread or a transaction, or until the client closes the connection.
    private func hold(for delay: TimeInterval, _ connection: any Channel) async throws {
        guard delay > 0 else { return }
        let deadline = NIODeadline.now() + .milliseconds(Int64(delay * 1_000))
        while !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(
                connection, after: min(ServerLimits.lookEvery, deadline - NIODeadline.now()))
        {}
    }

    /// Waits without a response until the client closes the connection, the server stops or the limit is reached.
    private func keepSilent(_ connection: any Channel) async throws {
        let deadline = NIODeadline.now() + limits.silence
        while !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(connection, after: ServerLimits.lookEvery)
        {}
    }

    /// Returns the response of the entitlement service or of the providers' pages.
    private func serve(
        _ request: Request, _ address: WorldAddress, _ writer: borrowing ResponseWriter, _ connection: any Channel
    ) async throws -> HTTPAnswer {
        // Browsers request this file of every server on their own. It concerns no world and no journal.
        if AdminAPI.path(of: address.target) == "/favicon.ico" {
            return HTTPAnswer(.init(status: .notFound), body: Data())
        }
        // A person who opens the server in a browser looks for the page. An app does not accept HTML.
        if request.head.method == .get, address.target == "/",
            request.head.headerFields[.accept]?.contains("text/html") == true
        {
            let page = "\(address.pathPrefix)\(AdminAPI.prefix)/"
            return HTTPAnswer(.init(status: .found, headerFields: [.location: page]), body: Data())
        }
        let arrival = ContinuousClock.now
        var head = request.head
        head.path = address.target
        if let refusal = guardian.refusal(ofPage: head) { throw refusal }
        // The service does not have these headers, and they have done their work.
        head.headerFields[.simulatorWorld] = nil
        let origin = head.headerFields[.simulatorOrigin] == nil ? Origin.app : .sdk
        head.headerFields[.simulatorOrigin] = nil
        let absence = absence(of: address, for: head)
        // HEAD must not change state (RFC 9110, 9.3.2); link previews use it.
        let isForHead = head.method == .head
        if isForHead { head.method = .get }
        let body: Data
        switch try await read(request, upTo: RequestLimits.body, writer) {
        case .whole(let data): body = data
        // The service rejects a body of this length with the endpoint's own error.
        case .tooLarge: body = Data(count: RequestLimits.body + 1)
        }
        worlds.appReaches(address.name)
        let place = served(head, address)
        let witness = JournalWitness()
        var answer: (response: HTTPResponse, body: Data)?
        // An exchange without a response has entries too.
        defer {
            let exchange = Exchange(
                request: head, body: body, answer: answer, scheme: scheme, pathPrefix: address.pathPrefix)
            worlds.exchanges.keep(exchange, at: witness.places)
            // HEAD leaves no entry in the world's journal.
            if !isForHead {
                worlds.evidence.note(exchange, from: origin, to: address.name, seen: witness, since: arrival)
            }
        }
        var (response, data) = try await JournalWitness.$current.withValue(witness) {
            try await worlds.inWorld(named: address.name, absence: absence) { [head] world in
                return try await outside(head, world) {
                    let world = isForHead ? World(store: OverlayStore(over: world.simulation.store)) : world
                    return try world.respond(to: head, body: body, at: place)
                }
            }
        }
        answer = (response, data)
        try await hold(for: witness.delay, connection)
        if let allowed = response.headerFields[.allow]?.components(separatedBy: ", "), allowed.contains("GET") {
            response.headerFields[.allow] = (allowed + ["HEAD"]).joined(separator: ", ")
        }
        // Absolute, because clients hand the address to a browser as it is; in the world that the request's path names.
        if let location = response.headerFields[.location], location.hasPrefix("/") {
            response.headerFields[.location] = (place.base ?? address.pathPrefix) + location
        }
        return HTTPAnswer(response, body: data)
    }

    /// Runs a request of a world, with the way out of the simulation.
    ///
    /// A request that may leave the simulation waits for a network, so it does not run on an event loop.
    private func outside<Result: Sendable>(
        _ head: HTTPRequest, _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard try world.maySendOutside(answering: head.path ?? "/") else {
            return try await StateThreads.with(world, body)
        }
        return try await OutsideChannel.$current.withValue(OutsideClient.shared) {
            try await StateThreads.with(world, mayBlock: true, body)
        }
    }

    /// Returns the page on which a browser arrives that the service has redirected.
    private func land(_ request: Request, _ address: WorldAddress) async throws -> HTTPAnswer {
        guard [.get, .head].contains(request.head.method) else {
            var error = AdminError(405, "method not allowed: this path supports GET, HEAD")
            error.allowed = ["GET", "HEAD"]
            throw error
        }
        var head = request.head
        head.path = address.target
        if let refusal = guardian.refusal(ofPage: head) { throw refusal }
        let absence = self.absence(of: address, for: head)
        return try await worlds.inWorld(named: address.name, absence: absence) { world in
            try await StateThreads.with(world) {
                try LandingPage.answer(to: address.target, in: request.head.method == .head ? nil : world)
            }
        }
    }

    /// Returns what happens when a request for the service names a missing world.
    ///
    /// A request of a client creates the world, unless its method is HEAD, OPTIONS, TRACE or DELETE. A browser's visit
    /// from elsewhere does not, and neither does a page of another host name.
    private func absence(of address: WorldAddress, for head: HTTPRequest) -> SimulatedWorlds.Absence {
        if let reason = guardian.reasonAgainstWorld(for: head) {
            return .refuses(
                AdminError(
                    403, "\(reason) cannot create world '\(address.name ?? "")'",
                    suggestion: "create it first with a request of your client, or POST /_sim/v1/worlds"))
        }
        return Self.makesWorlds(head.method) ? .ends : .stays
    }

    private static func makesWorlds(_ method: HTTPRequest.Method) -> Bool {
        ![.head, .options, .trace, .delete].contains(method)
    }

    /// Returns the base URL that the client used.
    ///
    /// Responses contain this URL, so an authority with unusual characters is not used.
    private func served(_ head: HTTPRequest, _ address: WorldAddress) -> ServedAddress {
        guard let authority = Self.plainAuthority(of: head) else { return .inProcess }
        let prefix = address.hasOwnPort ? "" : address.name.map { WorldAddress.prefix + $0 } ?? ""
        return ServedAddress(base: "\(scheme)://\(authority)\(prefix)")
    }

    private static func plainAuthority(of head: HTTPRequest) -> String? {
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

    private func administer(
        _ request: Request, _ address: WorldAddress, _ writer: borrowing ResponseWriter, _ connection: any Channel
    ) async throws -> HTTPAnswer {
        // The page of an isolated world creates the world, so a link on another site must not open it.
        let isForPage = (address.name == nil || address.hasOwnPort) && AdminAPI.isPage(address.target)
        if let refusal = guardian.refusal(of: request.head, isForPage: isForPage) { throw refusal }
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
                    certificateAuthority: certificateAuthority)
                if route.isOfApp { worlds.appReaches(address.name) }
                if route.removesJournal { try worlds.evidence.absorb(world, named: address.name) }
                let waiting = worlds.areKept ? worlds.served : world
                return try await StateThreads.away(from: waiting) { try await route.perform(asked) }
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

    private func read(
        _ request: Request, upTo limit: Int, _ writer: borrowing ResponseWriter
    ) async throws(RequestTrouble) -> RequestReading.Body {
        do {
            return try await RequestReading.body(of: request, upTo: limit, writer)
        } catch {
            throw RequestTrouble(cause: error)
        }
    }

    /// The request is incomplete or malformed, so the connection closes without a response.
    private struct RequestTrouble: Error {
        let cause: any Error
    }
}
