import Foundation
import Identifiers
import SAML
import SimulationCore
import StateStorage
import StructuredText

/// The pages by which a browser carries a provider's response to the service provider (SAML Bindings 2.0, 3.5.4).
struct ResponseDelivery {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var simulation: Simulation { place.site.simulation }

    /// Returns the page for a response, in the shape that the provider's settings name.
    ///
    /// - Throws: `StateError` if a response that waits for the next page cannot be stored.
    func page(
        _ xml: String, _ web: WebRequest, _ relayState: String?, outcome: String, reason: String
    ) throws -> SiteAnswer {
        let response = WaitingResponse(
            consumer: web.consumer, response: Data(xml.utf8).base64EncodedString(), relayState: relayState,
            notAfter: try simulation.clock.now().addingTimeInterval(WaitingResponse.validity))
        // A user who was refused has no page to resume from.
        let confirms = provider.signInPage?.exit == .confirm && outcome == "response"
        var answer =
            switch provider.responsePage {
            case let page where confirms && page != .blocked: try confirm(response, reason: reason)
            case .posts, .button: form(response, outcome: outcome, reason: reason)
            case .refresh: try wait(for: response, reason: reason)
            case .blocked:
                SiteAnswer(
                    html: SitePages.blocked(provider: provider), outcome: "blocked",
                    reason: "the provider is configured to send no response (responsePage: blocked); else: \(reason)")
            }
        answer.requesters = web.request.requesterIDs
        return answer
    }

    /// Handles the request to which the page that asks the user to wait refreshes.
    ///
    /// The page may be reloaded while the response is valid.
    func arrival(query: String) throws -> SiteAnswer {
        let id = [FormField](posted: Data(query.utf8))?.value("id") ?? ""
        let now = try simulation.clock.now()
        guard BrowserSession.isIdentifier(id),
            let response = try simulation.store.read({ try $0.value(for: key(id)) }), now < response.notAfter
        else { return .signInFailure(400, "The response is unknown or has expired. Start again in the app.") }
        return form(response, outcome: "response", reason: "the page before has refreshed to the response")
    }

    /// Stores the response and returns a page with a button that leads to it.
    private func confirm(_ response: WaitingResponse, reason: String) throws -> SiteAnswer {
        SiteAnswer(
            html: SitePages.confirm(provider: provider, id: try keep(response)), outcome: "confirmation",
            reason: "the user presses a button before the response (signInPage.exit: confirm): \(reason)")
    }

    private func form(_ response: WaitingResponse, outcome: String, reason: String) -> SiteAnswer {
        let posts = provider.responsePage != .button
        var answer = SiteAnswer(
            html: SitePages.response(
                provider: provider, action: place.action(for: response.consumer), response: response.response,
                relayState: response.relayState, posts: posts),
            outcome: outcome, reason: reason)
        if posts { answer.script = SitePages.postingScript }
        return answer
    }

    /// Stores the response and returns the page that refreshes to it.
    ///
    /// A refresh sends a GET request without a body, so its URL names the response instead of containing it.
    private func wait(for response: WaitingResponse, reason: String) throws -> SiteAnswer {
        SiteAnswer(
            html: SitePages.wait(provider: provider, link: "response?id=\(try keep(response))"), outcome: "wait",
            reason: "the page refreshes to the response (responsePage: refresh): \(reason)")
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
    static let validity = ResponseAuthor.lifetime

    /// The prefix of the names of all waiting responses.
    static let keys = "provider/response/"

    var lapsesAt: Date { notAfter }
}
