package import Foundation
package import TVSimSAML
package import TVSimXMLSecurity

/// A SAML response to validate: a valid response, at most one defect, and the expected verdicts.
package struct ResponseRecipe: Sendable {
    /// The defect of a response.
    package enum Defect: Sendable {
        /// No defect.
        case none
        /// A defect that `saml issue` and profiles support by name.
        case named(ResponseDefect)
        /// Changes the content before it is signed.
        case content(@Sendable (inout ResponseContent) -> Void)
        /// Changes the XML before its assertion is signed.
        case draft(@Sendable (String) -> String)
        /// The impostor signs, with this key information.
        case impostor(@Sendable () -> SignatureRecipe.KeyInfo)
        /// Changes the signed XML.
        case text(@Sendable (String) -> String)
        /// Encodes the signed XML as octets.
        case octets(@Sendable (String) -> Data)
        /// Encodes the octets as Base64; the case has no XML file.
        case base64(@Sendable (Data) -> String)
        /// Changes the encryption.
        case encryption(@Sendable (inout EncryptionRecipe) -> Void)
        /// The response is delivered a second time.
        case secondDelivery
        /// The reader has no key to decrypt the response.
        case withoutKey
    }

    /// The expected verdict of a tool that checks only the signature.
    package enum Signature: String, Sendable, Codable {
        /// The signature of the pinned key is valid for the element that it refers to, even if the response has another
        /// defect.
        case genuine
        /// The signature is invalid, or its reference is not allowed.
        case broken
        /// The document contains no visible signature.
        case absent
        /// The document is malformed, or unsafe to read.
        case unreadable
    }

    /// A tool whose verdict differs from the expected one, and the reason.
    package struct Exception: Sendable {
        let judge: String
        let accepts: Bool
        let why: String
    }

    /// The defect of the response.
    package var defect = Defect.none
    /// The policy that fails in web single sign-on; `nil` if the response is valid.
    package var verdict: ValidationFailure.Policy?
    /// Returns the name that a reader must read for the subject of a valid response.
    var readName: @Sendable (String) -> String = { $0 }
    /// Returns the value that a reader must read for the user's attribute of a valid response.
    var readValue: @Sendable (String) -> String = { $0 }
    /// The further attributes of a valid response by name, each with its values in order.
    var furtherAttributes: [String: [String]] = [:]
    /// The expected verdict on the signature.
    package var signature = Signature.genuine
    /// The tools whose verdicts differ, and the reasons.
    package var exceptions: [Exception] = []
    /// The service's expected answer, which treats the response as the answer to an attribute query.
    package var service = ServiceVerdict.refused
    /// What happens in the app; `nil` if the response is not text, because the platform gives apps only text.
    package var app: AppStory? = .refused
    /// Changes the content before the defect; the variant without the defect has this change too.
    package var base: @Sendable (inout ResponseContent) -> Void = { _ in }
    /// How the response is signed.
    package var recipe = SignatureRecipe()
    /// Returns the provider's certificate in the response and in the reader's settings, as DER in Base64; `nil` for the
    /// default one.
    var certificate: (@Sendable () -> String)?
    /// The recorded signature of the assertion of ``FixtureResponse/recordedIDs``, as XML; `nil` if it is made anew.
    package var recordedSignature: String?
    /// The element that is signed.
    package var signed = ResponseIssuer.Signed.assertion
    /// The recipient of the encrypted assertion; `nil` if the assertion is not encrypted.
    package var encryption: EncryptedFor?
    /// Whether the name is encrypted for the reader, so that the reader has its key.
    package var encryptsName = false
    /// Changes the XML before it is signed, in the variant without the defect too; `nil` for no change.
    package var draft: (@Sendable (String) -> String)?
    /// The accepted difference of the issuer's clock, in seconds.
    package var clockSkew: TimeInterval = 0

    /// Creates the recipe of a valid response.
    ///
    /// The default expectations are those of a response that the service rejects; each row of the catalogue sets its
    /// own.
    package init() {}

    /// The recipient of an encrypted assertion, and the algorithm.
    package enum EncryptedFor: Sendable { case reader, readerByCBC }

    /// The name of the subject of a valid response.
    package var nameID: String { readName(FixtureParties.current.nameID) }

    /// The attributes of a valid response by name, each with its values in order.
    package var attributes: [String: [String]] {
        let parties = FixtureParties.current
        let further = parties.furtherAttributes.map { ($0.name, $0.values) } + furtherAttributes.map { ($0, $1) }
        return [parties.userAttribute: [readValue(parties.nameID)]].merging(further) { $0 + $1 }
    }

    /// The policy that fails, or `valid`.
    package var verdictWord: String { verdict?.rawValue ?? "valid" }

    /// Returns whether a tool is expected to accept the signature.
    package func accepts(_ judge: String) -> Bool {
        exceptions.first { $0.judge == judge }?.accepts ?? (signature == .genuine)
    }

    /// Whether the reader has the key to decrypt the response.
    package var isOpened: Bool {
        if case .withoutKey = defect { false } else { encryption != nil || encryptsName }
    }

    /// Whether the case has an XML file; otherwise it has only the Base64.
    package var hasDocument: Bool {
        if case .base64 = defect { false } else { true }
    }

    /// The defect with which a simulated provider creates this response itself; `nil` if the profile must contain the
    /// response.
    package var providerDefect: ResponseDefect? {
        guard case .named(let defect) = defect, encryption == nil else { return nil }
        return defect
    }

    /// The requests that deliver the response to the service, with the expected answers.
    package var exchange: ExchangeRecipe {
        typealias Rows = FrameworkStatusRows
        var steps = [Rows.begins]
        if case .secondDelivery = defect { steps += [Rows.delivered, Rows.loggedOut, Rows.begins] }
        steps.append(Rows.deliver(Rows.signedIn, service.status, service.code))
        return ExchangeRecipe(steps, healthy: [Rows.begins, Rows.delivered])
    }

    /// The same response without the defect.
    package var healthy: ResponseRecipe {
        var twin = self
        twin.defect = .none
        return twin
    }
}

/// What an app observes if a provider returns this response in the silent exchange.
package enum AppStory: String, Sendable {
    /// The service accepts the response: the app is authenticated.
    case accepted
    /// The service rejects the response: the app gets no error at first, and the platform's error when it requests a
    /// sign-in.
    case refused
    /// The provider returns an error status.
    case rejected
    /// The service accepts the response once, and rejects the second delivery.
    case replayed

    /// The device and the providers for every response.
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

    /// Returns the app's flow, in which the provider has a defect or returns the case's response.
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
