package import Foundation
package import StateStorage

/// The connection from a device to the TV providers, for app-level requests and sign-ins.
///
/// In process, the simulated world implements it. A device without an attached world has ``NoProviderConnection``.
package protocol ProviderConnection: Sendable {
    /// Returns the providers that the system knows, in the order of the picker, within a transaction of the device's
    /// store.
    func providers(in state: any StateReading) throws -> [KnownProvider]

    /// Sends a query to the provider of the signed-in account, and returns its reply.
    ///
    /// - Throws: `StateError` if the simulator cannot read or write its state.
    func answer(_ query: ProviderQuery) async throws -> ProviderReply

    /// Sends a sign-in attempt to a provider, and returns its reply.
    ///
    /// - Throws: `StateError` if the simulator cannot read or write its state.
    func signIn(_ attempt: SignInAttempt) async throws -> SignInReply
}

extension ProviderConnection {
    /// Returns the providers of a device without an attached world.
    package func providers(in state: any StateReading) throws -> [KnownProvider] { KnownProvider.defaults }
}

/// The user name and password that a user entered on a provider's sign-in page.
package struct SignInAttempt: Sendable {
    /// The provider.
    package let provider: String
    /// The user name.
    package let subscriber: String
    /// The password; `nil` is the correct one.
    package let password: String?
    /// Whether the device waits for any time, so that timeouts do not occur.
    package let waits: Bool

    /// Creates an attempt.
    package init(provider: String, subscriber: String, password: String?, waits: Bool = false) {
        self.provider = provider
        self.subscriber = subscriber
        self.password = password
        self.waits = waits
    }
}

/// A provider's reply to a sign-in attempt.
package enum SignInReply: Sendable, Hashable {
    /// The user is signed in until this time; `nil` if the sign-in never expires.
    case accepted(until: Date?)
    /// The user name or password is wrong; the user may try again.
    case wrongCredentials
    /// The provider refuses the user permanently.
    case rejected
    /// The provider rejects the device's request.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable
}

/// An app-level request to a provider.
package struct ProviderQuery: Sendable {
    /// The form of the request.
    package enum Form: Sendable, Hashable {
        /// With a SAML attribute query, as XML.
        case saml(attributeQuery: String)
        /// With the names of the requested attributes, in a format of the provider.
        case api(attributeNames: [String])
    }

    /// The provider of the signed-in account.
    package let provider: String
    /// The system-level account of the request.
    package let account: SystemAccount
    /// The form of the request.
    package let form: Form
    /// The app's verification token, which the device does not inspect; `nil` if the app gave none.
    package let verificationToken: String?
    /// Whether the device waits for any time, so that timeouts do not occur.
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

/// A provider's reply to a query.
///
/// The device does not inspect the body.
package enum ProviderReply: Sendable, Hashable {
    /// The provider answered; `body` is its SAML response or its own string, or `nil` if it sent no body.
    case answered(status: String?, body: String?)
    /// The provider refused, for example because the subscription does not include the app.
    case rejected(status: String?, body: String?)
    /// The provider rejects the app's verification token.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable
}

/// The connection of a device without an attached world, whose providers are unreachable.
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
