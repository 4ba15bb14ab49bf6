package import Foundation

/// The TV provider account of a device, at system level in Settings.
package struct SystemAccount: Sendable, Hashable {
    /// The account provider identifier, which the entitlement service calls the platform mapping id.
    package var provider: String
    /// The subscriber's name at the provider.
    package var subscriber: String
    /// When the user signed in.
    package var signedInAt: Date
    /// When the provider's authentication expires.
    ///
    /// `nil` if it never expires. The expired account stays on the device.
    package var expires: Date?

    /// Creates an account.
    package init(provider: String, subscriber: String, signedInAt: Date, expires: Date?) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.expires = expires
    }

    /// Returns whether the authentication has expired; it expires exactly at its expiration date.
    package func isExpired(at instant: Date) -> Bool {
        expires.map { $0 <= instant } ?? false
    }
}
