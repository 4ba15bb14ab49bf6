import Foundation
import TVSimCore
import TVSimSAML
import TVSimXMLSecurity

/// Checks an app's verification token.
///
/// Anybody can write an attribute query with any issuer. With the token, the app's service provider vouches for the
/// query (Differences, S-2).
enum VerificationToken {
    /// The request that a response answers, and the recipient of the response.
    struct Terms: Equatable {
        /// The identifier of the answered request.
        let inResponseTo: String
        /// The service provider's address that may consume the response.
        let recipient: String
        /// The parties for which the service provider asks; empty if the request names none.
        var requesters: [String] = []
        /// The user that the service provider asks about.
        var wanted = RequestedUser.anybody
    }

    /// The result of the check.
    enum Verdict: Equatable {
        /// The query is answered.
        case accepted(Terms)
        /// The query is not answered, for this reason.
        case refused(reason: String)
    }

    /// Checks the token of an attribute query.
    ///
    /// A request that one of the parties signed vouches for the app, and the response answers that request. The
    /// response answers the query itself if the app gave no token or the issuer of the query has opaque tokens
    /// (Differences, S-1).
    ///
    /// - Parameters:
    ///   - token: The app's token; `nil` if the app gave none.
    ///   - query: The attribute query.
    ///   - provider: The provider that received the query.
    ///   - parties: The parties that the provider knows, the entitlement service first.
    /// - Returns: The result; a rejected token is a result and not an error.
    static func judge(
        _ token: String?, beside query: AttributeQuery, for provider: Provider, knowing parties: [RelyingParty]
    ) -> Verdict {
        let named = parties.named(query.issuer)
        guard let token, named?.hasOpaqueTokens != true else {
            let recipient = (named ?? parties.first)?.assertionConsumerServices.first ?? ""
            return .accepted(Terms(inResponseTo: query.id, recipient: recipient))
        }
        guard let data = StrictBase64.octets(token) else {
            let flaw = StrictBase64.flaw(in: token) ?? "is damaged"
            return .refused(reason: "the verification token is not Base64 of UTF-8 text: it \(flaw)")
        }
        guard let xml = String(data: data, encoding: .utf8) else {
            return .refused(reason: "the verification token is not Base64 of UTF-8 text: its octets are not UTF-8")
        }
        do {
            return try judge(request: xml, from: named, for: provider, knowing: parties)
        } catch {
            return .refused(
                reason: "the verification token is not a signed request of a known service provider: \(error)")
        }
    }

    /// Checks a signed request; `asking` is the issuer of the query, or `nil` if the provider does not know it.
    private static func judge(
        request xml: String, from asking: RelyingParty?, for provider: Provider, knowing parties: [RelyingParty]
    ) throws(MessageError) -> Verdict {
        let request = try AuthnRequest(xml: xml, signedBy: parties.flatMap(\.certificates))
        guard let party = parties.named(request.issuer) else { throw MessageError(unknownIssuer: request.issuer) }
        // With several parties, the signature must be verified again with the certificates of the issuer only.
        if parties.count > 1 { _ = try AuthnRequest(xml: xml, signedBy: party.certificates) }
        if let asking, asking.entityID != party.entityID {
            return .refused(
                reason: "'\(party.entityID)' issued the verification token, "
                    + "but the attribute query names '\(asking.entityID)'")
        }
        guard isMeant(request.destination, for: provider) else {
            return .refused(
                reason: "the Destination of the verification token is another provider: it is "
                    + "'\((request.destination ?? "").prefix(256))', and this is '\(provider.singleSignOnService)'")
        }
        guard let recipient = party.consumer(for: request) else {
            return .refused(
                reason: "the verification token names an unknown AssertionConsumerService: "
                    + party.unknownConsumer(of: request))
        }
        return .accepted(
            Terms(
                inResponseTo: request.id, recipient: recipient, requesters: request.requesterIDs,
                wanted: RequestedUser(request, of: provider, session: nil)))
    }

    /// Returns whether the `Destination` of a request is a provider (SAML Core 2.0, 3.2.1), at any address of the
    /// server.
    private static func isMeant(_ destination: String?, for provider: Provider) -> Bool {
        guard let destination else { return true }
        return ServedAddress.path(of: destination).hasSuffix(ServedAddress.path(of: provider.singleSignOnService))
    }
}
