import Foundation
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

/// The pages by which a browser carries a provider's response to the service provider (SAML Bindings 2.0, 3.5.4).
struct ResponseDelivery {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var simulation: Simulation { place.site.simulation }

    /// Returns the page for a response, in the shape that the provider's settings name.
    ///
    /// - Throws: `StateError` if a response that waits for the next page cannot be stored.
    func page(
        _ xml: String, _ web: WebRequest, _ relayState: String?, outcome: String, reason: String, atHome: Bool = false
    ) throws -> SiteAnswer {
        let response = WaitingResponse(
            consumer: web.consumer, response: Data(xml.utf8).base64EncodedString(), relayState: relayState,
            notAfter: try simulation.clock.now().addingTimeInterval(WaitingResponse.validity))
        let shape = provider.signInPage ?? SignInPageSettings()
        // A user who was refused has no page to resume from.
        let isAnswered = outcome == "response" && provider.responsePage != .blocked
        var answer =
            switch provider.responsePage {
            case _ where isAnswered && atHome && shape.homeNotice == .page: try notice(response, reason: reason)
            case _ where isAnswered && shape.exit == .confirm: try confirm(response, reason: reason)
            case _ where isAnswered && !atHome && shape.entry == .bookends: try wait(for: response, reason: reason)
            case .posts, .button: form(response, outcome: outcome, reason: reason)
            case .refresh: try wait(for: response, reason: reason)
            case .blocked: SiteAnswer.blocked(provider, else: reason)
            }
        answer.requesters = web.request.requesterIDs
        return answer
    }

    /// Handles the request to which the page that asks the user to wait refreshes.
    ///
    /// The page may be reloaded while the response is valid.
    func arrival(query: String) throws -> SiteAnswer {
        let fields = [FormField](posted: Data(query.utf8)) ?? []
        let id = fields.value("id") ?? ""
        let now = try simulation.clock.now()
        guard BrowserSession.isIdentifier(id),
            let response = try simulation.store.read({ try $0.value(for: key(id)) }), now < response.notAfter
        else { return .signInFailure(400, "The response is unknown or has expired. Start again in the app.") }
        if provider.signInPage?.entry == .bookends, fields.value("history") != SitePages.lastBookend {
            guard fields.value("history") == nil else {
                return .signInFailure(400, "The field 'history' did not come back unchanged.")
            }
            return bookend(id)
        }
        let hasRefreshed = provider.responsePage == .refresh || provider.signInPage?.entry == .bookends
        return form(
            response, outcome: "response",
            reason: "the page before has \(hasRefreshed ? "refreshed" : "led") to the response")
    }

    /// Returns the page after the last form that wants its counter back.
    private func bookend(_ id: String) -> SiteAnswer {
        var answer = SiteAnswer(
            html: SitePages.proceed(
                "\(provider.displayName): please wait", method: "get", to: "response",
                [("id", id), ("history", SitePages.lastBookend)], posts: true),
            outcome: "exit page", reason: "the page wants its counter back (signInPage.entry: bookends)")
        answer.script = SitePages.postingScript
        return answer
    }

    /// Stores the response and returns the page that says that the home network signs the user in.
    private func notice(_ response: WaitingResponse, reason: String) throws -> SiteAnswer {
        let id = try keep(response)
        var answer = SiteAnswer(
            html: SitePages.proceed(
                "\(provider.displayName): signing you in", method: "get", to: "response", [("id", id)], posts: true),
            outcome: "home notice", reason: "the page says so first (signInPage.homeNotice: page): \(reason)")
        answer.script = SitePages.postingScript
        return answer
    }

    /// Stores the response and returns a page with a button that leads to it.
    private func confirm(_ response: WaitingResponse, reason: String) throws -> SiteAnswer {
        let id = try keep(response)
        var answer = SiteAnswer(
            html: SitePages.confirm(provider: provider, to: "response", [("id", id)]), outcome: "confirmation",
            reason: "the user presses a button before the response (signInPage.exit: confirm): \(reason)")
        answer.continuation = .follow("response?id=\(id)")
        return answer
    }

    private func form(_ response: WaitingResponse, outcome: String, reason: String) -> SiteAnswer {
        let posts = provider.responsePage != .button
        let action = place.action(for: response.consumer)
        var answer = SiteAnswer(
            html: SitePages.response(
                provider: provider, action: action, response: response.response, relayState: response.relayState,
                posts: posts),
            outcome: outcome, reason: reason)
        answer.continuation = .post(target: action, response: response.response, relayState: response.relayState)
        if posts { answer.script = SitePages.postingScript }
        return answer
    }

    /// Stores the response and returns the page that refreshes to it.
    ///
    /// A refresh sends a GET request without a body, so its URL names the response instead of containing it.
    private func wait(for response: WaitingResponse, reason: String) throws -> SiteAnswer {
        let link = "response?id=\(try keep(response))"
        let cause = provider.responsePage == .refresh ? "responsePage: refresh" : "signInPage.entry: bookends"
        var answer = SiteAnswer(
            html: SitePages.wait(provider: provider, link: link), outcome: "wait",
            reason: "the page refreshes to the response (\(cause)): \(reason)")
        answer.continuation = .follow(link)
        return answer
    }

    /// Stores a response that waits for the next page, and returns its name.
    private func keep(_ response: WaitingResponse) throws -> String {
        let id = try simulation.identifiers.hexadecimal(words: 2)
        let now = try simulation.clock.now()
        try simulation.store.write { state in
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(response, for: key(id))
        }
        return id
    }

    private func key(_ id: String) -> StateKey<WaitingResponse> {
        StateKey("\(WaitingResponse.keys)\(Data(provider.identifier.utf8).hexadecimal)/\(id)")
    }
}

/// A response that waits until the browser gets the page that posts it.
struct WaitingResponse: Codable, Sendable, Hashable, Lapsing {
    /// The service provider's address to which the response is posted.
    var consumer: String
    /// The response in Base64.
    var response: String
    /// The `RelayState` of the request; `nil` if the request had none.
    var relayState: String?
    /// The end of the validity.
    var notAfter: Date

    /// How long the page can be loaded, in seconds: as long as an assertion is valid.
    static let validity = AttributeAuthority.lifetime

    /// The prefix of the names of all waiting responses.
    static let keys = "provider/response/"

    var lapsesAt: Date { notAfter }
}
