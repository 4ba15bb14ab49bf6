import Foundation
import SAML
import SimulationCore
import XMLSecurity

/// What a provider holds of an app's verification token.
///
/// A query says in the open who asks, and anybody can write one. The token is what the service provider of the app vouches
/// with.
enum VerificationToken {
    /// What the answer to a query is to, and where it may be taken.
    struct Terms: Equatable {
        /// The identifier of what is answered.
        let inResponseTo: String
        /// The address of the service provider's that may consume the answer.
        let recipient: String
        /// Whom the service provider asks for, where it says so.
        var requesters: [String] = []
        /// About whom it asks.
        var wanted = WantedPerson.anybody
    }

    /// What came of a token.
    enum Verdict: Equatable {
        /// The query is answered.
        case accepted(Terms)
        /// It is not, for this reason.
        case refused(reason: String)
    }

    /// Judges the token that came with a query.
    ///
    /// A request that one of the parties signed vouches for the app, and is what is answered. Where there is no token, or
    /// the query names a party whose tokens are opaque, the answer is to the query itself.
    ///
    /// - Parameters:
    ///   - token: The token as the app gave it; `nil`: none.
    ///   - query: The query beside it.
    ///   - provider: Whom it is for.
    ///   - parties: Whom the provider knows, the entitlement service first.
    /// - Returns: The verdict; a token that is not accepted is one, not an error.
    static func judge(
        _ token: String?, beside query: AttributeQuery, for provider: Provider, knowing parties: [RelyingParty]
    ) -> Verdict {
        let named = parties.named(query.issuer)
        guard let token, named?.hasOpaqueTokens != true else {
            let recipient = (named ?? parties.first)?.assertionConsumerServices.first ?? ""
            return .accepted(Terms(inResponseTo: query.id, recipient: recipient))
        }
        guard let data = StrictBase64.octets(token), let xml = String(data: data, encoding: .utf8) else {
            return .refused(reason: "the verification token is not the Base64 of a text")
        }
        do {
            return try judge(request: xml, from: named, for: provider, knowing: parties)
        } catch {
            return .refused(
                reason: "the verification token is no request of a service provider that is known: \(error)")
        }
    }

    /// Judges a request; `asking` is whom the query names, where the provider knows them.
    private static func judge(
        request xml: String, from asking: RelyingParty?, for provider: Provider, knowing parties: [RelyingParty]
    ) throws(MessageError) -> Verdict {
        let request = try AuthnRequest(xml: xml, signedBy: parties.flatMap(\.certificates))
        guard let party = parties.named(request.issuer) else { throw MessageError(unknownIssuer: request.issuer) }
        // One party's signature says nothing of another's name.
        if parties.count > 1 { _ = try AuthnRequest(xml: xml, signedBy: party.certificates) }
        if let asking, asking.entityID != party.entityID {
            return .refused(
                reason: "the verification token is by '\(party.entityID)', and the app asks for '\(asking.entityID)'")
        }
        guard isMeant(request.destination, for: provider) else {
            return .refused(reason: "the verification token is meant for another provider")
        }
        guard let recipient = party.consumer(for: request) else {
            return .refused(reason: "the verification token asks for the answer where it may not go")
        }
        return .accepted(
            Terms(
                inResponseTo: request.id, recipient: recipient, requesters: request.requesterIDs,
                wanted: WantedPerson(request, of: provider, session: nil)))
    }

    /// Whether a request that says where it is sent is meant for a provider (SAML Core 2.0 § 3.2.1), wherever that is served.
    private static func isMeant(_ destination: String?, for provider: Provider) -> Bool {
        guard let destination else { return true }
        return ServedAddress.path(of: destination).hasSuffix(ServedAddress.path(of: provider.singleSignOnService))
    }
}
