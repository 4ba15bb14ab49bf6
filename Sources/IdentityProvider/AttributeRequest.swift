package import Foundation
import SAML

/// A device's request to a provider for attributes of a subscriber, with the device's data about the user's session.
package struct AttributeRequest: Sendable {
    /// The form of the request.
    package enum Form: Sendable, Hashable {
        /// With a SAML attribute query, as XML.
        case saml(attributeQuery: String)
        /// With the names of the requested attributes, in a format of the provider.
        case api(attributeNames: [String])
    }

    /// The provider's identifier.
    package let provider: String
    /// The subscriber's name.
    package let subscriber: String
    /// When the user signed in at system level.
    package let authenticatedAt: Date
    /// When that sign-in expires; `nil` if it never expires.
    package let authenticatedUntil: Date?
    /// The form of the request.
    package let form: Form
    /// The verification token that the app got from its back end; `nil` if it gave none.
    ///
    /// The provider checks it only if the answer is SAML.
    package let verificationToken: String?
    /// Whether the device waits for any time, so that timeouts do not occur.
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
    /// The scheme of the expected answer.
    var scheme: AnswerScheme {
        switch self {
        case .saml: .saml
        case .api: .api
        }
    }

    /// The name of the request in the journal.
    var event: String {
        switch self {
        case .saml: "attributeQuery"
        case .api: "apiQuery"
        }
    }
}

/// A provider's answer to a request for attributes.
package enum ProviderAnswer: Sendable, Hashable {
    /// A SAML response or the provider's own string; `body` is `nil` if the provider sent none.
    case answered(status: String?, body: String?)
    /// A refusal; `body` is the SAML response, or `nil` if the provider sent none.
    case rejected(status: String?, body: String?)
    /// The provider rejects the verification token.
    case invalidVerificationToken
    /// The provider did not answer in time.
    case timeout
    /// The provider could not be reached.
    case unreachable

    init(_ fault: ProviderFault, to form: AttributeRequest.Form) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .refusal(of: form, status: SAMLStatusCode.responder)
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }

    /// Returns a refusal without a body; only SAML has a common status for it.
    static func refusal(of form: AttributeRequest.Form, status: String) -> ProviderAnswer {
        .rejected(status: form.scheme == .saml ? status : nil, body: nil)
    }
}
