package import Foundation

/// The one TV provider account of a device, signed in at system level in Settings.
package struct SystemAccount: Sendable, Hashable {
    /// The account provider identifier, which the entitlement service calls the platform mapping id.
    package var provider: String
    /// The subscriber's name at the provider.
    package var subscriber: String
    /// When the person signed in.
    package var signedInAt: Date
    /// When the provider's authentication ends.
    ///
    /// `nil`: never. The account stays on the device after that, expired.
    package var expires: Date?

    /// Creates an account.
    package init(provider: String, subscriber: String, signedInAt: Date, expires: Date?) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.expires = expires
    }

    /// Whether the authentication has ended: at its expiry, not only after it.
    package func isExpired(at instant: Date) -> Bool {
        expires.map { $0 <= instant } ?? false
    }
}
