/// A TV provider that the device knows, which is a row of the system's picker.
package struct KnownProvider: Sendable, Hashable {
    /// The provider's support for the system's single sign-on.
    package enum Boarding: String, Sendable, CaseIterable {
        /// Users can sign in with the provider at system level.
        case supported
        /// The picker lists the provider, but users sign in elsewhere.
        case pickerOnly
    }

    /// A scheme in which a provider answers app-level requests.
    package enum Scheme: String, Sendable, CaseIterable {
        /// With a SAML response.
        case saml
        /// With a string in a format of the provider.
        case api
    }

    /// The account provider identifier.
    package var identifier: String
    /// The name that users see.
    package var displayName: String
    /// The provider's support for single sign-on.
    package var boarding: Boarding
    /// The schemes that the provider supports, in its order of preference.
    package var schemes: [Scheme]

    /// Creates a provider.
    package init(identifier: String, displayName: String, boarding: Boarding, schemes: [Scheme] = [.saml]) {
        self.identifier = identifier
        self.displayName = displayName
        self.boarding = boarding
        self.schemes = schemes
    }
}
