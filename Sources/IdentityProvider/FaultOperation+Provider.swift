package import SimulationCore

extension FaultOperation {
    /// A device asks a provider about its subscriber.
    package static let attributeQuery = FaultOperation(rawValue: "provider.attributeQuery")
    /// A person signs in at a provider.
    package static let providerSignIn = FaultOperation(rawValue: "provider.signIn")
}

/// What a fault of a provider makes of its answer.
package enum ProviderFault: String, Sendable, CaseIterable {
    case timeout, unreachable, rejected, invalidVerificationToken
}
