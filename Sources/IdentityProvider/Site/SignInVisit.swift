import Foundation
import HTTPTypes
import SAML
import SimulationCore
import StateStorage
import XMLSecurity

/// One browser at one provider: from the request that it brings to the response that it takes away.
struct SignInVisit {
    let place: SitePlace

    private var site: ProviderSite { place.site }
    private var provider: ProviderRecord { place.provider }
    private var simulation: Simulation { site.simulation }

    /// What is to be done with a browser that brings a request.
    enum Reception: Equatable {
        /// The person is known and need not be asked.
        case answer
        /// The person is known by their home's network.
        case answerAtHome
        /// The person is asked.
        case ask
        /// The person is not known, and must not be asked.
        case noPassive

        /// Decides (SAML Core 2.0 § 3.4.1): a forced request asks in any case, a passive one never; a browser's session
        /// comes before the network.
        init(forced: Bool, passive: Bool, isKnown: Bool, isAtHome: Bool = false) {
            switch (forced, isKnown, isAtHome, passive) {
            case (false, true, _, _): self = .answer
            case (false, false, true, _): self = .answerAtHome
            case (_, _, _, false): self = .ask
            case (_, _, _, true): self = .noPassive
            }
        }
    }

    /// Receives a browser that brings a request in its URL.
    func arrival(query: String) throws -> SiteAnswer {
        let asked: Asked
        switch try judge(query) {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        let now = try simulation.clock.now()
        let session = try simulation.store.read {
            try BrowserSession.find(place.cookies, provider: provider.identifier, at: now, in: $0)
        }
        switch Reception(
            forced: asked.request.forceAuthn, passive: asked.request.isPassive, isKnown: session != nil,
            isAtHome: provider.homeNetwork != nil)
        {
        case .answer:
            guard let session else { return page(asked, refused: false, name: "") }
            return try respond(to: asked, as: session)
        case .answerAtHome:
            let home = BrowserSession(
                subscriber: provider.homeNetwork ?? "", signedInAt: now,
                expires: now.addingTimeInterval(SignInAnswer.sessionLifetime))
            return try respond(to: asked, as: home, atHome: true)
        case .ask:
            return page(asked, refused: false, name: "")
        case .noPassive:
            return try refuse(
                asked, with: SAMLStatusCode.noPassive, reason: "nobody is signed in, and nobody may be asked")
        }
    }

    /// Receives the form of the sign-in page.
    func submission(_ form: WebForm) throws -> SiteAnswer {
        let asked: Asked
        switch try judge(form["query"] ?? "") {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        guard form["action"] != "cancel" else {
            return try refuse(asked, with: SAMLStatusCode.authenticationFailed, reason: "the person cancelled")
        }
        let name = form["username"] ?? ""
        let answer = try site.directory.signIn(
            provider: provider.identifier, subscriber: name, password: form["password"] ?? "")
        switch answer {
        case .accepted(let until):
            return try welcome(name, until: until, asked)
        case .wrongCredentials:
            return page(asked, refused: true, name: name)
        case .rejected, .invalidVerificationToken:
            return try refuse(asked, with: SAMLStatusCode.requestDenied, reason: "the provider refuses the person")
        case .timeout: return .failure(504, "The provider does not answer in time.")
        case .unreachable: return .failure(503, "The provider cannot be reached.")
        }
    }

    // MARK: - The request

    /// A request that the provider believes, with the query that brought it.
    struct Asked {
        let web: WebRequest
        let relayState: String?
        let query: String

        var request: AuthnRequest { web.request }
    }

    struct Refused: Error {
        let answer: SiteAnswer
    }

    /// Believes a request that the service provider signed, that is meant for this provider, and whose answer goes to
    /// where the service provider is known to take answers.
    private func judge(_ query: String) throws -> Result<Asked, Refused> {
        func refuse(_ reason: String) -> Result<Asked, Refused> { .failure(Refused(answer: .failure(400, reason))) }
        do throws(MessageError) {
            let received = try place.parties.read(query, issuer: \.issuer) { xml throws(MessageError) in
                try AuthnRequest(unverifiedXML: xml)
            }
            let request = received.request
            guard place.isMeant(request.destination, for: provider.singleSignOnService) else {
                return refuse("The request is meant for somebody else.")
            }
            let consumers = received.party.assertionConsumerServices
            guard let consumer = request.assertionConsumerService ?? consumers.first, consumers.contains(consumer)
            else { return refuse("The request asks for the answer where it may not go.") }
            return .success(
                Asked(
                    web: WebRequest(request: request, consumer: consumer), relayState: received.relayState,
                    query: query))
        } catch {
            return refuse("The request cannot be believed: \(error)")
        }
    }

    private func page(_ asked: Asked, refused: Bool, name: String) -> SiteAnswer {
        SiteAnswer(
            html: SitePages.signIn(
                provider: provider, query: asked.query, refused: refused, name: name,
                forced: asked.request.forceAuthn),
            outcome: refused ? "wrong credentials" : "sign-in page",
            reason: refused ? "the name or the password is wrong" : "the person is asked to sign in")
    }

    // MARK: - The answer

    private func welcome(_ name: String, until: Date, _ asked: Asked) throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let id = try simulation.identifiers.hexadecimal(words: 2)
        let index = try simulation.identifiers.xmlIdentifier()
        let session = BrowserSession(subscriber: name, signedInAt: now, expires: until, index: index)
        try simulation.store.write { state in
            try simulation.sweeper.sweep(BrowserSession.keys, at: now, in: state) { (other: BrowserSession) in
                other.expires <= now
            }
            try state.setValue(session, for: BrowserSession.key(provider: provider.identifier, id: id))
        }
        var answer = try respond(to: asked, as: session)
        answer.fields[.setCookie] = BrowserSession.setCookie(
            id, path: place.cookiePath, lifetime: until.timeIntervalSince(now))
        return answer
    }

    private func respond(to asked: Asked, as session: BrowserSession, atHome: Bool = false) throws -> SiteAnswer {
        let author = try author()
        guard let xml = try author.webResponse(to: asked.web, as: session, atHome: atHome) else {
            return .failure(200, "The provider was told to send no response.")
        }
        let how = atHome ? "is at home" : "is signed in"
        return form(xml, asked, outcome: "response", reason: "'\(session.subscriber)' \(how)")
    }

    private func refuse(_ asked: Asked, with status: String, reason: String) throws -> SiteAnswer {
        form(try author().webRefusal(of: asked.web, status: status), asked, outcome: "refusal", reason: reason)
    }

    private func author() throws -> ResponseAuthor {
        ResponseAuthor(
            provider: provider, serviceProvider: site.serviceProvider, identifiers: simulation.identifiers,
            now: try simulation.clock.now())
    }

    private func form(_ xml: String, _ asked: Asked, outcome: String, reason: String) -> SiteAnswer {
        SiteAnswer(
            html: SitePages.response(
                provider: provider, action: place.action(for: asked.web.consumer),
                response: Data(xml.utf8).base64EncodedString(),
                relayState: asked.relayState),
            outcome: outcome, reason: reason)
    }
}
