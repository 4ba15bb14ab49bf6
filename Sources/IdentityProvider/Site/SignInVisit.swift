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
        switch try words.read(query: query, isArrival: true) {
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
            guard let known else { return firstPage(asked, name: "") }
            return try words.answer(asked, with: .signedIn(known, kept: place.sessionKey))
        case .answerAtHome:
            let session = BrowserSession(
                subscriber: home ?? "", signedInAt: now,
                expires: now.addingTimeInterval(SignInReply.sessionLifetime))
            return try words.answer(asked, with: .atHome(session))
        case .ask:
            return firstPage(asked, name: asked.wanted.name ?? "")
        case .noPassive:
            return try words.answer(asked, with: .refused(.wouldPrompt))
        }
    }

    /// Handles a submitted form: that of the entry, or of one of the steps.
    func submission(_ form: [FormField]) throws -> SiteAnswer {
        let asked: Asked
        switch try words.read(query: form.value("query") ?? "", isArrival: false) {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        guard form.value("action") != "cancel" else { return try words.answer(asked, with: .refused(.cancelled)) }
        let steps = SignInSteps(form, of: provider)
        if let lost = steps.lostField {
            return .signInFailure(400, "The hidden field '\(lost)' did not come back unchanged.")
        }
        // The entry, and a form whose earlier steps are missing or wrong, lead to the first step that is not done.
        guard let step = steps.submitted, steps.firstUndone == nil else {
            let place = steps.firstUndone ?? 0
            return page(asked, steps, at: place, refused: false, name: steps.name ?? asked.wanted.name ?? "")
        }
        switch try judged(step, steps) {
        case .accepted(let until):
            guard steps.isLast else {
                return page(asked, steps, at: steps.place + 1, refused: false, name: steps.name ?? "")
            }
            let name = steps.name ?? ""
            guard asked.wanted.isMet(by: name) else {
                return try words.answer(asked, with: .refused(.anotherUser(name)))
            }
            return try startSession(name, until: until, asked)
        case .wrongCredentials:
            return page(asked, steps, at: steps.place, refused: true, name: steps.name ?? "")
        case .rejected, .invalidVerificationToken:
            return try words.answer(asked, with: .refused(.denied))
        case .timeout: return .signInFailure(504, "The provider does not answer in time.")
        case .unreachable: return .signInFailure(503, "The provider cannot be reached.")
        }
    }

    /// Judges one step; the step that has the password, or else the code, asks the provider.
    private func judged(_ step: SignInPageSettings.Step, _ steps: SignInSteps) throws -> SignInReply {
        func asked(_ password: String?) throws -> SignInReply {
            try site.directory.signIn(
                SignInAttempt(provider: provider.identifier, subscriber: steps.name ?? "", password: password))
        }
        switch step {
        case .credentials, .password: return try asked(steps.password ?? "")
        case .code where !steps.hasPassword: return steps.isDone(step) ? try asked(nil) : .wrongCredentials
        case .userName, .code, .consent:
            let end = try simulation.clock.now().addingTimeInterval(SignInReply.sessionLifetime)
            return steps.isDone(step) ? .accepted(until: end) : .wrongCredentials
        }
    }

    /// Returns the page of the first step, or the page with a button before it.
    private func firstPage(_ asked: Asked, name: String) -> SiteAnswer {
        let steps = SignInSteps([], of: provider)
        guard provider.signInPage?.entry == .button else {
            return page(asked, steps, at: 0, refused: false, name: name)
        }
        var answer = SiteAnswer(
            html: SitePages.entry(
                provider: provider, query: asked.query, action: action, hidden: steps.carried(to: nil)),
            outcome: "entry page", reason: "the user presses a button before the sign-in page")
        answer.requesters = asked.requesters
        return answer
    }

    private func page(
        _ asked: Asked, _ steps: SignInSteps, at place: Int, refused: Bool, name: String
    ) -> SiteAnswer {
        let step = steps.all[place]
        var answer = SiteAnswer(
            html: SitePages.signIn(
                provider: provider, step: step, query: asked.query, action: action,
                hidden: steps.carried(to: place), refused: refused, name: name, forced: asked.mustPrompt),
            outcome: refused ? "wrong credentials" : steps.all.count == 1 ? "sign-in page" : "\(step.rawValue) page",
            reason: refused ? "\(SitePages.asked(in: step)) is wrong" : "the user is asked to sign in")
        answer.requesters = asked.requesters
        if refused { answer.verdict = .refused }
        return answer
    }

    /// The action of the forms.
    private var action: String {
        switch provider.signInPage?.action ?? .empty {
        case .empty: ""
        case .path: place.served.pathPrefix + ServedAddress.path(of: words.service)
        case .absolute: place.served.address(of: words.service)
        }
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
