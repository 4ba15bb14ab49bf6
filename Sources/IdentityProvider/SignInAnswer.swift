package import Foundation
import XMLSecurity

/// What a provider says to somebody who signs in.
package enum SignInAnswer: Sendable, Hashable {
    /// The person is signed in until then.
    case accepted(until: Date)
    /// The name or the password is wrong; the person may try again.
    case wrongCredentials
    /// The provider refuses the person for good.
    case rejected
    /// The provider does not accept what the device sent.
    case invalidVerificationToken
    /// No answer in time.
    case timeout
    /// Nobody there.
    case unreachable

    /// How long a sign-in lasts when nothing else is said: thirty days, in seconds.
    package static let sessionLifetime: TimeInterval = 30 * 86_400

    /// Judges a name and a password; without a password the person knows the right one.
    static func judging(
        subscriber name: String, password: String?, at provider: Provider, now: Date
    ) -> (SignInAnswer, reason: String) {
        guard let subscriber = provider.subscriber(name) else {
            return (.wrongCredentials, "'\(provider.identifier)' has no subscriber '\(name)'")
        }
        guard password.map({ $0.utf8.elementsEqual(subscriber.password.utf8) }) ?? true else {
            return (.wrongCredentials, "the password is not that of '\(name)'")
        }
        return (.accepted(until: now.addingTimeInterval(sessionLifetime)), "the name and the password are right")
    }

    init(_ fault: ProviderFault) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .rejected
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }

    var summary: String {
        switch self {
        case .accepted: "accepted"
        case .wrongCredentials: "wrongCredentials"
        case .rejected: "rejected"
        case .invalidVerificationToken: "invalidVerificationToken"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        }
    }
}
