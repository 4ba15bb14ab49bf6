package import SAML

/// One MVPD: who it is, whom it knows, and whether it answers truthfully.
package struct ProviderRecord: Codable, Sendable, Hashable {
    /// The account provider identifier.
    package var identifier: String
    /// The name that people see.
    package var displayName: String
    /// Which of the simulation's keys it signs with.
    package var keyNumber: Int
    /// Its subscribers, in order.
    package var subscribers: [Subscriber]
    /// How its answers are wrong.
    package var defect: ResponseDefect

    /// Creates a provider.
    package init(
        identifier: String, displayName: String, keyNumber: Int, subscribers: [Subscriber],
        defect: ResponseDefect = .none
    ) {
        self.identifier = identifier
        self.displayName = displayName
        self.keyNumber = keyNumber
        self.subscribers = subscribers
        self.defect = defect
    }

    /// The provider's SAML entity identifier.
    package var entityID: String { "https://idp.tvsim.example/\(identifier)" }

    /// The certificate with which its signatures are checked, PEM.
    package var certificate: String { SigningKeys.certificate(number: keyNumber) }

    /// Returns a subscriber by name.
    package func subscriber(_ name: String) -> Subscriber? {
        subscribers.first { $0.name == name }
    }
}
