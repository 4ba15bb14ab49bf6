package import SimulationCore

extension FaultOperation {
    /// A device requests attributes of a subscriber from a provider.
    package static let attributeQuery = FaultOperation(rawValue: "provider.attributeQuery")
    /// A user signs in with a provider.
    package static let providerSignIn = FaultOperation(rawValue: "provider.signIn")
}

/// The errors that a fault of a provider can cause.
package enum ProviderFault: String, Sendable, CaseIterable {
    case timeout, unreachable, rejected, invalidVerificationToken
}
