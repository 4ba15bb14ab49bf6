import Foundation
import Identifiers
import SAML
import XMLSecurity

/// The service's side of the SAML exchange with an identity provider: the request that it hands out, and the response
/// that it is handed.
enum PartnerSAML {
    /// Returns the Base64 of a signed request in the name of a service provider: the verification token.
    ///
    /// - Throws: When the key in the source is damaged.
    static func request(
        id: String, for serviceProvider: RequestorID, configuration: ServiceConfiguration, at now: Date
    ) throws -> String {
        var request = AuthnRequest(
            id: id, issueInstant: now, issuer: configuration.entityID,
            assertionConsumerService: configuration.assertionConsumer)
        request.requesterIDs = [serviceProvider.rawValue]
        return Data(try request.signedXML(with: ServiceKeys.saml()).utf8).base64EncodedString()
    }

    /// Judges a response.
    ///
    /// It must be an identity provider's answer, signed with one of the certificates that are pinned for the integration, to
    /// this request, for this service and addressed to it, with the attributes that the integration requires, and must not
    /// have been accepted before.
    ///
    /// - Parameters:
    ///   - xml: The response, as the partner's framework delivered it.
    ///   - configuration: Who the service is.
    ///   - integration: Whom it believes.
    ///   - profile: Which way it came: through the partner's framework, or by a browser.
    ///   - recipient: Where the request asked the response to go; `nil`: the documented assertion consumer.
    ///   - requestID: The `ID` of the request that is to be answered.
    ///   - now: The instant at which it is judged.
    ///   - isReplay: Whether an assertion was accepted before.
    /// - Returns: The verdict; a configuration whose certificates are none makes every response a failure of `key`.
    static func judge(
        _ xml: Data, configuration: ServiceConfiguration, integration: Integration,
        profile: ResponseExpectation.Profile = .attributeQuery, recipient: String? = nil, requestID: String,
        at now: Date,
        isReplay: @escaping @Sendable (_ assertionID: String) -> Bool
    ) -> Verdict {
        guard let provider = integration.identityProvider, let validator = try? validator(for: provider) else {
            return .refused([Failure(policy: "key", reason: "The pinned certificates of the provider cannot be read.")])
        }
        var expectation = ResponseExpectation(now: now)
        expectation.profile = profile
        expectation.issuer = provider.entityID
        expectation.audience = configuration.entityID
        expectation.recipient = EndpointLocation(recipient ?? configuration.assertionConsumer)
        expectation.inResponseTo = MessageID(requestID)
        expectation.requiredAttributes = integration.contract.requiredAttributes
        expectation.singleAttributes = ["userID"]
        expectation.isReplay = isReplay
        switch validator.validate(document: xml, expecting: expectation) {
        case .valid(let response):
            return .believed(Assertion(response))
        case .invalid(let failures):
            return .refused(failures.map { Failure(policy: $0.policy.rawValue, reason: $0.reason) })
        }
    }

    private static func validator(for provider: TrustedIdentityProvider) throws -> ResponseValidator {
        try ResponseValidator(certificates: try provider.certificates.map { try PinnedCertificates.read($0) })
    }

    /// What came of a response.
    enum Verdict: Sendable {
        /// It is believed, and says this.
        case believed(Assertion)
        /// It is not, for these reasons.
        case refused([Failure])

        /// Whether it is refused as the answer to this request, and may be one to another.
        var isToAnotherRequest: Bool {
            if case .refused(let failures) = self { failures.contains { $0.policy == "inResponseTo" } } else { false }
        }
    }

    /// What a believed response says.
    struct Assertion: Sendable {
        let id: String
        /// Until when it must not be accepted again.
        let notOnOrAfter: Date
        let nameID: UserID
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

    /// Why a response is not believed.
    struct Failure: Sendable {
        /// The stable name of the policy.
        let policy: String
        let reason: String
    }
}
