import Foundation
import HTTPTypes
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

/// A logout that a user starts at a provider: the browser takes a request to each service provider of the session, and
/// its answer back (SAML Profiles 2.0, 4.4, with HTTP-Redirect).
///
/// The entitlement service is not asked, because it publishes no address for such requests (Differences, S-161).
struct StartedLogoutVisit {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var simulation: Simulation { place.site.simulation }

    /// Ends the browser's session, and begins with the first service provider.
    func arrival() throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let drawn = try simulation.identifiers.hexadecimal(words: 2)
        let started = try simulation.store.write { state -> (id: String, logout: StartedLogout)? in
            guard let key = place.sessionKey, let session = try BrowserSession.find(key, at: now, in: state) else {
                return nil
            }
            try state.setValue(nil, for: key)
            try Grant.removeAll(at: provider.identifier, in: state) {
                $0.user.session != nil && $0.user.session == session.index
            }
            let id = try BrowserSession.identifier(drawn: drawn, of: session.subscriber, in: state)
            let logout = StartedLogout(
                remaining: session.participants ?? [], index: session.index,
                notAfter: now.addingTimeInterval(StartedLogout.validity))
            return (id, logout)
        }
        guard let started else {
            return SiteAnswer(
                html: SitePages.note("You are not signed in to \(provider.displayName)", "There was no session."),
                outcome: "logged out", reason: "the browser had no session")
        }
        var answer = try goOn(started.id, started.logout)
        answer.fields[.setCookie] = place.cookie.removed
        return answer
    }

    /// Returns whether a query has the answer of a service provider.
    static func isAnswered(by query: String) -> Bool {
        FormCoding.decode(query)?.value(RedirectBinding.Message.response.rawValue) != nil
    }

    /// Reads the answer of a service provider, and goes on with the next one.
    func answered(query: String) throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let id: String
        do throws(MessageError) { id = try RedirectBinding.relayState(in: query) ?? "" } catch {
            return .failure(400, "The logout response is invalid: \(error)")
        }
        let known =
            BrowserSession.isIdentifier(id)
            ? try simulation.store.read { try $0.value(for: StartedLogout.key(id, at: provider)) } : nil
        guard let known, now < known.notAfter, let sent = known.sent, let party = place.parties.named(sent.party)
        else {
            return .failure(
                400, "The logout response belongs to no logout of this provider: its RelayState is '\(id.prefix(128))'."
            )
        }
        let response: LogoutResponse
        do throws(MessageError) {
            response = try LogoutResponse(
                unverifiedXML: RedirectBinding.read(.response, in: query, signedBy: party.certificates).xml)
        } catch {
            return .failure(400, "The logout response is invalid: \(error)")
        }
        let awaited = LogoutResponse.Awaited(
            id: sent.id, responseService: place.served.address(of: provider.singleLogoutService))
        if let reason = response.refusal(from: sent.party, answering: [awaited]) { return .failure(400, reason) }
        var logout = known
        logout.sent = nil
        if !response.succeeded { logout.unconfirmed.append(sent.party) }
        return try goOn(id, logout)
    }

    /// Sends the browser to the next service provider, or shows what came of the logout.
    private func goOn(_ id: String, _ started: StartedLogout) throws -> SiteAnswer {
        let key = StartedLogout.key(id, at: provider)
        let now = try simulation.clock.now()
        var logout = started
        while !logout.remaining.isEmpty {
            let next = logout.remaining.removeFirst()
            guard let service = place.parties.named(next.party)?.logoutRequestService else {
                logout.unconfirmed.append(next.party)
                continue
            }
            let request = LogoutRequest(
                id: try simulation.identifiers.xmlIdentifier(), issueInstant: now, issuer: provider.entityID,
                destination: service, nameID: next.nameID, qualifiers: NameQualifiers(format: next.format),
                sessionIndexes: [logout.index].compactMap(\.self))
            logout.sent = .init(party: next.party, id: request.id)
            try simulation.store.write { [logout] state in
                try simulation.sweeper.sweep(at: now, in: state)
                try state.setValue(logout, for: key)
            }
            let query = try RedirectBinding.query(
                .request, request.xml(), relayState: id, signedBy: SigningKeys.identity(number: provider.keyNumber))
            var answer = SiteAnswer(
                status: 302, html: "", outcome: "logout request",
                reason: "'\(next.party)' was told of the user in this session")
            answer.fields[.location] = service + (service.contains("?") ? "&" : "?") + query
            return answer
        }
        try simulation.store.write { try $0.setValue(nil, for: key) }
        let names = logout.unconfirmed.map(\.rawValue).joined(separator: ", ")
        return SiteAnswer(
            html: SitePages.note(
                "You have signed out of \(provider.displayName)",
                names.isEmpty
                    ? "All services of this session have signed you out."
                    : "You may still be signed in to: \(names). Close the browser."),
            outcome: names.isEmpty ? "logged out" : "partly logged out",
            reason: names.isEmpty
                ? "the user's session has ended, and each service provider has confirmed it"
                : "the user's session has ended, but these have not confirmed it: \(names)")
    }
}
