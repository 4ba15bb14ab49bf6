package import TVSimCore

/// What became of an input of a request: a header, a parameter or a token, or a profile that the request could have shown.
package struct InputFate: Codable, Hashable, Sendable {
    /// What became of an input.
    package enum Fate: String, Codable, Hashable, Sendable, CaseIterable {
        /// It counted.
        case used
        /// The request was answered without it.
        case ignored
        /// The request was refused for it.
        case refused
    }

    /// The input: a header or a parameter by its name, or a profile.
    package let input: JournalText
    /// What became of it.
    package let fate: Fate
    /// The first check that it did not pass; `nil` if it was used.
    package let check: InputCheck?
    /// What the check wanted; `nil` if the check says it all.
    package let expected: JournalText?
    /// What came, or what is set, without a secret; `nil` if the check says it all.
    package let found: JournalText?

    private init(
        _ input: JournalText, _ fate: Fate, _ check: InputCheck?, _ expected: JournalText?, _ found: JournalText?
    ) {
        self.input = input
        self.fate = fate
        self.check = check
        self.expected = expected
        self.found = found
    }

    /// Creates the fate of an input that counted.
    init(used input: String) { self.init(JournalText(input), .used, nil, nil, nil) }

    /// Creates the fate of an input that did not pass a check, and is ignored for it.
    init(_ input: String, _ check: InputCheck, found: String? = nil, expected: String? = nil) {
        self.init(JournalText(input), .ignored, check, expected.map { JournalText($0) }, found.map { JournalText($0) })
    }

    /// The same fate of a request that is refused for it.
    var refused: InputFate { InputFate(input, .refused, check, expected, found) }

    /// What became of the input, for a reader.
    package var sentence: String {
        guard let check else { return "\(input) is used." }
        let wanted = expected.map { "; expected: \($0)" } ?? ""
        switch check {
        case .presence: return "\(input) is missing\(wanted)."
        case .notBefore, .notAfter:
            let said = check == .notAfter ? "expired at" : "is valid from"
            return "\(input) \(fate == .refused ? "is refused: it " : "")\(said) \(found ?? "")\(wanted)."
        case .need: return "\(input) is \(fate.rawValue): the answer does not depend on it."
        default: return "\(input) is \(fate.rawValue): \(check.subject) is \(found ?? "")\(wanted)."
        }
    }
}

/// A check that an input of a request must pass in order to count.
package enum InputCheck: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is there.
    case presence
    /// It is not too long.
    case length
    /// It can be decoded.
    case encoding
    /// It has the documented form.
    case form
    /// It is a value that the service knows.
    case value
    /// The parameters of a token's header (RFC 7515, 4.1).
    case alg, crit
    /// The key that verifies a token is configured.
    case certificate
    /// The key of the issuer signed a token.
    case signature
    /// The claims of a token (RFC 7519, 4.1).
    case iss, sub, aud, iat, nbf, exp, scopes
    /// It belongs to the client.
    case client
    /// It belongs to the device, or the device is linked.
    case device
    /// It belongs to the service provider.
    case serviceProvider
    /// No input that counts more came with it.
    case precedence
    /// The members of a framework status.
    case accessStatus, providerID, expirationDate
    /// The platform can have Apple's framework.
    case platform
    /// The settings of an integration.
    case singleSignOn, boardingStatus, identityProvider, authenticationPerRequestor, passiveAuthentication, tempPass
    /// The validity of a profile or a code has begun, and has not ended.
    case notBefore, notAfter
    /// A code is the newest of its app, and no sign-in is complete with it.
    case newest, isOpen
    /// The answer depends on it.
    case need

    /// Whether it compares a time with the clock.
    package var isOfTime: Bool { [.iat, .nbf, .exp, .expirationDate, .notBefore, .notAfter].contains(self) }

    /// What the check is about, for a sentence.
    var subject: String {
        switch self {
        case .presence, .value, .need: "the value"
        case .length: "the length"
        case .encoding: "the encoding"
        case .form: "the form"
        case .alg, .crit, .iss, .sub, .aud, .iat, .nbf, .exp, .scopes: "its \(rawValue)"
        case .certificate: "the setting serviceTokenCertificate"
        case .signature: "the signature"
        case .client: "the client"
        case .device: "the device"
        case .serviceProvider: "the service provider"
        case .precedence: "the user"
        case .accessStatus: "the access status"
        case .providerID: "the provider id"
        case .expirationDate: "the expiration date"
        case .platform: "the platform"
        case .singleSignOn, .authenticationPerRequestor, .passiveAuthentication: "the setting \(rawValue)"
        case .boardingStatus: "the boarding status"
        case .identityProvider: "the identity provider"
        case .tempPass: "the MVPD"
        case .notBefore: "the beginning"
        case .notAfter: "the end"
        case .newest: "the app's newest code"
        case .isOpen: "the sign-in with it"
        }
    }
}
