import Foundation
import HTTPTypes
import SAML
import SimulationCore
import StateStorage
import StructuredText
import XMLSecurity

/// A sign-in in one browser at one provider, from the authentication request to the response.
struct SignInVisit {
    let place: SiteContext

    private var site: ProviderSite { place.site }
    private var provider: Provider { place.provider }
    private var simulation: Simulation { site.simulation }
    private var delivery: ResponseDelivery { ResponseDelivery(place: place) }

    /// How to handle a browser that brings a request.
    enum Reception: Equatable {
        /// Answer without a prompt, because the user has a session.
        case answer
        /// Answer without a prompt, because the home network identifies the user.
        case answerAtHome
        /// Ask the user to sign in.
        case ask
        /// Refuse, because the user is unknown and the request forbids a prompt.
        case noPassive

        /// Decides by SAML Core 2.0, 3.4.1: a passive request never prompts, and any other forced request always does.
        ///
        /// A browser session takes precedence over the home network.
        init(forced: Bool, passive: Bool, isKnown: Bool, isAtHome: Bool = false) {
            switch (forced, isKnown, isAtHome, passive) {
            case (false, true, _, _): self = .answer
            case (false, false, true, _): self = .answerAtHome
            case (_, _, _, false): self = .ask
            case (_, _, _, true): self = .noPassive
            }
        }
    }

