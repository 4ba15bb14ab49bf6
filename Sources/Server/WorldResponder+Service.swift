import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRules
import TVSimStateStorage
import TVSimWorld

extension WorldResponder {
    /// Returns the response of the entitlement service or of the providers' pages.
    func serve(
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
        head.headerFields[.adminToken] = nil
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
        let witness = JournalScope()
        var answer: (response: HTTPResponse, body: Data)?
        // An exchange without a response has entries too.
        defer {
            var exchange = HTTPExchange(
                request: head, body: body, response: answer?.response, responseBody: answer?.body ?? Data())
            exchange.request.scheme = scheme
            exchange.prefix = address.pathPrefix
            // HEAD leaves no entry in the world's journal, by which an exchange is found.
            if !isForHead {
                worlds.exchanges.keep(exchange, at: witness.places)
                worlds.evidence.note(exchange, from: origin, to: address.name, seen: witness, since: arrival)
            }
        }
        var (response, data) = (HTTPResponse(status: .ok), Data())
        do {
            (response, data) = try await JournalScope.$current.withValue(witness) {
                try await worlds.inWorld(named: address.name, absence: absence) { [head] world in
                    return try await outside(head, world) {
                        let world = isForHead ? World(store: OverlayStore(over: world.simulation.store)) : world
                        return try world.respond(to: head, body: body, at: place)
                    }
                }
            }
        } catch let failure as TransportFailure {
            // The connection ends as late as a fault says.
            _ = try await hold(for: witness.delay, connection)
            throw failure
        }
        // A client that gives up meanwhile gets no answer.
        if try await hold(for: witness.delay, connection) { answer = (response, data) }
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
    /// A request that may leave the simulation waits for a network, so it has a thread for that.
    private func outside<Result: Sendable>(
        _ head: HTTPRequest, _ world: World, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await BlockingThreads.with(world) {
            guard try world.maySendOutside(answering: head) else { return try await body() }
            return try await OutsideChannel.$current.withValue(OutsideChannel.current ?? OutsideClient.shared) {
                try await BlockingThreads.outside(body)
            }
        }
    }

    /// Returns the page on which a browser arrives that the service has redirected.
    func land(_ request: Request, _ address: WorldAddress) async throws -> HTTPAnswer {
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
            try await BlockingThreads.with(world) {
                try LandingPage.answer(to: address.target, in: request.head.method == .head ? nil : world)
            }
        }
    }

    /// Holds an answer back, without a thread or a transaction, or until the client closes the connection.
    ///
    /// - Returns: Whether the client still waits for the answer.
    private func hold(for delay: TimeInterval, _ connection: any Channel) async throws -> Bool {
        guard delay > 0 else { return true }
        let deadline = NIODeadline.now() + .milliseconds(Int64(delay * 1_000))
        while !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline {
            let wait = min(ServerLimits.lookEvery, deadline - NIODeadline.now())
            guard try await ClientPresence.holds(connection, after: wait) else { return false }
        }
        return true
    }

    /// Returns the base URL that the client used.
    ///
    /// Responses contain this URL, so an authority with unusual characters is not used.
    private func served(_ head: HTTPRequest, _ address: WorldAddress) -> ServedAddress {
        guard let authority = Self.plainAuthority(of: head) else { return .inProcess }
        let prefix = address.hasOwnPort ? "" : address.name.map { WorldAddress.prefix + $0 } ?? ""
        return ServedAddress(base: "\(scheme)://\(authority)\(prefix)")
    }
}
