import Foundation
import Identifiers
import SAML
import XMLSecurity

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
            id: id, issueInstant: now, issuer: configuration.entityID,
            assertionConsumerService: configuration.assertionConsumer)
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
    ///   - configuration: The service's configuration.
    ///   - integration: The integration with the identity provider.
    ///   - profile: The SAML profile: the partner's framework or a browser.
    ///   - recipient: The requested address of the response; `nil` for the documented assertion consumer.
    ///   - requestID: The `ID` of the request.
    ///   - now: The time of the validation.
    ///   - isReplay: Returns whether an assertion was accepted before.
    /// - Returns: The verdict; the policy `key` fails if the pinned certificates cannot be read.
    static func judge(
        _ xml: Data, configuration: ServiceConfiguration, integration: Integration,
        profile: ResponseExpectation.Profile = .attributeQuery, recipient: String? = nil, requestID: String,
        at now: Date,
        isReplay: @escaping @Sendable (_ assertionID: String) -> Bool
    ) -> Verdict {
        guard let provider = integration.identityProvider, let validator = try? validator(for: provider) else {
            return .refused([Failure(policy: "key", reason: "The pinned certificates of the provider are invalid.")])
        }
        var expectation = ResponseExpectation(now: now)
        expectation.profile = profile
        expectation.issuer = provider.entityID
        expectation.audience = configuration.entityID
        expectation.recipient = EndpointLocation(recipient ?? configuration.assertionConsumer)
        expectation.inResponseTo = MessageID(requestID)
        expectation.requiredAttributes = integration.contract.requiredAttributes
        expectation.singleAttributes = ["userID"]
        expectation.strictInstants = configuration.strictSAMLInstants
        expectation.allowed = Set(configuration.allowedSAML)
        expectation.isReplay = isReplay
        switch validator.validate(document: xml, expecting: expectation) {
        case .valid(let response):
            return .believed(Assertion(response))
        case .invalid(let failures):
            return .refused(
                failures.map {
                    Failure(
                        policy: $0.policy.rawValue, reason: $0.reason,
                        isProviderStatus: $0.policy == .status && $0.actual != nil)
                })
        }
    }

    private static func validator(for provider: TrustedIdentityProvider) throws -> ResponseValidator {
        try ResponseValidator(certificates: try provider.certificates.map { try PinnedCertificates.read($0) })
    }

    /// The result of a validation.
    enum Verdict: Sendable {
        /// The response is valid.
        case believed(Assertion)
        /// The response is invalid for these reasons.
        case refused([Failure])

        /// Whether the response names another request, so it may be valid for that one.
        var isToAnotherRequest: Bool {
            if case .refused(let failures) = self { failures.contains { $0.policy == "inResponseTo" } } else { false }
        }
    }

    /// The contents of a valid response.
    struct Assertion: Sendable {
        let id: String
        /// The time until which a replay must be detected.
        let notOnOrAfter: Date
        /// The subject's name; `nil` if it has none, which the configuration must accept.
        let nameID: UserID?
        let nameQualifiers: NameQualifiers
        let sessionIndex: String?
        let attributes: [String: [String]]

        init(_ response: VerifiedResponse) {
            id = response.assertionID
            notOnOrAfter = response.notOnOrAfter ?? .distantFuture
            nameID = UserID(response.nameID)
            nameQualifiers = response.nameQualifiers
            sessionIndex = response.sessionIndex
            attributes = Dictionary(response.attributes.map { ($0.name, $0.values) }, uniquingKeysWith: +)
        }
    }

    /// A reason why a response is invalid.
    struct Failure: Sendable {
        /// The stable name of the policy.
        let policy: String
        let reason: String
        /// Whether it is the status that the identity provider has signed; a missing status is not.
        var isProviderStatus = false
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