    /// Handles a browser that brings a request in its URL.
    func arrival(query: String) throws -> SiteAnswer {
        let asked: Asked
        switch try judge(query, isArrival: true) {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        let now = try simulation.clock.now()
        let known = asked.session.flatMap { asked.wanted.isMet(by: $0.subscriber) ? $0 : nil }
        let home = provider.homeNetwork.flatMap { asked.wanted.isMet(by: $0) ? $0 : nil }
        switch Reception(
            forced: asked.request.forceAuthn, passive: asked.request.isPassive, isKnown: known != nil,
            isAtHome: home != nil)
        {
        case .answer:
            guard let known else { return page(asked, refused: false, name: "") }
            return try respond(to: asked, as: known, kept: place.sessionKey)
        case .answerAtHome:
            let session = BrowserSession(
                subscriber: home ?? "", signedInAt: now,
                expires: now.addingTimeInterval(SignInAnswer.sessionLifetime))
            return try respond(to: asked, as: session, kept: nil, atHome: true)
        case .ask:
            return page(asked, refused: false, name: asked.wanted.name ?? "")
        case .noPassive:
            return try refuse(
                asked.web, asked.relayState, with: SAMLStatusCode.noPassive,
                reason: "no user that matches the request is signed in, and the request is passive")
        }
    }

    /// Handles a submitted sign-in form.
    func submission(_ form: [FormField]) throws -> SiteAnswer {
        let asked: Asked
        switch try judge(form.value("query") ?? "") {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        guard form.value("action") != "cancel" else {
            return try refuse(
                asked.web, asked.relayState, with: SAMLStatusCode.authenticationFailed, reason: "the user cancelled")
        }
        let name = form.value("username") ?? ""
        let answer = try site.directory.signIn(
            provider: provider.identifier, subscriber: name, password: form.value("password") ?? "")
        switch answer {
        case .accepted(let until):
            guard asked.wanted.isMet(by: name) else {
                return try refuse(
                    asked.web, asked.relayState, with: SAMLStatusCode.authenticationFailed,
                    reason: "'\(name)' signed in, but the request is about another user")
            }
            return try startSession(name, until: until, asked)
        case .wrongCredentials:
            return page(asked, refused: true, name: name)
        case .rejected, .invalidVerificationToken:
            return try refuse(
                asked.web, asked.relayState, with: SAMLStatusCode.requestDenied,
                reason: "the provider refuses the user")
        case .timeout: return .signInFailure(504, "The provider does not answer in time.")
        case .unreachable: return .signInFailure(503, "The provider cannot be reached.")
        }
    }

    // MARK: - The request

    /// A verified request that the provider can answer, with the query that contained it.
    struct Asked {
        let web: WebRequest
        let relayState: String?
        let query: String
        let demands: RequestRequirements
        let wanted: RequestedUser
        /// The browser's session, of any user; `nil` if the browser has none.
        let session: BrowserSession?

        var request: AuthnRequest { web.request }
    }

    struct Refused: Error {
        let answer: SiteAnswer
    }

    /// Verifies that a request is signed by a known service provider, and checks its destination and the address of the
    /// answer.
    ///
    /// A request whose demands the provider cannot meet, or that breaks a rule, is refused with a SAML response.
    private func judge(_ query: String, isArrival: Bool = false) throws -> Result<Asked, Refused> {
        func refuse(_ reason: String) -> Result<Asked, Refused> {
            .failure(Refused(answer: .signInFailure(400, reason)))
        }
        let received: [RelyingParty].Signed<AuthnRequest>
        do throws(MessageError) {
            received = try place.parties.read(query, issuer: \.issuer) { xml throws(MessageError) in
                try AuthnRequest(unverifiedXML: xml)
            }
        } catch {
            return refuse("The request is invalid: \(error)")
        }
        let request = received.request
        guard place.isMeant(request.destination, for: provider.singleSignOnService) else {
            return refuse(place.otherDestination(request.destination, for: provider.singleSignOnService))
        }
        guard let consumer = received.party.consumer(for: request) else {
            return refuse(received.party.unknownConsumer(of: request))
        }
        let web = WebRequest(request: request, consumer: consumer)
        // A person may need longer to sign in than a request may be old.
        if isArrival, let reason = try place.strictRefusal(of: received.xml) {
            let answer = try self.refuse(
                web, received.relayState, with: [SAMLStatusCode.requester], reason: reason, message: reason)
            return .failure(Refused(answer: answer))
        }
        return try checkRequirements(web, received.relayState, query)
    }

    /// Checks whether the provider can meet the demands of a verified request.
    private func checkRequirements(
        _ web: WebRequest, _ relayState: String?, _ query: String
    ) throws -> Result<Asked, Refused> {
        let demands: RequestRequirements
        do throws(RequestRequirements.Refusal) {
            demands = try RequestRequirements(web.request)
        } catch {
            return .failure(Refused(answer: try refuse(web, relayState, with: error.codes, reason: error.reason)))
        }
        let now = try simulation.clock.now()
        let session = try simulation.store.read {
            try BrowserSession.find(place.sessionKey, at: now, in: $0)
        }
        let wanted = RequestedUser(web.request, of: provider, session: session)
        guard wanted != .stranger else {
            let refusal = try refuse(
                web, relayState, with: SAMLStatusCode.unknownPrincipal,
                reason: "the request is about an unknown user")
            return .failure(Refused(answer: refusal))
        }
        return .success(
            Asked(web: web, relayState: relayState, query: query, demands: demands, wanted: wanted, session: session))
    }

    private func page(_ asked: Asked, refused: Bool, name: String) -> SiteAnswer {
        var answer = SiteAnswer(
            html: SitePages.signIn(
                provider: provider, query: asked.query, refused: refused, name: name,
                forced: asked.request.forceAuthn),
            outcome: refused ? "wrong credentials" : "sign-in page",
            reason: refused ? "the name or the password is wrong" : "the user is asked to sign in")
        answer.requesters = asked.request.requesterIDs
        if refused { answer.verdict = .refused }
        return answer
    }

    // MARK: - The answer

    private func startSession(_ name: String, until: Date, _ asked: Asked) throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let drawn = try simulation.identifiers.hexadecimal(words: 2)
        let index = try simulation.identifiers.xmlIdentifier()
        let session = BrowserSession(subscriber: name, signedInAt: now, expires: until, index: index)
        let (id, key) = try simulation.store.write { state in
            let id = try BrowserSession.identifier(drawn: drawn, of: name, in: state)
            let key = BrowserSession.key(provider: provider.identifier, id: id)
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(session, for: key)
            return (id, key)
        }
        var answer = try respond(to: asked, as: session, kept: key)
        answer.fields[.setCookie] = place.cookie.kept(id, for: until.timeIntervalSince(now))
        return answer
    }

    /// Responds with the attributes of the session's user.
    private func respond(
        to asked: Asked, as session: BrowserSession, kept key: StateKey<BrowserSession>?, atHome: Bool = false
    ) throws -> SiteAnswer {
        let author = try author()
        let name =
            asked.demands.nameKind == .transient
            ? try BrowserSession.transientName(session, kept: key, for: asked.request.issuer, in: simulation) : nil
        let (xml, reason) = try author.webResponse(to: asked.web, as: session, transientName: name, atHome: atHome)
        guard let xml else { return .signInFailure(200, "The provider is configured to send no response.") }
        return try delivery.page(xml, asked.web, asked.relayState, outcome: "response", reason: reason)
    }

    /// Refuses a request with a status that gives the reason.
    private func refuse(
        _ web: WebRequest, _ relayState: String?, with status: String, reason: String
    ) throws -> SiteAnswer {
        try refuse(web, relayState, with: [SAMLStatusCode.responder, status], reason: reason)
    }

    private func refuse(
        _ web: WebRequest, _ relayState: String?, with codes: [String], reason: String, message: String? = nil
    ) throws -> SiteAnswer {
        try delivery.page(
            try author().webRefusal(of: web, codes: codes, message: message), web, relayState, outcome: "refusal",
            reason: reason)
    }

    private func author() throws -> ResponseAuthor {
        ResponseAuthor(
            provider: provider, identifiers: simulation.identifiers,
            now: try simulation.clock.now())
    }
}
