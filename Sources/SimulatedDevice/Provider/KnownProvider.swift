/// A TV provider as the device knows it: a row of the system's picker.
package struct KnownProvider: Sendable, Hashable {
    /// How far the provider takes part in the system's single sign-on.
    package enum Boarding: String, Sendable, CaseIterable {
        /// Listed, and people sign in to it at system level.
        case supported
        /// Listed only; signing in happens elsewhere.
        case pickerOnly
    }

    /// How a provider answers app-level requests.
    package enum Scheme: String, Sendable, CaseIterable {
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
}
