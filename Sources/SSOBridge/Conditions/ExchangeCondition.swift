/// The conditions of the silent exchange, in the cookbook's order: it happens only if all hold.
///
/// spec entitlement § 1.7, step 2, (a) to (g).
package enum ExchangeCondition: String, Sendable, CaseIterable {
    /// (a) The app may use the TV provider account.
    case permissionGranted
    /// (b) Somebody is signed in at system level, and the authentication has not ended.
    case signedIn
    /// (c) The framework named the provider.
    case providerIdentified
    /// (d) The requestor's integration with the provider is enabled.
    case integrationEnabled
    /// (e) Single sign-on is enabled for it, and the provider takes part in it.
    case singleSignOnEnabled
    /// (f) The provider is not degraded.
    case notDegraded
    /// (g) The framework returned the provider's SAML response.
    case samlResponseReceived
}

/// One condition as it was found, with the reason.
package struct ConditionFinding: Sendable, Hashable {
    /// The condition.
    package let condition: ExchangeCondition
    /// Whether it holds.
    package let holds: Bool
    /// What it was decided by, as one sentence.
    package let reason: String
}
