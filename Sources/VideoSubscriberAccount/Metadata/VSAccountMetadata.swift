public import Foundation
package import TVSimProviderMessages

/// Metadata of the TV provider account.
///
/// Tests of apps subclass it and override its properties.
@available(iOS 10.0, tvOS 10.0, visionOS 1.0, *)
open class VSAccountMetadata: NSObject {
    private let content: MetadataContent
    // Stored, so that every read returns the same object, as for an Objective-C property.
    private let response: VSAccountProviderResponse?
    /// The account on the device when the framework answered; `nil` in metadata that an app created.
    package var account: AnsweredAccount? { content.account }

    /// The provider's identifier; `nil` if the request did not ask for it.
    open var accountProviderIdentifier: String? { content.accountProviderIdentifier }
    /// The date when the authentication expires; `nil` if the request did not ask for it or the account never expires.
    open var authenticationExpirationDate: Date? { content.authenticationExpirationDate }
    /// Data that proves the origin of a provider's response.
    open var verificationData: Data? { content.verificationData }
    /// The provider's SAML response to the attribute query, as XML.
    open var samlAttributeQueryResponse: String? { content.samlAttributeQueryResponse }
    /// The provider's response in any scheme.
    @available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
    open var accountProviderResponse: VSAccountProviderResponse? { response }

    /// Creates empty metadata.
    public override init() {
        content = MetadataContent()
        response = nil
        super.init()
    }

    init(_ content: MetadataContent) {
        self.content = content
        response = content.response.map { VSAccountProviderResponse($0) }
        super.init()
    }
}

/// A TV provider's response to an app-level request.
@available(iOS 10.2, tvOS 10.1, visionOS 1.0, *)
open class VSAccountProviderResponse: NSObject {
    private let content: ProviderResponse

    /// The scheme in which the provider answered.
    open var authenticationScheme: VSAccountProviderAuthenticationScheme { .init(content.scheme) }
    /// The response's status; `nil` if the scheme has none.
    open var status: String? { content.status }
    /// The response itself.
    open var body: String? { content.body }

    /// Creates an empty SAML response.
    public override init() {
        content = ProviderResponse(scheme: .saml)
        super.init()
    }

    init(_ response: ProviderResponse) {
        content = response
        super.init()
    }
}

/// The values of account metadata, without Apple's class.
package struct MetadataContent: Sendable, Hashable {
    /// The provider's identifier; `nil` if the request did not ask for it.
    package internal(set) var accountProviderIdentifier: String?
    /// When the authentication expires; `nil` if the request did not ask for it or the account never expires.
    package internal(set) var authenticationExpirationDate: Date?
    /// Data that proves the origin of a provider's response.
    package internal(set) var verificationData: Data?
    /// The provider's response.
    package internal(set) var response: ProviderResponse?
    var account: AnsweredAccount?

    /// The provider's SAML response to the attribute query, as XML.
    package var samlAttributeQueryResponse: String? { response.flatMap { $0.scheme == .saml ? $0.body : nil } }
}
