/// A TV provider as the device knows it: a row of the system's picker.
package struct KnownProvider: Codable, Sendable, Hashable {
    /// How far the provider takes part in the system's single sign-on.
    package enum Boarding: String, Codable, Sendable, CaseIterable {
        /// Listed, and people sign in to it at system level.
        case supported
        /// Listed only; signing in happens elsewhere.
        case pickerOnly
    }

    /// The account provider identifier.
    package var identifier: String
    /// The name that people see.
    package var displayName: String
    /// How far the provider takes part.
    package var boarding: Boarding

    /// Creates a provider.
    package init(identifier: String, displayName: String, boarding: Boarding) {
        self.identifier = identifier
        self.displayName = displayName
        self.boarding = boarding
    }
}
