/// A TV provider as the device knows it: a row of the system's picker.
package struct KnownProvider: Codable, Sendable, Hashable {
    /// How far the provider takes part in the system's single sign-on.
    package enum Boarding: String, Codable, Sendable, CaseIterable {
        /// Listed, and people sign in to it at system level.
        case supported
        /// Listed only; signing in happens elsewhere.
        case pickerOnly
    }

    /// How a provider answers app-level requests.
    package enum Scheme: String, Codable, Sendable, CaseIterable {
        /// With a SAML response.
        case saml
        /// With a string of its own.
        case api
    }

    /// The account provider identifier.
    package var identifier: String
    /// The name that people see.
    package var displayName: String
    /// How far the provider takes part.
    package var boarding: Boarding
    /// How the provider answers, in the order in which it prefers to.
    package var schemes: [Scheme]

    /// Creates a provider.
    package init(identifier: String, displayName: String, boarding: Boarding, schemes: [Scheme] = [.saml]) {
        self.identifier = identifier
        self.displayName = displayName
        self.boarding = boarding
        self.schemes = schemes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        displayName = try container.decode(String.self, forKey: .displayName)
        boarding = try container.decode(Boarding.self, forKey: .boarding)
        // Providers kept before there was a second scheme speak SAML.
        schemes = try container.decodeIfPresent([Scheme].self, forKey: .schemes) ?? [.saml]
    }
}
