import Foundation
import HTTPTypes
import TVSimCore
import TVSimProviderMessages
import TVSimStateStorage
import TVSimStructuredText

/// A sign-in in one browser at one provider, from the request to the answer, in any protocol.
struct SignInVisit<Words: BrowserProtocol> {
    /// The protocol of the service provider.
    let words: Words
    /// What was decided about the faults of the submitted form.
    var faults = FaultDraw()

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
            return try words.answer(asked, with: .refused(.wouldPrompt(promptCause(asked, isKnown: known != nil))))
        }
    }

    /// Says why the user must be asked.
    private func promptCause(_ asked: Asked, isKnown: Bool) -> String {
        if isKnown { return "the user is signed in, but the request demands a new sign-in" }
        return asked.session == nil
            ? "this browser has no signed-in user" : "this browser's signed-in user is not the requested one"
    }

    /// Handles a browser that continues from the page before the first form.
    func entered(_ fields: [FormField]) throws -> SiteAnswer {
        if provider.signInPage?.entry == .bookends, fields.value("history") != SitePages.firstBookend {
            return .signInFailure(400, "The field 'history' did not come back.")
        }
        switch try words.read(query: fields.value("query") ?? "", isArrival: false) {
        case .failure(let refusal): return refusal.answer
        case .success(let asked):
            let steps = SignInSteps([], of: provider)
            return page(asked, steps, at: 0, name: asked.wanted.name ?? "")
        }
    }

    /// Handles a submitted form: that of the entry, or of one of the steps.
    ///
    /// - Parameters:
    ///   - form: The fields.
    ///   - isFetched: Whether a script sent the fields as JSON.
    /// - Returns: The next page, or the answer to the service provider.
    /// - Throws: `StateError` if the state cannot be read or written, and an error if the answer cannot be signed.
    func submission(_ form: [FormField], isFetched: Bool = false) throws -> SiteAnswer {
        let asked: Asked
        switch try words.read(query: form.value("query") ?? "", isArrival: false) {
        case .success(let request): asked = request
        case .failure(let refusal): return refusal.answer
        }
        guard form.value("action") != "cancel" else { return try words.answer(asked, with: .refused(.cancelled)) }
        let steps = SignInSteps(form, of: provider)
        if let unknown = steps.unknownStep {
            return .signInFailure(400, "The sign-in has no step '\(unknown.prefix(64))'.")
        }
        if let lost = steps.lostField {
            return .signInFailure(400, "The hidden field '\(lost)' did not come back unchanged.")
        }
        if provider.signInPage?.form == .fetch, !isFetched, steps.submitted != nil {
            return .signInFailure(400, "The page sends JSON to '\(provider.site)login', and this is a form.")
        }
        // The entry, and a form whose earlier steps are missing or wrong, lead to the first step that is not done.
        guard let step = steps.submitted, steps.firstUndone == nil else {
            let place = steps.firstUndone ?? 0
            return page(asked, steps, at: place, name: steps.name ?? asked.wanted.name ?? "")
        }
        let name = steps.name ?? ""
        let isSecret = step == .credentials || step == .password || step == .code
        if isSecret, try place.isLockedOut(name) {
            return page(asked, steps, at: steps.place, .lockedOut, name: name)
        }
        switch try judged(step, steps) {
        case .accepted(let until):
            guard steps.isLast else { return page(asked, steps, at: steps.place + 1, name: name) }
            try place.count(failure: false, of: name)
            guard asked.wanted.isMet(by: name) else {
                return try words.answer(asked, with: .refused(.anotherUser(name)))
            }
            return try startSession(name, steps.account, until: until, asked)
        case .wrongCredentials:
            if isSecret { try place.count(failure: true, of: name) }
            return page(asked, steps, at: steps.place, .wrong, name: name)
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
                SignInAttempt(provider: provider.identifier, subscriber: steps.name ?? "", password: password),
                under: faults)
        }
        switch step {
        case .credentials, .password: return try asked(steps.password ?? "")
        case .code where !steps.hasPassword: return steps.isDone(step) ? try asked(nil) : .wrongCredentials
        case .userName, .code, .account, .consent:
            let end = try simulation.clock.now().addingTimeInterval(SignInReply.sessionLifetime)
            return steps.isDone(step) ? .accepted(until: end) : .wrongCredentials
        }
    }

    /// Returns the page of the first step, or the page before it.
    private func firstPage(_ asked: Asked, name: String) -> SiteAnswer {
        let steps = SignInSteps([], of: provider)
        let (html, reason): (String, String)
        var script: String?
        switch provider.signInPage?.entry ?? .direct {
        case .direct: return page(asked, steps, at: 0, name: name)
        case .button:
            html = SitePages.entry(
                provider: provider, query: asked.query, action: action, hidden: steps.carried(to: nil))
            reason = "the user presses a button before the sign-in page"
        case .refresh:
            html = SitePages.wait(
                provider: provider, link: place.name + "?" + FormCoding.encode([("query", asked.query)]))
            reason = "the page refreshes to the sign-in page (signInPage.entry: refresh)"
        case .bookends:
            html = SitePages.proceed(
                "\(provider.displayName): please wait", method: "get", to: place.name,
                [("query", asked.query), ("history", SitePages.firstBookend)], posts: true)
            script = SitePages.postingScript
            reason = "the page wants its counter back (signInPage.entry: bookends)"
        }
        var answer = SiteAnswer(html: html, outcome: "entry page", reason: reason)
        answer.script = script
        answer.requesters = asked.requesters
        return answer
    }

    /// Why a step is asked again.
    private enum Again {
        case wrong, lockedOut
    }

    private func page(
        _ asked: Asked, _ steps: SignInSteps, at place: Int, _ again: Again? = nil, name: String
    ) -> SiteAnswer {
        let step = steps.all[place]
        let isFetched = provider.signInPage?.form == .fetch
        let wrong = "\(SitePages.asked(in: step)) is wrong"
        var answer = SiteAnswer(
            html: isFetched
                ? SitePages.fetchedSignIn(
                    provider: provider, query: asked.query, hidden: steps.configured, name: name,
                    forced: asked.mustPrompt)
                : SitePages.signIn(
                    provider: provider, step: step, query: asked.query, action: action,
                    hidden: steps.carried(to: place), accounts: steps.accounts, refused: again == .wrong,
                    locked: again == .lockedOut, name: name, forced: asked.mustPrompt),
            outcome: again == .lockedOut
                ? "locked out"
                : again == .wrong
                    ? "wrong credentials" : steps.all.count == 1 ? "sign-in page" : "\(step.rawValue) page",
            reason: again == .lockedOut
                ? "'\(name)' gave too many wrong answers (signInPage.lockout)"
                : again == .wrong ? wrong : "the user is asked to sign in")
        answer.requesters = asked.requesters
        if again != nil { answer.verdict = .refused }
        if isFetched {
            (answer.script, answer.isFetching) = (FetchedSignIn.script, true)
            answer.continuation = .step(
                place, step, accounts: step == .account ? steps.accounts : [],
                alert: again.map { $0 == .wrong ? wrong.capitalizedFirst + ". Try again." : SitePages.lockedOut })
        }
        return answer
    }

    /// The action of the forms.
    private var action: String {
        switch provider.signInPage?.action ?? .empty {
        case .empty: ""
        case .path: place.served.pathPrefix + ServedAddress.path(of: words.service)
        case .absolute: place.page.address(of: words.service)
        }
    }

    private func startSession(
        _ name: String, _ account: String?, until end: Date?, _ asked: Asked
    ) throws -> SiteAnswer {
        let now = try simulation.clock.now()
        let drawn = try simulation.identifiers.hexadecimal(words: 2)
        let index = try simulation.identifiers.xmlIdentifier()
        let end = end ?? .distantFuture
        let session = BrowserSession(
            subscriber: name, signedInAt: now, expires: end, index: index, account: account)
        let (id, key) = try simulation.store.write { state in
            let id = try BrowserSession.identifier(drawn: drawn, of: name, in: state)
            let key = BrowserSession.key(provider: provider.identifier, id: id)
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(session, for: key)
            return (id, key)
        }
        var answer = try words.answer(asked, with: .signedIn(session, kept: key))
        switch provider.signInPage?.sessionCookie ?? .kept {
        case .kept: answer.fields[.setCookie] = place.cookie.kept(id, for: end.timeIntervalSince(now))
        case .sessionOnly: answer.fields[.setCookie] = place.cookie.kept(id, for: nil)
        case .lost: break
        }
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
