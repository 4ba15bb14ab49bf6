import Foundation
import Identifiers
import SAML
import SimulationCore
import XMLSecurity

/// Whose requests a provider answers, and where the answers go.
struct RelyingParty {
    /// The entity identifier.
    let entityID: EntityID
    /// Where assertions may go; the first unless a request names another, or tells its number from zero.
    let assertionConsumerServices: [String]
    /// Where answers to logout requests go; `nil`: it asks for none.
    let logoutResponseService: String?
    /// The certificates that its requests are believed by.
    let certificates: [TrustedCertificate]
    /// Whether its apps' verification tokens are nothing that the provider could judge.
    var hasOpaqueTokens = false

    /// Returns where the answer to a request goes; `nil`: the request names a place where it may not go.
    func consumer(for request: AuthnRequest) -> String? {
        if let index = request.assertionConsumerServiceIndex {
            return assertionConsumerServices.indices.contains(index) ? assertionConsumerServices[index] : nil
        }
        guard let named = request.assertionConsumerService else { return assertionConsumerServices.first }
        return assertionConsumerServices.first { $0.utf8.elementsEqual(named.utf8) }
    }

    /// Everybody whose requests a provider answers: the entitlement service, and whoever was registered besides.
    ///
    /// The entitlement service stands on documented hosts and wherever it is served: both mean the same.
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
            + provider.serviceProviders.map { record in
                RelyingParty(
                    entityID: record.entityID, assertionConsumerServices: record.assertionConsumerServices,
                    logoutResponseService: record.singleLogoutService,
                    // The format takes only what is a certificate; one that no longer is believes nothing.
                    certificates: [record.certificate.flatMap { try? TrustedCertificate(pem: $0) }].compactMap { $0 },
                    hasOpaqueTokens: record.verificationToken == .opaque)
            }
    }
}

extension [RelyingParty] {
    /// Returns the party of a name.
    func named(_ entityID: EntityID) -> RelyingParty? { first { $0.entityID == entityID } }

    /// A request that one of the parties signed.
    struct Signed<Request> {
        let party: RelyingParty
        let request: Request
        let relayState: String?
    }

    /// Reads a signed request from a query, and finds out whose it is.
    ///
    /// - Throws: ``MessageError`` when the query holds no request that can be read, or none of the parties made it.
    func read<Request>(
        _ query: String, issuer: (Request) -> EntityID, _ parse: (String) throws(MessageError) -> Request
    ) throws(MessageError) -> Signed<Request> {
        let received = try RedirectBinding.read(.request, in: query, signedBy: flatMap(\.certificates))
        let request = try parse(received.xml)
        let name = issuer(request)
        guard let party = named(name) else {
            throw MessageError(unknownIssuer: name)
        }
        // One party's signature says nothing of another's name. Where there is but one, it is its signature already.
        if count > 1 { _ = try RedirectBinding.read(.request, in: query, signedBy: party.certificates) }
        return Signed(party: party, request: request, relayState: received.relayState)
    }
}
