import Foundation
import HTTPTypes
import ProviderContract
import SimulationCore
import StateStorage
import StructuredText

/// A sign-in in one browser at one provider, from the request to the answer, in any protocol.
struct SignInVisit<Words: BrowserProtocol> {
    /// The protocol of the service provider.
    let words: Words

    private typealias Asked = AskedSignIn<Words.Request>

    private var place: SiteContext { words.place }
    private var site: ProviderSite { place.site }
    private var provider: Provider { place.provider }
    private var simulation: Simulation { site.simulation }

    /// Handles a browser that brings a request in its URL.
    func arrival(query: String) throws -> SiteAnswer {
        let asked: Asked
        switch try words.read(query: query) {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        let now = try simulation.clock.now()
        let known = asked.session.flatMap { asked.wanted.isMet(by: $0.subscriber) ? $0 : nil }
        let home = provider.homeNetwork.flatMap { asked.wanted.isMet(by: $0) ? $0 : nil }
        switch SignInReception(
            forced: asked.mustPrompt, passive: asked.mustNotPrompt, isKnown: known != nil, isAtHome: home != nil)
        {
        case .answer:
            guard let known else { return page(asked, refused: false, name: "") }
            return try words.answer(asked, with: .signedIn(known, kept: place.sessionKey))
        case .answerAtHome:
            let session = BrowserSession(
                subscriber: home ?? "", signedInAt: now,
                expires: now.addingTimeInterval(SignInReply.sessionLifetime))
            return try words.answer(asked, with: .atHome(session))
        case .ask:
            return page(asked, refused: false, name: asked.wanted.name ?? "")
        case .noPassive:
            return try words.answer(asked, with: .refused(.wouldPrompt))
        }
    }

    /// Handles a submitted sign-in form.
    func submission(_ form: [FormField]) throws -> SiteAnswer {
        let asked: Asked
        switch try words.read(query: form.value("query") ?? "") {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        guard form.value("action") != "cancel" else { return try words.answer(asked, with: .refused(.cancelled)) }
        let name = form.value("username") ?? ""
        let reply = try site.directory.signIn(
            SignInAttempt(
                provider: provider.identifier, subscriber: name, password: form.value("password") ?? ""))
        switch reply {
        case .accepted(let until):
            guard asked.wanted.isMet(by: name) else {
                return try words.answer(asked, with: .refused(.anotherUser(name)))
            }
            return try startSession(name, until: until, asked)
        case .wrongCredentials:
            return page(asked, refused: true, name: name)
        case .rejected, .invalidVerificationToken:
            return try words.answer(asked, with: .refused(.denied))
        case .timeout: return .signInFailure(504, "The provider does not answer in time.")
        case .unreachable: return .signInFailure(503, "The provider cannot be reached.")
        }
    }

    private func page(_ asked: Asked, refused: Bool, name: String) -> SiteAnswer {
        var answer = SiteAnswer(
            html: SitePages.signIn(
                provider: provider, query: asked.query, refused: refused, name: name, forced: asked.mustPrompt),
            outcome: refused ? "wrong credentials" : "sign-in page",
            reason: refused ? "the name or the password is wrong" : "the user is asked to sign in")
        answer.requesters = asked.requesters
        if refused { answer.verdict = .refused }
        return answer
    }

    private func startSession(_ name: String, until end: Date?, _ asked: Asked) throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let drawn = try simulation.identifiers.hexadecimal(words: 2)
        let index = try simulation.identifiers.xmlIdentifier()
        let end = end ?? .distantFuture
        let session = BrowserSession(subscriber: name, signedInAt: now, expires: end, index: index)
        let (id, key) = try simulation.store.write { state in
            let id = try BrowserSession.identifier(drawn: drawn, of: name, in: state)
            let key = BrowserSession.key(provider: provider.identifier, id: id)
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(session, for: key)
            return (id, key)
        }
        var answer = try words.answer(asked, with: .signedIn(session, kept: key))
        answer.fields[.setCookie] = place.cookie.kept(id, for: end.timeIntervalSince(now))
        return answer
    }
}

/// How to handle a browser that brings a request.
enum SignInReception: Equatable {
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
