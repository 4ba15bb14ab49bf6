import Foundation
import TVSimCore
import TVSimProviderMessages
package import TVSimSAML
import TVSimStructuredText

/// Creates one provider's response to one request.
struct AttributeAuthority {
    /// The lifetime of an assertion in seconds; it ends earlier if the user's session does.
    static let lifetime: TimeInterval = 300

    let provider: Provider
    let identifiers: IdentifierSource
    let now: Date

    /// Answers an attribute query with a subscriber's attributes; an unknown subscriber is refused.
    func answer(
        _ query: AttributeQuery, _ request: ProviderQuery, on terms: VerificationToken.Terms
    ) throws -> (ProviderReply, reason: String) {
        guard let subscriber = provider.subscriber(request.subscriber) else {
            let reason = "'\(provider.identifier)' has no subscriber '\(request.subscriber)'"
            let refusal = try refusal(
                of: query, request, on: terms, status: SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal,
                reason: reason)
            return (refusal, reason)
        }
        let issuer = try issuer()
        var content = try content(query, request, on: terms)
        content.nameID = subscriber.userID.rawValue
        content.attributes = query.attributeNames.compactMap { subscriber.samlAttribute($0) }
        guard
            let issued = try issuer.issue(
                content, signed: provider.saml.signed, defects: [provider.saml.defect], missing: "userID")
        else {
            return (.answered(ProviderResponse(scheme: .saml)), "the provider is configured to send no SAML response")
        }
        let status = issued.statusCodes.first
        let response = ProviderResponse(scheme: .saml, status: status, body: issued.xml)
        if let status, status != SAMLStatusCode.success {
            return (.rejected(response), "the provider is configured to refuse")
        }
        let reason = provider.saml.defect == .none ? "the subscriber is known" : defectReason
        return (.answered(response), reason)
    }

    /// The reason for a defective answer, for the journal.
    var defectReason: String { "the provider is configured with the defect '\(provider.saml.defect.rawValue)'" }

    /// Returns the defect of the provider's answers, for the journal; `nil` if they have none.
    func defect(of kind: ResponseRequirements.Profile) -> SentDefect? {
        let defect = provider.saml.defect
        guard defect != .none else { return nil }
        return SentDefect(
            provider: provider.identifier, name: defect.rawValue, policy: defect.violatedPolicy(in: kind)?.rawValue)
    }

    /// Refuses an attribute query with a SAML response.
    ///
    /// - Parameters:
    ///   - query: The attribute query.
    ///   - request: The request that contained the query.
    ///   - terms: The request that is answered and the recipient.
    ///   - status: The status codes, the top-level code first.
    ///   - reason: The reason, which becomes the status message; `nil` for none.
    /// - Returns: The refusal with the response.
    /// - Throws: An error if the response cannot be signed.
    func refusal(
        of query: AttributeQuery, _ request: ProviderQuery, on terms: VerificationToken.Terms, status: String...,
        reason: String? = nil
    ) throws -> ProviderReply {
        var content = try content(query, request, on: terms)
        content.statusCodes = status
        content.statusMessage = reason?.asStatusMessage
        return .rejected(ProviderResponse(scheme: .saml, status: status.first, body: try issuer().issue(content)))
    }

    /// Returns the issuer of the provider's responses, with its key and a key for invalid signatures.
    func issuer() throws -> ResponseIssuer {
        ResponseIssuer(
            identity: try SigningKeys.identity(number: provider.keyNumber), impostor: try SigningKeys.impostor())
    }

    private func content(
        _ query: AttributeQuery, _ request: ProviderQuery, on terms: VerificationToken.Terms
    ) throws -> ResponseContent {
        let end = now.addingTimeInterval(Self.lifetime)
        return ResponseContent(
            responseID: try identifiers.xmlIdentifier(), assertionID: try identifiers.xmlIdentifier(),
            issueInstant: now, issuer: provider.entityID.rawValue, inResponseTo: terms.inResponseTo,
            audience: query.issuer.rawValue,
            recipient: terms.recipient, nameID: query.nameID, notBefore: now,
            notOnOrAfter: request.signedInUntil.map { min($0, end) } ?? end,
            authnInstant: request.signedInAt, sessionNotOnOrAfter: request.signedInUntil, attributes: [])
    }
}

extension Subscriber {
    /// All attributes in SAML, in order, with the user identifier.
    package var samlAttributes: [ResponseContent.Attribute] {
        var names = attributes.map(\.name)
        if !names.contains("userID") { names.insert("userID", at: 0) }
        return names.compactMap { samlAttribute($0) }
    }

    /// Returns an attribute in SAML; `nil` if the subscriber has no value for it.
    ///
    /// A list becomes several values, and a map one JSON value (Differences, S-9).
    func samlAttribute(_ name: String) -> ResponseContent.Attribute? {
        guard let attribute = attributes.first(where: { $0.name == name }) else {
            return name == "userID" ? ResponseContent.Attribute(name, [userID.rawValue]) : nil
        }
        let texts = attribute.value.texts
        return texts.isEmpty ? nil : ResponseContent.Attribute(name, texts)
    }
}
