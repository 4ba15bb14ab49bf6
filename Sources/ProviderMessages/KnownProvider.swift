/// A TV provider that the device knows, which is a row of the system's picker.
package struct KnownProvider: Sendable, Hashable {
    /// The account provider identifier.
    package var identifier: String
    /// The name that users see.
    package var displayName: String
    /// The provider's support for single sign-on.
    package var boarding: Boarding
    /// The schemes that the provider supports, in its order of preference.
    package var schemes: [AnswerScheme]

    /// Creates a provider.
    package init(identifier: String, displayName: String, boarding: Boarding, schemes: [AnswerScheme] = [.saml]) {
        self.identifier = identifier
        self.displayName = displayName
        self.boarding = boarding
        self.schemes = schemes
    }
}

/// A provider's support for the system's single sign-on.
package enum Boarding: String, Sendable, CaseIterable {
    /// The picker lists the provider, and users sign in at system level.
    case supported
    /// The picker lists the provider, and users sign in on its own page.
    case pickerOnly
    /// The system does not know the provider, and users sign in on its own page.
    case none
}

/// A scheme in which a provider answers app-level requests.
package enum AnswerScheme: String, Sendable, CaseIterable {
    /// With a SAML response.
    case saml
    /// With a string in a format of the provider.
    case api
}
