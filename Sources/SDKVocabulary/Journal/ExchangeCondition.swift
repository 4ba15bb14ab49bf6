/// The conditions of the silent exchange, in the cookbook's order: the exchange happens only if all hold.
///
/// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 2.
package enum ExchangeCondition: String, Codable, Sendable, CaseIterable {
    /// (a) The app may use the TV provider account.
    case permissionGranted
    /// (b) A user is signed in at system level, and the authentication has not ended.
    case signedIn
    /// (c) The framework named the provider.
    case providerIdentified
    /// (d) The requestor's integration with the provider is enabled.
    case integrationEnabled
    /// (e) Single sign-on is enabled for the integration, and the provider supports it.
    case singleSignOnEnabled
    /// (f) The provider is not degraded.
    case notDegraded
    /// (g) The framework returned the provider's SAML response.
    case samlResponseReceived
}
