package import TVSimStructuredText
package import TVSimXMLSecurity

/// What would accept the deviation that caused a failure.
package enum Acceptance: Sendable, Hashable {
    /// A named relaxation.
    case relaxation(ResponseRequirements.Relaxation)
    /// A difference of the clocks.
    case clockSkew(seconds: Int)
    /// A weak key or algorithm.
    case weakness(XMLError.Weakness)
    /// An unsolicited response.
    case unsolicited
    /// A key that decrypts.
    case decryptionKey

    /// Returns the relaxation if a found text is the expected one but for white space at its ends; else `nil`.
    static func trimming(_ found: String, toGet expected: String) -> Acceptance? {
        found.trimmedOfXMLSpace.utf8.elementsEqual(expected.utf8) ? .relaxation(.surroundingWhiteSpace) : nil
    }

    /// The option of `saml validate`.
    package var option: String {
        switch self {
        case .relaxation(let relaxation): "--allow \(relaxation.rawValue)"
        case .clockSkew(let seconds): "--clock-skew \(seconds)s"
        case .weakness(.sha1): "--allow-sha1"
        case .weakness(.smallKey): "--allow-small-keys"
        case .weakness(.legacyEncryption): "--allow-legacy-encryption"
        case .unsolicited: "--unsolicited"
        case .decryptionKey: "--decryption-key"
        }
    }

    /// The statement in Swift about a ``ResponseCheck`` or its keys.
    var statement: String {
        switch self {
        case .relaxation(let relaxation): "allowed = [.\(relaxation)]"
        case .clockSkew(let seconds): "clockSkew = \(seconds)"
        case .weakness(.sha1): "keys.allowsSHA1 = true"
        case .weakness(.smallKey): "keys.allowsSmallKeys = true"
        case .weakness(.legacyEncryption): "keys.allowsLegacyEncryption = true"
        case .unsolicited: "unsolicited = true"
        case .decryptionKey: "keys.decryption"
        }
    }

    /// The members of the body of `POST saml/validate`; `nil` if their value is not known.
    package var members: Members? {
        switch self {
        case .relaxation(let relaxation): ["allow": [.string(relaxation.rawValue)]]
        case .clockSkew(let seconds): ["clockSkew": .string("\(seconds)s")]
        case .weakness(.sha1): ["allowSHA1": true]
        case .weakness(.smallKey): ["allowSmallKeys": true]
        case .weakness(.legacyEncryption): ["allowLegacyEncryption": true]
        case .unsolicited: ["unsolicited": true]
        case .decryptionKey: nil
        }
    }

    /// The setting of the simulated service; `nil` if it has none.
    package var serviceSetting: String? {
        switch self {
        case .relaxation(let relaxation): "service.allowedSAML: [\(relaxation.rawValue)]"
        case .clockSkew(let seconds): "service.clockSkew: \(seconds)s"
        case .weakness, .unsolicited, .decryptionKey: nil
        }
    }
}
