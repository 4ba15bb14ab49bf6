package import Foundation
import XMLSecurity

/// A provider's answer to a sign-in.
package enum SignInAnswer: Sendable, Hashable {
    /// The user is signed in until this time.
    case accepted(until: Date)
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

    /// The default lifetime of a sign-in in seconds: 30 days.
    package static let sessionLifetime: TimeInterval = 30 * 86_400

    /// Verifies a user name and a password; a password of `nil` is the correct one.
    static func judging(
        subscriber name: String, password: String?, at provider: Provider, now: Date
    ) -> (SignInAnswer, reason: String) {
        guard let subscriber = provider.subscriber(name) else {
            return (.wrongCredentials, "'\(provider.identifier)' has no subscriber '\(name)'")
        }
        guard password.map({ $0.utf8.elementsEqual(subscriber.password.utf8) }) ?? true else {
            return (.wrongCredentials, "the password of '\(name)' is wrong")
        }
        return (.accepted(until: now.addingTimeInterval(sessionLifetime)), "the name and the password are correct")
    }

    init(_ fault: ProviderFault) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .rejected
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }
}
