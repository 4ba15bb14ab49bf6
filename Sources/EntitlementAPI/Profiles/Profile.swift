package import StructuredText

/// Proof that a person has signed in with an MVPD on a device, with what the MVPD said about the person.
package struct Profile: Codable, Hashable, Sendable {
    /// How a profile was obtained.
    package enum Kind: String, WireWord {
        /// By signing in on the MVPD's page.
        case regular
        /// Through Apple's framework.
        case appleSSO
        /// By the platform's identity.
        case platformSSO
        /// By a service token.
        case serviceTokenSSO
        /// By a degradation of the MVPD.
        case degraded
        /// By a temporary pass.
        case temporary
    }

    /// One piece of user metadata.
    package struct Attribute: Codable, Hashable, Sendable {
        /// Whether a value can be read as it stands.
        package enum State: String, WireWord {
            /// It can.
            case plain
            /// It is encrypted for the service provider.
            case encrypted = "enc"
        }

        /// The value: a text, a list or a map.
        package var value: JSONValue
        /// Whether it can be read as it stands.
        package var state: State

        /// Creates a piece of metadata.
        package init(_ value: JSONValue, state: State = .plain) {
            self.value = value
            self.state = state
        }
    }

    /// The issuer of profiles from Apple's framework.
    package static let appleIssuer = "Apple"
    /// The issuer of profiles that no MVPD has vouched for.
    package static let serviceIssuer = "Adobe"
    /// What the user identifier of a degraded profile begins with.
    package static let degradedUserPrefix = "95cf93bcd183214a"

    /// From when it holds.
    package var notBefore: Milliseconds
    /// Until when it holds.
    package var notAfter: Milliseconds
    /// Who vouches for it: the MVPD, `Apple` or `Adobe`.
    package var issuer: String
    /// How it was obtained.
    package var type: Kind
    /// The user metadata by key; `userID` is always there.
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
