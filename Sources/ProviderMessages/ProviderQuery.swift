package import Foundation

/// An app-level request to a provider for attributes of a subscriber, with the device's data about the user's sign-in.
package struct ProviderQuery: Sendable {
    /// The form of the request.
    package enum Form: Sendable, Hashable {
        /// With a SAML attribute query, as XML.
        case saml(attributeQuery: String)
        /// With the names of the requested attributes, in a format of the provider.
        case api(attributeNames: [String])

        /// The scheme of the expected answer.
        package var scheme: AnswerScheme {
            switch self {
            case .saml: .saml
            case .api: .api
            }
        }
    }

    /// The provider's identifier.
    package let provider: String
    /// The subscriber's name.
    package let subscriber: String
    /// When the user signed in at system level.
    package let signedInAt: Date
    /// When that sign-in expires; `nil` if it never expires.
    package let signedInUntil: Date?
    /// The form of the request.
    package let form: Form
    /// The verification token that the app got from its back end; `nil` if it gave none.
    ///
    /// The device does not inspect it, and the provider checks it only if the answer is SAML.
    package let verificationToken: String?
    /// Whether the device waits for any time, so that timeouts do not occur.
    package let waits: Bool

    /// Creates a query.
    package init(
        provider: String, subscriber: String, signedInAt: Date, signedInUntil: Date?, form: Form,
        verificationToken: String?, waits: Bool = false
    ) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.signedInUntil = signedInUntil
        self.form = form
        self.verificationToken = verificationToken
        self.waits = waits
    }
}

/// A provider's response, which the device does not inspect.
package struct ProviderResponse: Sendable, Hashable {
    /// The scheme in which the provider answered.
    package var scheme: AnswerScheme
    /// The response's status; `nil` if it has none.
    package var status: String?
    /// The SAML response or the provider's own string; `nil` if the provider sent none.
    package var body: String?

    /// Creates a response.
    package init(scheme: AnswerScheme, status: String? = nil, body: String? = nil) {
        self.scheme = scheme
        self.status = status
        self.body = body
    }
}

/// A provider's reply to a query.
package enum ProviderReply: Sendable, Hashable {
    /// The provider answered.
    case answered(ProviderResponse)
    /// The provider refused, for example because the subscription does not include the app.
    case rejected(ProviderResponse)
    /// The provider rejects the app's verification token.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable

    /// What came of a query, without the response.
    package enum Outcome: String, Codable, Sendable {
        case answered, answeredWithoutBody, rejected, invalidVerificationToken, timeout, unreachable

        /// The outcome in words, as journals show it.
        package var words: String { self == .answeredWithoutBody ? "answered without a body" : rawValue }

        /// Whether the provider refused.
        package var isRefusal: Bool { self == .rejected || self == .invalidVerificationToken }

        /// Whether the device got no reply.
        package var isFailure: Bool { self == .timeout || self == .unreachable }
    }

    /// What came of the query.
    package var outcome: Outcome {
        switch self {
        case .answered(let response): response.body == nil ? .answeredWithoutBody : .answered
        case .rejected: .rejected
        case .invalidVerificationToken: .invalidVerificationToken
        case .timeout: .timeout
        case .unreachable: .unreachable
        }
    }
}
