/// The seam between a device and the TV providers: how an app-level request reaches the provider.
///
/// In process the simulated world answers; a device that no world is attached to has ``NoProviderConnection``.
package protocol ProviderConnection: Sendable {
    /// Hands a query to the provider with which the device is signed in, and returns what comes back.
    func answer(_ query: ProviderQuery) async -> ProviderReply
}

/// An app-level request on its way to a provider.
package struct ProviderQuery: Sendable {
    /// The provider with which the device is signed in.
    package let provider: String
    /// The system-level account in whose name the query is made.
    package let account: SystemAccount
    /// The SAML attribute query, as XML.
    package let attributeQuery: String
    /// The app's verification token, which the device does not open.
    package let verificationToken: String?

    /// Creates a query.
    package init(provider: String, account: SystemAccount, attributeQuery: String, verificationToken: String?) {
        self.provider = provider
        self.account = account
        self.attributeQuery = attributeQuery
        self.verificationToken = verificationToken
    }
}

/// What comes back from a provider.
///
/// The device carries the body on unopened.
package enum ProviderReply: Sendable, Hashable {
    /// The provider answered; `body` is its SAML response, and `nil` where it sent none.
    case answered(status: String?, body: String?)
    /// The provider refused, for instance because the subscription does not include the app.
    case rejected(status: String?, body: String?)
    /// The provider does not accept the app's verification token.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable
}

/// The connection of a device that no simulated world is attached to: nobody answers.
package struct NoProviderConnection: ProviderConnection {
    /// Creates the connection.
    package init() {}

    package func answer(_ query: ProviderQuery) async -> ProviderReply {
        .unreachable
    }
}
