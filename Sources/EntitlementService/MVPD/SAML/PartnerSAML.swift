import Foundation
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// The service's part of the SAML exchange with an identity provider: creating requests and validating responses.
enum PartnerSAML {
    /// Returns a signed request to an MVPD on behalf of a service provider in Base64: the verification token.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func request(
        id: String, to integration: Integration, for serviceProvider: RequestorID,
        configuration: ServiceConfiguration, at now: Date
    ) throws -> String {
        var request = AuthnRequest(
            id: id, issueInstant: now, issuer: configuration.saml.entityID,
            assertionConsumerService: configuration.saml.assertionConsumer)
        request.scope(to: integration, for: serviceProvider)
        return Data(try request.signedXML(with: ServiceKeys.saml()).utf8).base64EncodedString()
    }

    /// Validates a response.
    ///
    /// The response must answer this request, be addressed to this service and be signed with a pinned certificate of
    /// the integration. It must have the required attributes, and its assertion must not have been accepted before.
    ///
    /// - Parameters:
    ///   - xml: The response, as received.
    ///   - source: The text that contained it, for the reason of a refusal; `nil` if it is not known.
    ///   - configuration: The service's configuration.
    ///   - integration: The integration with the identity provider.
    ///   - profile: The SAML profile: the partner's framework or a browser.
    ///   - recipient: The requested address of the response; `nil` for the documented assertion consumer.
    ///   - requestID: The `ID` of the request.
    ///   - now: The time of the validation.
    ///   - isReplay: Returns whether an assertion was accepted before.
    /// - Returns: The verdict; the policy `key` fails if the pinned certificates cannot be read.
    static func judge(
        _ xml: Data, from source: Data? = nil, configuration: ServiceConfiguration, integration: Integration,
        profile: ResponseRequirements.Profile = .attributeQuery, recipient: String? = nil, requestID: String,
        at now: Date, isReplay: @escaping @Sendable (_ assertionID: String) -> Bool
    ) -> ValidationVerdict {
        func unusable(_ reason: String) -> ValidationVerdict {
            .invalid([ValidationFailure(.key, reason, "SAML Core 2.0, 5.4.5")])
        }
        guard let provider = integration.identityProvider else {
            return unusable("'\(integration.mvpd)' has no identity provider with certificates.")
        }
        let validator: ResponseValidator
        do { validator = try self.validator(for: provider) } catch {
            return unusable("The pinned certificates of the provider are invalid: \(error)")
        }
        var requirements = ResponseRequirements()
        requirements.profile = profile
        requirements.issuer = provider.entityID.rawValue
        requirements.audience = configuration.saml.entityID.rawValue
        requirements.recipient = recipient ?? configuration.saml.assertionConsumer
        requirements.inResponseTo = requestID
        requirements.requiredAttributes = integration.contract.requiredAttributes
        requirements.singleAttributes = ["userID"]
        requirements.strictInstants = configuration.saml.strictInstants
        requirements.allowed = Set(configuration.saml.allowed)
        requirements.clockSkew = configuration.saml.clockSkew
        requirements.isReplay = isReplay
        return validator.validate(document: xml, decodedFrom: source, expecting: requirements, at: now)
    }

    private static func validator(for provider: TrustedIdentityProvider) throws -> ResponseValidator {
        try ResponseValidator(certificates: try provider.certificates.flatMap { try PinnedCertificates.read($0) })
    }
}

extension AuthnRequest {
    /// Names the service provider that asks, and a proxied MVPD to its proxy.
    ///
    /// Adobe Pass, Proxy MVPD SAML Integration, Authentication SAML Request and Response.
    mutating func scope(to integration: Integration, for serviceProvider: RequestorID) {
        requesterIDs = [serviceProvider.rawValue]
        guard integration.proxy != nil else { return }
        identityProviders = [.init(id: integration.mvpd.rawValue, name: integration.displayName)]
    }
}
