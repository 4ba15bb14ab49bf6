import Foundation
import TVSimCore
import TVSimProviderMessages
import TVSimSAML
import TVSimXMLSecurity

/// A provider's answer to a device's attribute query in SAML.
struct AttributeQueryAnswer {
    let provider: Provider
    let simulation: Simulation
    /// The service providers that the provider knows, the entitlement service first.
    let parties: [RelyingParty]

    /// The reply, with its reason and the parties for which the service provider asks.
    struct Decided {
        let reply: ProviderReply
        let reason: String
        var requesters: [String] = []
        /// The defect of the response; `nil` if it has none.
        var defect: SentDefect?
    }

    /// Decides the reply to a query.
    ///
    /// - Parameters:
    ///   - attributeQuery: The attribute query, as XML.
    ///   - query: The query that contained it.
    ///   - isRefused: Whether a fault refuses the query; a refusal is a SAML response, which needs the parsed query.
    /// - Returns: The reply.
    /// - Throws: `StateError` if an identifier cannot be drawn, and an error if the response cannot be signed.
    func reply(to attributeQuery: String, in query: ProviderQuery, isRefused: Bool) throws -> Decided {
        let asked: AttributeQuery
        do {
            asked = try AttributeQuery(xml: attributeQuery)
        } catch {
            return Decided(
                reply: .rejected(ProviderResponse(scheme: .saml, status: SAMLStatusCode.requester)),
                reason: "the attribute query is invalid: \(error)")
        }
        let terms: VerificationToken.Terms
        switch VerificationToken.judge(query.verificationToken, beside: asked, for: provider, knowing: parties) {
        case .accepted(let accepted): terms = accepted
        case .refused(let reason): return Decided(reply: .invalidVerificationToken, reason: reason)
        }
        let (reply, reason) = try reply(to: asked, query, on: terms, isRefused: isRefused)
        var decided = Decided(reply: reply, reason: reason, requesters: terms.requesters)
        // Refusals and recorded responses are without it.
        let isMade = provider.saml.samlResponse == nil || provider.saml.sendsNoResponse
        if isMade, !isRefused, terms.wanted.isMet(by: query.subscriber), provider.subscriber(query.subscriber) != nil {
            decided.defect = author(at: try simulation.clock.now()).defect(of: .attributeQuery)
        }
        return decided
    }

    private func reply(
        to asked: AttributeQuery, _ query: ProviderQuery, on terms: VerificationToken.Terms, isRefused: Bool
    ) throws -> (ProviderReply, reason: String) {
        if let recorded = provider.saml.samlResponse, !isRefused, !provider.saml.sendsNoResponse {
            return provider.recordedReply(recorded)
        }
        let author = author(at: try simulation.clock.now())
        if isRefused {
            return (
                try author.refusal(of: asked, query, on: terms, status: SAMLStatusCode.responder),
                "a fault was set for this operation"
            )
        }
        guard terms.wanted.isMet(by: query.subscriber) else {
            let reason = "the Subject of the verification token is another user than the signed-in one"
            let refusal = try author.refusal(
                of: asked, query, on: terms, status: SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal,
                reason: reason)
            return (refusal, reason)
        }
        return try author.answer(asked, query, on: terms)
    }

    private func author(at now: Date) -> AttributeAuthority {
        AttributeAuthority(provider: provider, identifiers: simulation.identifiers, now: now)
    }
}

extension ProviderResponse {
    /// Returns the refusal of a query in a scheme that the provider does not support; only SAML has a common status.
    static func unsupported(_ scheme: AnswerScheme) -> ProviderResponse {
        ProviderResponse(scheme: scheme, status: scheme == .saml ? SAMLStatusCode.requester : nil)
    }
}
