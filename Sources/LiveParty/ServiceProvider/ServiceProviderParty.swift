package import Foundation
import HTTPTypes
import TVSimEntitlementAPI
package import TVSimFixtures
package import TVSimSAML

/// A service provider under test: begins its sign-ins, answers them, and observes what it does.
package final class ServiceProviderParty {
    /// A response to deliver.
    package struct Message: Sendable {
        /// The value of the form field.
        package let samlResponse: String
        /// The document, as far as it is text.
        package let xml: String

        /// Creates a response.
        package init(_ samlResponse: String, xml: String = "") {
            (self.samlResponse, self.xml) = (samlResponse, xml)
        }

        /// Creates a response from a case.
        package init(_ made: LiveFixture.Made) {
            self.init(made.samlResponse, xml: String(decoding: made.xml, as: UTF8.self))
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
    /// How many sign-ins in a row had no answer.
    private var silences = 0
    private static let mostSilences = 3

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

    /// A sign-in that did not begin, for example because the party is locked.
    private struct MissingRequest: Error { let reason: String }

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
        var seen: Observation.Probe?
        if let probe {
            let answer = try browser.visit(probe)
            let last = answer.hops.last { $0.status != nil }
            // A probe that redirects shows by its first status that the user is not signed in.
            seen = .init(
                status: answer.hops.first?.status ?? last?.status ?? 0, text: answer.page.title + " " + answer.page.text
            )
        }
        return Observation(visit, probe: seen, echoing: [message.samlResponse, message.xml])
    }

    /// Runs an attempt, and repeats it once if the party does not answer.
    ///
    /// - Parameter attempt: The attempt, from the start of a sign-in on.
    /// - Returns: What the party did, or that it did not answer twice.
    /// - Throws: ``LiveStop`` after three sign-ins in a row without an answer; what the attempt throws.
    package func observe(_ attempt: () throws -> Observation) throws -> Observation {
        var failure = ""
        for _ in 0..<2 {
            do {
                let seen = try attempt()
                silences = 0
                return seen
            } catch let error as MissingRequest {
                silences = 0
                failure = error.reason
            } catch let error as TransportFailure {
                silences += 1
                failure = error.code.told
                guard silences < Self.mostSilences else {
                    throw LiveStop("the party does not answer: \(failure), \(silences) times in a row")
                }
            }
        }
        return Observation(failure: failure)
    }
}

extension TransportFailure.Code {
    /// Why a party did not answer.
    var told: String {
        switch self {
        case .timeout: "no answer in time"
        case .unreachable: "the connection is refused"
        case .interrupted: "the connection was closed before the answer was complete"
        case .untrusted: "the certificate is not trusted"
        case .malformed: "the answer is not an HTTP response of at most 1 MiB"
        }
    }
}
