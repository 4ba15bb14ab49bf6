package import Foundation
import SAML

/// A question about a subscriber on its way to a provider, with what the device knows of the person's session.
package struct AttributeRequest: Sendable {
    /// How the provider is asked.
    package enum Form: Sendable, Hashable {
        /// With a SAML attribute query, as XML.
        case saml(attributeQuery: String)
        /// In the provider's own way, for attributes by name.
        case api(attributeNames: [String])
    }

    /// The provider's identifier.
    package let provider: String
    /// The subscriber's name.
    package let subscriber: String
    /// When the person signed in at system level.
    package let authenticatedAt: Date
    /// When that ends; `nil`: never.
    package let authenticatedUntil: Date?
    /// How the provider is asked.
    package let form: Form
    /// The app's verification token, as its back end made it; judged only where the answer is SAML.
    package let verificationToken: String?
    /// Whether the device waits for an answer however long it takes, so that no timeout can happen.
    package let waits: Bool

    /// Creates a request.
    package init(
        provider: String, subscriber: String, authenticatedAt: Date, authenticatedUntil: Date?, form: Form,
        verificationToken: String?, waits: Bool = false
    ) {
        self.provider = provider
        self.subscriber = subscriber
        self.authenticatedAt = authenticatedAt
        self.authenticatedUntil = authenticatedUntil
        self.form = form
        self.verificationToken = verificationToken
        self.waits = waits
    }
}

extension AttributeRequest.Form {
    /// The scheme in which the answer is expected.
    var scheme: AnswerScheme {
        switch self {
        case .saml: .saml
        case .api: .api
        }
    }

    /// What the journal calls the question.
    var event: String {
        switch self {
        case .saml: "attributeQuery"
        case .api: "apiQuery"
        }
    }
}

/// What a provider answers.
package enum ProviderAnswer: Sendable, Hashable {
    /// A SAML response or the provider's own string; `body` is `nil` where the provider sent none.
    case answered(status: String?, body: String?)
    /// A refusal, with a SAML response where the provider sent one.
    case rejected(status: String?, body: String?)
    /// The verification token is not one that the provider accepts.
    case invalidVerificationToken
    /// No answer in time.
    case timeout
    /// Nobody there.
    case unreachable

    init(_ fault: ProviderFault, to form: AttributeRequest.Form) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .refusal(of: form, status: SAMLStatusCode.responder)
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }

    /// A refusal without a body; outside SAML it has no status either, since statuses there are the provider's own.
    static func refusal(of form: AttributeRequest.Form, status: String) -> ProviderAnswer {
        .rejected(status: form.scheme == .saml ? status : nil, body: nil)
    }

    var summary: String {
        switch self {
        case .answered(_, nil): "answered without a body"
        case .answered: "answered"
        case .rejected: "rejected"
        case .invalidVerificationToken: "invalidVerificationToken"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        }
    }
}
