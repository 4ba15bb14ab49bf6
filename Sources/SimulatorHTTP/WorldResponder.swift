import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import SimulationCore
import StateStorage
import TVSimulator

/// Answers requests that came over the network: by the service of the world that is meant, or by the admin API.
///
/// It decides nothing about television: the service is the same function on messages that a run in process calls.
struct WorldResponder: Sendable {
    let worlds: SimulatedWorlds
    let guardian: AdminGuard
    /// How clients reach the server: `http` or `https`.
    let scheme: String
    /// The file of the authority that vouches for the server; `nil`: it speaks plain HTTP.
    let certificateAuthority: String?
    let limits: ServerLimits

    /// Answers a request.
    ///
    /// - Throws: What ends the connection: the request is not whole, is not HTTP, or was left without an answer. Refusals are
    ///   answers.
    func answer(
        _ request: Request, _ writer: borrowing ResponseWriter, on connection: any Channel
    ) async throws -> HTTPAnswer {
        let page = CrossOrigin(request.head)
        if let answer = page?.answerBeforehand { return answer }
        let answer = try await toWhomever(request, writer, on: connection)
        return page?.permitting(answer) ?? answer
    }

    /// Answers a request, whoever asks.
    private func toWhomever(
        _ request: Request, _ writer: borrowing ResponseWriter, on connection: any Channel
    ) async throws -> HTTPAnswer {
        do {
            let address = try WorldAddress(
                target: request.head.path ?? "/", header: request.head.headerFields[.simulatorWorld])
            if AdminAPI.owns(address.target) {
                return try await administer(request, address, writer, connection).marked
            }
            return try await serve(request, address, writer)
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

    /// Says nothing until the client gives up; the end of the server ends that too.
    private func keepSilent(_ connection: any Channel) async throws {
        let deadline = NIODeadline.now() + limits.silence
        while !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(connection, after: ServerLimits.lookEvery)
        {}
    }

    /// Hands a request to whoever of its world it is for: the entitlement service, or the providers' site.
    private func serve(
        _ request: Request, _ address: WorldAddress, _ writer: borrowing ResponseWriter
    ) async throws -> HTTPAnswer {
        var head = request.head
        head.path = address.target
        let absence = Self.absence(of: address, for: head)
        // A question for the head of an answer is answered like one for the whole; the body stays here. Who asks so, as
        // whoever shows what is behind a link, does not act: nothing of it is kept (RFC 9110 § 9.3.2).
        let isForHead = head.method == .head
        if isForHead { head.method = .get }
        let body: Data
        switch try await read(request, upTo: RequestLimits.body, writer) {
        case .whole(let data): body = data
        // The service refuses by length before it looks inside, in the words of the endpoint. Nothing that came is
        // handed on: the beginning of a body must not be taken for one.
        case .tooLarge: body = Data(count: RequestLimits.body + 1)
        }
        let place = served(head, address)
        var (response, data) = try await worlds.inWorld(named: address.name, absence: absence) { [head] world in
            let world = isForHead ? World(store: RehearsalStateStore(world.simulation.store)) : world
            return try await StateThreads.with(world) { try await world.respond(to: head, body: body, at: place) }
        }
        // What the service answers to GET is answered to HEAD here.
        if let allowed = response.headerFields[.allow]?.components(separatedBy: ", "), allowed.contains("GET") {
            response.headerFields[.allow] = (allowed + ["HEAD"]).joined(separator: ", ")
        }
        // A browser that is sent on stays in the world that its path names.
        if let location = response.headerFields[.location], location.hasPrefix("/") {
            response.headerFields[.location] = address.pathPrefix + location
        }
        return HTTPAnswer(response, body: data)
    }

    /// What becomes of a request for the world's service where there is no such world: one is made for whoever speaks to
    /// it, if only by mistake, which its journal then shows; not for who asks what there is.
    private static func absence(of address: WorldAddress, for head: HTTPRequest) -> SimulatedWorlds.Absence {
        if AdminGuard.isForeign(head) {
            return .refuses(AdminError(403, "a page of another site makes no world '\(address.name ?? "")'"))
        }
        return makesWorlds(head.method) ? .ends : .stays
    }

    /// Whether a method is one of who means to do something with a world that is there.
    private static func makesWorlds(_ method: HTTPRequest.Method) -> Bool {
        ![.head, .options, .trace, .delete].contains(method)
    }

    /// By which address the client came; an authority that could be more than a host and a port is not repeated.
    private func served(_ head: HTTPRequest, _ address: WorldAddress) -> ServedAddress {
        guard let authority = head.authority, Self.isPlain(authority) else { return .inProcess }
        let prefix = address.name.map { WorldAddress.prefix + $0 } ?? ""
        return ServedAddress(base: "\(scheme)://\(authority)\(prefix)")
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
        // The page of an isolated world makes it: no stranger's link may.
        let isForPage = address.name == nil && AdminAPI.isPage(address.target)
        if let refusal = guardian.refusal(of: request.head, isForPage: isForPage) { throw refusal }
        let method = request.head.method == .head ? .get : request.head.method
        switch try AdminAPI.match(method, address.target) {
        case .options(let allowed):
            var answer = HTTPAnswer.done
            answer.head.headerFields[.allow] = allowed.joined(separator: ", ")
            return answer
        case .page(let answer):
            return answer
        case .operation(let route, let query):
            guard case .whole(let body) = try await read(request, upTo: route.bodyLimit, writer) else {
                throw route.body == nil
                    ? AdminError(400, "the operation takes no body")
                    : AdminError(413, "the body is larger than \(route.bodyLimit) bytes")
            }
            let absence = try Self.operationAbsence(of: address, for: request.head)
            // What makes or removes a world does not need it first.
            let meansExisting = request.head.headerFields[.ifMatch] != nil
            let needed = route.needsWorld || meansExisting ? address.name : nil
            return try await worlds.inWorld(named: needed, absence: absence) { world in
                let asked = AdminRequest(
                    world: world, worldName: address.name, meansExisting: meansExisting, worlds: worlds,
                    query: query, body: body, connection: connection, certificateAuthority: certificateAuthority)
                // Where worlds are kept, it may be another than this one that is waited for.
                let waiting = worlds.areKept ? worlds.served : world
                return try await StateThreads.with(waiting) { try await route.perform(asked) }
            }
        }
    }

    /// What becomes of an operation where there is no such world: it is not made where the request asks for what is there
    /// already (RFC 9110 § 13.1.1).
    private static func operationAbsence(
        of address: WorldAddress, for request: HTTPRequest
    ) throws(AdminError) -> SimulatedWorlds.Absence {
        guard let condition = request.headerFields[.ifMatch] else {
            return makesWorlds(request.method) ? .ends : .stays
        }
        guard condition == "*" else { throw AdminError(400, "'If-Match' must be '*': nothing here has a tag") }
        return .refuses(
            AdminError(412, "there is no world '\(address.name ?? "")': it was removed, or never made"))
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

    /// The request did not come to its end; there is nobody to answer.
    private struct RequestTrouble: Error {
        let cause: any Error
    }
}
