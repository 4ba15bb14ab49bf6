package import Foundation
package import SAML
package import XMLSecurity

/// A SAML response that is to be judged: an honest one, one thing that is wrong with it, and every verdict on it.
package struct ResponseRecipe: Sendable {
    /// The one thing that is wrong.
    package enum Defect: Sendable {
        /// Nothing.
        case none
        /// One of those that `saml issue` and profiles know by name.
        case named(ResponseDefect)
        /// To what the response says, before it is signed.
        case content(@Sendable (inout ResponseContent) -> Void)
        /// To the XML, before its assertion is signed.
        case draft(@Sendable (String) -> String)
        /// Who signs: the impostor, who shows this of a key.
        case impostor(SignatureRecipe.KeyInfo)
        /// To the XML, after it was signed.
        case text(@Sendable (String) -> String)
        /// To the octets that the XML is sent as.
        case octets(@Sendable (String) -> Data)
        /// To the Base64 that the octets are sent as: there is no XML to be judged beside it.
        case base64(@Sendable (Data) -> String)
        /// To how it is encrypted.
        case encryption(@Sendable (inout EncryptionRecipe) -> Void)
        /// It is delivered a second time.
        case secondDelivery
        /// Whoever judges it has no key to open it.
        case withoutKey
    }

    /// What a judge of signatures alone must find.
    package enum Signature: String, Sendable, Codable {
        /// The signature is a good one of the pinned key over what it refers to, whatever else is wrong.
        case genuine
        /// The signature is not good, or refers to what it may not.
        case broken
        /// There is none that can be seen.
        case absent
        /// The document cannot be read, or must not be.
        case unreadable
    }

    /// A judge whose verdict differs from the others', and why.
    package struct Exception: Sendable {
        let judge: String
        let accepts: Bool
        let why: String
    }

    /// The one thing that is wrong.
    package var defect = Defect.none
    /// The policy that fails in web single sign-on; `nil`: the response is believed.
    package var verdict: ValidationFailure.Policy?
    /// The attributes that whoever believes the response reads, by name, each with its values in order.
    package var attributes = ["userID": [FixtureResponse.nameID]]
    /// What a judge of signatures must find.
    package var signature = Signature.genuine
    /// Which judges see it differently, and why.
    package var exceptions: [Exception] = []
    /// What the service must answer, to which it is the answer to an attribute query.
    package var service = ServiceVerdict.refused
    /// What the app must be told; `nil`: it cannot be given this, since the platform hands apps text.
    package var app: AppStory? = .refused
    /// What is told beside the honest content, and stays where the defect is taken away.
    package var base: @Sendable (inout ResponseContent) -> Void = { _ in }
    /// How it is signed.
    package var recipe = SignatureRecipe()
    /// The provider's certificate that is shown and pinned, where it is not the usual one: DER, in Base64.
    package var certificate: String?
    /// Which element is signed.
    package var signed = ResponseIssuer.Signed.assertion
    /// How the assertion is encrypted; `nil`: not at all.
    package var encryption: EncryptedFor?
    /// What is done to the XML before it is signed, and stays where the defect is taken away; `nil`: nothing.
    package var draft: (@Sendable (String) -> String)?
    /// By how many seconds the issuer's clock may differ.
    package var clockSkew: TimeInterval = 0

    /// Creates the recipe of an honest response, which is expected to be refused: what must come of it is for the row
    /// to say.
    package init() {}

    /// For whom an assertion is encrypted.
    package enum EncryptedFor: Sendable { case reader, readerByCBC }

    /// The policy that fails, or `valid`.
    package var verdictWord: String { verdict?.rawValue ?? "valid" }

    /// Returns what a judge of signatures must say: whether it accepts.
    package func accepts(_ judge: String) -> Bool {
        exceptions.first { $0.judge == judge }?.accepts ?? (signature == .genuine)
    }

    /// Whether whoever judges it has the key to what is encrypted.
    package var isOpened: Bool {
        if case .withoutKey = defect { false } else { encryption != nil }
    }

    /// Whether there is XML to be judged; else there is nothing but a Base64 of it.
    package var hasDocument: Bool {
        if case .base64 = defect { false } else { true }
    }

    /// The defect by which a simulated provider answers so by itself; `nil`: it has to be given the response.
    package var providerDefect: ResponseDefect? {
        guard case .named(let defect) = defect, encryption == nil else { return nil }
        return defect
    }

    /// The requests by which the service is given the response, as often as the case says, and what it must answer.
    package var exchange: ExchangeRecipe {
        typealias Rows = FrameworkStatusRows
        var steps = [Rows.begins]
        if case .secondDelivery = defect { steps += [Rows.delivered, Rows.loggedOut, Rows.begins] }
        steps.append(Rows.deliver(Rows.signedIn, service.status, service.code))
        return ExchangeRecipe(steps, healthy: [Rows.begins, Rows.delivered])
    }

    /// The same response with nothing wrong.
    package var healthy: ResponseRecipe {
        var twin = self
        twin.defect = .none
        return twin
    }
}

/// What an app is told when a provider gives this response at the silent exchange.
package enum AppStory: String, Sendable {
    /// The service believes the response: the app is authenticated.
    case accepted
    /// The service does not: silence at first, and the error of the platform when the app asks.
    case refused
    /// The provider itself refuses, by its status.
    case rejected
    /// The service believes it once, and not again.
    case replayed

    /// The device and the providers of every response.
    static let world = """
        device:
          apps:
            com.example.stream: {access: granted}
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
        providers:
          Cablevision:
            defect: none
            subscribers: {alice: {}}
          Dish: {}
        \(ExchangeRecipe.awaiting)
        """

    /// What the app does, whose provider has a defect, or else is given the response.
    package func flow(answering defect: ResponseDefect?) -> FlowRecipe {
        let steps: [FlowRecipe.Step]
        switch self {
        case .accepted:
            steps = [.call("setRequestor: REF30", ["setRequestorComplete(1)"]), .authenticated]
        case .refused:
            steps = [
                .call("setRequestor: REF30", ["setRequestorComplete(1)"]), .notAuthenticated,
                .call("getAuthentication:", ["status(AAPL)", "displayProviderDialog(Cablevision, Dish)"]),
            ]
        case .rejected:
            steps = [
                .call("setRequestor: REF30", ["status(APPL)", "setRequestorComplete(1)"]), .notAuthenticated,
                .call("getAuthentication:", ["status(VSA503)", "displayProviderDialog(Cablevision, Dish)"]),
            ]
        case .replayed:
            steps = [
                .call("setRequestor: REF30", ["setRequestorComplete(1)"]), .authenticated,
                .call(
                    "logout:",
                    [
                        "status(VSA203)", "navigateToUrl(…)",
                        #"setAuthenticationStatus(0, "User Not Authenticated Error")"#,
                    ]),
                .call("relaunch", nil), .call("setRequestor: REF30", ["setRequestorComplete(1)"]), .notAuthenticated,
            ]
        }
        let answer = defect.map { "defect: \($0.rawValue)" } ?? "samlResponse: \(FlowRecipe.response)"
        return FlowRecipe(world: Self.world, defect: ("defect: none", answer), steps: steps)
    }
}
