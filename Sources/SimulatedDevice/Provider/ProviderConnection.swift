package import Foundation
package import StateStorage

/// The seam between a device and the TV providers: how an app-level request reaches the provider.
///
/// In process the simulated world answers; a device that no world is attached to has ``NoProviderConnection``.
package protocol ProviderConnection: Sendable {
    /// Returns the providers that the system knows, in the picker's order, as a transaction of the device's store sees
    /// them.
    func providers(in state: any StateReading) throws -> [KnownProvider]

    /// Hands a query to the provider with which the device is signed in, and returns what comes back.
    func answer(_ query: ProviderQuery) async -> ProviderReply

    /// Hands what a person typed to a provider, and returns whether it knows them.
    func signIn(_ attempt: SignInAttempt) async -> SignInReply
}

extension ProviderConnection {
    /// The providers of a device that no world is attached to.
    package func providers(in state: any StateReading) throws -> [KnownProvider] { KnownProvider.defaults }
}

/// What a person typed on a provider's sign-in page.
package struct SignInAttempt: Sendable {
    /// The provider.
    package let provider: String
    /// The name that was typed.
    package let subscriber: String
    /// The password that was typed; `nil`: the right one.
    package let password: String?
    /// Whether the device waits for an answer however long it takes, so that no timeout can happen.
    package let waits: Bool

    /// Creates an attempt.
    package init(provider: String, subscriber: String, password: String?, waits: Bool = false) {
        self.provider = provider
        self.subscriber = subscriber
        self.password = password
        self.waits = waits
    }
}

/// Whether a provider knows a person.
package enum SignInReply: Sendable, Hashable {
    /// The person is signed in until then; `nil`: without an end.
    case accepted(until: Date?)
    /// The name or the password is wrong; the person may try again.
    case wrongCredentials
    /// The provider refuses the person for good.
    case rejected
    /// The provider does not accept what the device sent.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable
}

/// An app-level request on its way to a provider.
package struct ProviderQuery: Sendable {
    /// How the provider is asked.
    package enum Form: Sendable, Hashable {
        /// With a SAML attribute query, as XML.
        case saml(attributeQuery: String)
        /// In the provider's own way, for attributes by name.
        case api(attributeNames: [String])
    }

    /// The provider with which the device is signed in.
    package let provider: String
    /// The system-level account in whose name the query is made.
    package let account: SystemAccount
    /// How the provider is asked.
    package let form: Form
    /// The app's verification token, which the device does not open.
    package let verificationToken: String?
    /// Whether the device waits for an answer however long it takes, so that no timeout can happen.
    package let waits: Bool

    /// Creates a query.
    package init(
        provider: String, account: SystemAccount, form: Form, verificationToken: String?, waits: Bool = false
    ) {
        self.waits = waits
        self.provider = provider
        self.account = account
        self.form = form
        self.verificationToken = verificationToken
    }
}

/// What comes back from a provider.
///
/// The device carries the body on unopened.
package enum ProviderReply: Sendable, Hashable {
    /// The provider answered; `body` is its SAML response or its own string, and `nil` where it sent none.
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

    package func signIn(_ attempt: SignInAttempt) async -> SignInReply {
        .unreachable
    }
}
