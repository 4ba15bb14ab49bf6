import Foundation
import TVSimCore
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// A service provider whose requests a provider answers, with the addresses of the answers.
struct RelyingParty {
    /// The entity identifier.
    let entityID: EntityID
    /// The addresses of responses; the first is the default, and a request can name another or its index from 0.
    let assertionConsumerServices: [String]
    /// The address of logout responses; `nil` if the party sends no logout requests.
    let logoutResponseService: String?
    /// The address of logout requests; `nil` if the party accepts none.
    var logoutRequestService: String?
    /// The certificates that verify its requests.
    let certificates: [TrustedCertificate]
    /// The certificate for which assertions are encrypted; `nil` for plain assertions.
    var encryptionCertificate: TrustedCertificate?
    /// Whether its apps' verification tokens have a format that the provider cannot check.
    var hasOpaqueTokens = false

    /// What a service provider must change whose authentication requests have no signature.
    static let signatureDemand =
        "The provider's metadata demands it (WantAuthnRequestsSigned): let the service provider sign its requests, by RSA "
        + "or ECDSA with SHA-256 for example."

    /// Returns the address of the answer to a request; `nil` if the request names an unknown address.
    func consumer(for request: AuthnRequest) -> String? {
        if let index = request.assertionConsumerServiceIndex {
            return assertionConsumerServices.indices.contains(index) ? assertionConsumerServices[index] : nil
        }
        guard let named = request.assertionConsumerService else { return assertionConsumerServices.first }
        return assertionConsumerServices.first { $0.utf8.elementsEqual(named.utf8) }
    }

    /// Returns why a request's address for the answer is unknown, with the known ones.
    func unknownConsumer(of request: AuthnRequest) -> String {
        let found =
            request.assertionConsumerServiceIndex.map { "AssertionConsumerServiceIndex \($0)" }
            ?? "AssertionConsumerServiceURL '\((request.assertionConsumerService ?? "").prefix(256))'"
        let known = assertionConsumerServices.enumerated().map { "\($0.offset): '\($0.element)'" }
        return "The \(found) is unknown: '\(entityID)' has \(known.joined(separator: ", "))."
    }

    /// Returns the service providers whose requests a provider answers: the entitlement service and the configured
    /// ones.
    ///
    /// The addresses of the entitlement service include its documented address and the one at which it is served.
    static func all(
        of provider: Provider, entitlementService: TrustedServiceProvider, at served: ServedAddress
    ) -> [RelyingParty] {
        let documented = entitlementService.assertionConsumerService
        let consumers = [served.address(of: documented), documented]
        return [
            RelyingParty(
                entityID: entitlementService.entityID, assertionConsumerServices: consumers,
                logoutResponseService: served.address(of: entitlementService.logoutResponseService),
                certificates: entitlementService.certificates)
        ]
            + provider.saml.serviceProviders.map { record in
                RelyingParty(
                    entityID: record.entityID, assertionConsumerServices: record.assertionConsumerServices,
                    logoutResponseService: record.singleLogoutService,
                    logoutRequestService: record.singleLogoutService,
                    // The format accepts only valid certificates. If one cannot be parsed, its requests are rejected.
                    certificates: [record.certificate.flatMap { try? TrustedCertificate(pem: $0) }].compactMap { $0 },
                    encryptionCertificate: record.encryptionCertificate.flatMap { try? TrustedCertificate(pem: $0) },
                    hasOpaqueTokens: record.verificationToken == .opaque)
            }
    }
}

extension [RelyingParty] {
    /// Returns the party with an entity identifier; `nil` if it is unknown.
    func named(_ entityID: EntityID) -> RelyingParty? { first { $0.entityID == entityID } }

    /// A request with a verified signature, and the party that signed it.
    struct Signed<Request> {
        let party: RelyingParty
        let request: Request
        let relayState: String?
        /// The request as it was sent.
        let xml: String
    }

    /// Reads a signed request from a query, and verifies that its issuer signed it.
    ///
    /// - Throws: ``MessageError`` if the query has no readable request, or none of the parties signed it.
    func read<Request>(
        _ query: String, issuer: (Request) -> EntityID, _ parse: (String) throws(MessageError) -> Request
    ) throws(MessageError) -> Signed<Request> {
        let received = try RedirectBinding.read(.request, in: query, signedBy: flatMap(\.certificates))
        let request = try parse(received.xml)
        let name = issuer(request)
        guard let party = named(name) else {
            throw MessageError(unknownIssuer: name)
        }
        // With several parties, the signature must be verified again with the certificates of the issuer only.
        if count > 1 { _ = try RedirectBinding.read(.request, in: query, signedBy: party.certificates) }
        return Signed(party: party, request: request, relayState: received.relayState, xml: received.xml)
    }

    /// Reads a signed authentication request from the fields of a form, and verifies that its issuer signed it.
    ///
    /// - Throws: ``MessageError`` if the form has no readable request, or none of the parties signed it.
    func readRequest(posted query: String) throws(MessageError) -> Signed<AuthnRequest> {
        let received = try PostBinding.readUnsigned(.request, in: query)
        let request = try AuthnRequest(xml: received.xml, signedBy: flatMap(\.certificates))
        guard let party = named(request.issuer) else { throw MessageError(unknownIssuer: request.issuer) }
        // With several parties, the signature must be verified again with the certificates of the issuer only.
        if count > 1 { _ = try AuthnRequest(xml: received.xml, signedBy: party.certificates) }
        return Signed(party: party, request: request, relayState: received.relayState, xml: received.xml)
    }
}
