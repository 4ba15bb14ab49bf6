package import Foundation

/// The user name and password that a user entered on a provider's sign-in page.
package struct SignInAttempt: Sendable {
    /// The provider; an unknown one is unreachable.
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

    /// What came of an attempt, without the time.
    package enum Outcome: String, Codable, Sendable {
        case accepted, wrongCredentials, rejected, invalidVerificationToken, timeout, unreachable

        /// Whether the device got no reply.
        package var isFailure: Bool { self == .timeout || self == .unreachable }
    }

    /// What came of the attempt.
    package var outcome: Outcome {
        switch self {
        case .accepted: .accepted
        case .wrongCredentials: .wrongCredentials
        case .rejected: .rejected
        case .invalidVerificationToken: .invalidVerificationToken
        case .timeout: .timeout
        case .unreachable: .unreachable
        }
    }
}
