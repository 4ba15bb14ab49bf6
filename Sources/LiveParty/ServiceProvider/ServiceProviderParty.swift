package import Foundation
package import TVSimFixtures
package import TVSimSAML
import TVSimXMLSecurity

/// A service provider under test: begins its sign-ins, answers them, and observes what it does.
package final class ServiceProviderParty {
    /// A response to deliver.
    package struct Message: Sendable {
        /// The value of the form field.
        package let samlResponse: String
        /// The document, as far as it is text.
        package let xml: String
        /// The user's name, as it is written; `nil` if the response names no known user.
        package let name: String?

        /// Creates a response.
        package init(_ samlResponse: String, xml: String = "", name: String? = nil) {
            (self.samlResponse, self.xml, self.name) = (samlResponse, xml, name)
        }

        /// Creates a response from a case.
        package init(_ made: LiveFixture.Made) {
            self.init(made.samlResponse, xml: String(decoding: made.xml, as: UTF8.self), name: made.names.first)
        }
    }

    /// A sign-in that waits for its response.
    package struct SignIn {
        var browser: LiveBrowser
        let request: SignInRequest
        let consumer: WebAddress
    }

    private let client: LiveClient
    private let start: WebAddress
    private let probe: WebAddress?
    /// The consumers of the metadata or of the configuration, the default first.
    private let consumers: [String]
    private let signOn: String
    private let template: FixtureParties
    private let format: String?
    private let now: () -> Date
    private let patience = Patience()

    /// Creates a party.
    ///
    /// - Parameters:
    ///   - client: Sends the requests.
    ///   - start: The address that begins a sign-in.
    ///   - probe: The address that shows who is signed in; `nil` without one.
    ///   - consumers: The addresses for responses, the default first.
    ///   - signOn: Our sign-in address, which is never opened.
    ///   - template: The parties of every response, except what a request says. Its audience may be empty.
    ///   - format: The format of the name that the configuration sets; `nil` for the one that the request wants.
    ///   - now: Returns the instant.
    package init(
        over client: LiveClient, start: WebAddress, probe: WebAddress?, consumers: [String], signOn: String,
        template: FixtureParties, format: String?, now: @escaping () -> Date
    ) {
        (self.client, self.start, self.probe, self.consumers) = (client, start, probe, consumers)
        (self.signOn, self.template, self.format, self.now) = (signOn, template, format, now)
    }

    /// Begins a sign-in in a browser without cookies.
    ///
    /// - Returns: The sign-in, at our address.
    /// - Throws: ``LiveStop`` if the party names a consumer that is not its own; what ``observe(_:)`` handles.
    package func begin() throws -> SignIn {
        var browser = LiveBrowser(over: client)
        let signOn = signOn
        let visit = try browser.visit(start) { $0.place == signOn }
        guard let request = SignInRequest(visit) else {
            let end = Observation(visit).lines().first ?? ""
            throw MissingRequest(reason: "no AuthnRequest came to our sign-in address \(signOn), but\(end)")
        }
        guard let text = request.consumer ?? consumers.first, let consumer = WebAddress(text),
            consumers.contains(text), client.allowed.contains(consumer)
        else {
            throw LiveStop(
                "the AuthnRequest names the consumer '\(request.consumer ?? "")', which is not one of the metadata or of "
                    + "--to: \(consumers.joined(separator: ", "))")
        }
        return SignIn(browser: browser, request: request, consumer: consumer)
    }

    /// Returns the parties of a response.
    ///
    /// - Parameters:
    ///   - signIn: The sign-in; `nil` for a response that is not sent.
    ///   - signed: The elements that the party wants signed; `nil` if each case decides.
    /// - Returns: The parties.
    package func parties(of signIn: SignIn?, signed: SignedElements?) -> FixtureParties {
        var parties = template
        // Messages have whole seconds: with a fraction, a response would not be valid yet.
        (parties.instant, parties.signed) = (now().inWholeSeconds, signed)
        guard let signIn else { return parties }
        parties.request = signIn.request.id
        if parties.audience.isEmpty { parties.audience = signIn.request.issuer ?? "" }
        parties.recipient = signIn.consumer.text
        parties.nameIDFormat = format ?? signIn.request.format ?? "persistent"
        return parties
    }

    /// Posts a response, follows what comes, and asks the probe.
    package func deliver(_ message: Message, to signIn: inout SignIn) throws -> Observation {
        try deliver(message, relayState: signIn.request.relayState, at: signIn.consumer, in: &signIn.browser)
    }

    /// Posts a response in a browser that has begun no sign-in.
    package func deliver(_ message: Message, withoutRequestAt consumer: WebAddress) throws -> Observation {
        var browser = LiveBrowser(over: client)
        return try deliver(message, relayState: nil, at: consumer, in: &browser)
    }

    private func deliver(
        _ message: Message, relayState: String?, at consumer: WebAddress, in browser: inout LiveBrowser
    ) throws -> Observation {
        let form =
            [(name: "SAMLResponse", value: message.samlResponse)]
            + (relayState.map { [(name: "RelayState", value: $0)] } ?? [])
        let visit = try browser.visit(consumer, form: form)
        return Observation(visit, probe: try probed(by: &browser), echoing: [message.samlResponse, message.xml])
    }

    /// Asks the probe; `nil` without one.
    private func probed(by browser: inout LiveBrowser) throws -> Observation.Probe? {
        guard let probe else { return nil }
        let answer = try browser.visit(probe)
        // A probe that redirects shows by its first status that the user is not signed in.
        return .init(status: answer.hops.first?.status ?? 0, text: answer.page.title + " " + answer.page.text)
    }

    /// Signs the user out at the party, up to its LogoutRequest.
    ///
    /// - Throws: ``MissingRequest`` if the party sends none.
    func signOut(at address: WebAddress, in signIn: inout SignIn) throws -> SignOutRequest {
        let visit = try signIn.browser.visit(address) { $0.place == LiveKeys.singleLogout }
        guard let request = SignOutRequest(visit) else {
            let end = Observation(visit).lines().first ?? ""
            throw MissingRequest(
                reason: "no LogoutRequest came to our address \(LiveKeys.singleLogout), but\(end)")
        }
        return request
    }

    /// Sends a LogoutResponse in the browser of a sign-in, follows what comes, and asks the probe.
    package func answerLogout(
        _ answer: LiveFixture.Made, at address: WebAddress, in signIn: inout SignIn
    ) throws -> Observation {
        let visit = try signIn.browser.visit(address.adding(query: answer.query))
        return Observation(
            visit, probe: try probed(by: &signIn.browser), echoing: [String(decoding: answer.xml, as: UTF8.self)])
    }

    /// Returns who sends logout messages to an address: our identity provider.
    package func exchange(with address: WebAddress) throws -> FixtureParties.Exchange {
        guard let keys = template.keys else { throw LiveStop("the run has no key for logout messages") }
        return .init(
            issuer: template.issuer, destination: address.text, identity: keys.identity,
            certificate: keys.identity.certificate.pem)
    }

    /// Sends a LogoutRequest in the browser of a sign-in, and asks the probe.
    package func logOut(_ query: String, at address: WebAddress, in signIn: inout SignIn) throws -> Observation {
        let visit = try signIn.browser.visit(address.adding(query: query)) { $0.place == LiveKeys.singleLogout }
        var seen = Observation(visit, probe: try probed(by: &signIn.browser))
        seen.statusCodes = visit.statusCodes { $0.place == LiveKeys.singleLogout }
        return seen
    }

    /// Runs an attempt, and repeats it once if the party does not answer.
    ///
    /// - Parameter attempt: The attempt, from the start of a sign-in on.
    /// - Returns: What the party did, or that it did not answer twice.
    /// - Throws: ``LiveStop`` after three sign-ins in a row without an answer; what the attempt throws.
    package func observe(_ attempt: () throws -> Observation) throws -> Observation {
        try patience.perform(attempt) { Observation(failure: $0) }
    }
}
