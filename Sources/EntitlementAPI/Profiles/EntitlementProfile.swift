package import TVSimStructuredText

/// The proof that a user signed in with an MVPD on a device, with the MVPD's user metadata.
package struct EntitlementProfile: Codable, Hashable, Sendable {
    /// The origin of a profile.
    package enum Kind: String, WireWord {
        /// A sign-in on the MVPD's page.
        case regular
        /// Apple's framework.
        case appleSSO
        /// The platform's identity.
        case platformSSO
        /// A service token.
        case serviceTokenSSO
        /// A degradation rule.
        case degraded
        /// A temporary pass.
        case temporary
    }

    /// A user metadata attribute.
    package struct Attribute: Codable, Hashable, Sendable {
        /// Whether a value is encrypted.
        package enum State: String, WireWord {
            /// The value is not encrypted.
            case plain
            /// The value is encrypted for the service provider.
            case encrypted = "enc"
        }

        /// The value: a text, a list or a map.
        package var value: JSONValue
        /// Whether the value is encrypted.
        package var state: State

        /// Creates an attribute.
        package init(_ value: JSONValue, state: State = .plain) {
            self.value = value
            self.state = state
        }
    }

    /// The issuer of profiles from Apple's framework.
    package static let appleIssuer = "Apple"
    /// The issuer of degraded and temporary profiles.
    package static let serviceIssuer = "Adobe"
    /// The prefix of the user identifier in degraded profiles.
    package static let degradedUserPrefix = "95cf93bcd183214a"

    /// The start of the validity.
    package var notBefore: Milliseconds
    /// The end of the validity.
    package var notAfter: Milliseconds
    /// The issuer: the MVPD, `Apple` or `Adobe`.
    package var issuer: String
    /// The origin of the profile.
    package var type: Kind
    /// The user metadata by key; `userID` is always present.
    package var attributes: [String: Attribute]

    /// Creates a profile.
    package init(
        notBefore: Milliseconds, notAfter: Milliseconds, issuer: String, type: Kind, attributes: [String: Attribute]
    ) {
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.issuer = issuer
        self.type = type
        self.attributes = attributes
    }
}
