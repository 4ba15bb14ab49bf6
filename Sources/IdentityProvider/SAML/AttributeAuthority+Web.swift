import Foundation
import TVSimCore
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// An authentication request and the address of its answer.
struct WebRequest {
    let request: AuthnRequest
    /// The service provider's address to which the answer is sent.
    let consumer: String
    /// The certificate for which the assertion is encrypted; `nil` for a plain one.
    let encryptionCertificate: TrustedCertificate?
}

/// The name of a user in an answer, with its format.
struct SubjectName {
    let value: UserID
    let format: String
}

extension AttributeAuthority {
    /// Answers an authentication request with all attributes of the signed-in user.
    ///
    /// The XML is `nil` if the provider is configured to send no response. `name` is the name identifier; `nil` if the
    /// answer names the user by the user identifier.
    func webResponse(
        to web: WebRequest, as session: BrowserSession, name: SubjectName?, atHome: Bool
    ) throws -> (xml: String?, reason: String) {
        var content = try webContent(of: web, expires: session.expires, signedInAt: session.signedInAt)
        guard let subscriber = provider.subscriber(of: session) else {
            let reason = "'\(provider.identifier)' no longer has the subscriber '\(session.subscriber)'"
            return (
                try webRefusal(
                    of: web, codes: [SAMLStatusCode.responder, SAMLStatusCode.unknownPrincipal], reason: reason), reason
            )
        }
        content.nameID = (name?.value ?? subscriber.userID).rawValue
        if let name { content.nameIDFormat = name.format }
        content.sessionIndex = session.index
        content.attributes = subscriber.samlAttributes
        if provider.homeNetwork != nil {
            content.attributes.removeAll { $0.name == Self.homeBased }
            if provider.homeFlag {
                content.attributes.append(.init(Self.homeBased, [atHome ? "true" : "false"]))
            }
        }
        let how = atHome ? "is at home" : "is signed in"
        var issuer = try issuer()
        issuer.encryption = web.encryptionCertificate.map { EncryptionRecipe(recipient: $0) }
        return (
            try issuer.issue(
                content, signed: provider.saml.signed, defect: provider.saml.defect, missing: "userID"),
            provider.saml.defect == .none ? "'\(session.subscriber)' \(how)" : defectReason
        )
    }

    /// The attribute that says whether the user was identified by the home network.
    static var homeBased: String { "hba_status" }

    /// Refuses an authentication request; `codes` begins with the top-level status code.
    ///
    /// The reason is the status message, because a code stands for several causes (SAML Core 2.0, 3.2.2.3).
    func webRefusal(of web: WebRequest, codes: [String], reason: String) throws -> String {
        var content = try webContent(of: web, expires: now, signedInAt: now)
        content.statusCodes = codes
        content.statusMessage = reason.asStatusMessage
        return try issuer().issue(content) ?? ""
    }

    private func webContent(of web: WebRequest, expires: Date, signedInAt: Date) throws -> ResponseContent {
        let end = min(expires, now.addingTimeInterval(Self.lifetime))
        return ResponseContent(
            responseID: try identifiers.xmlIdentifier(), assertionID: try identifiers.xmlIdentifier(),
            issueInstant: now, issuer: provider.entityID.rawValue, inResponseTo: web.request.id,
            destination: web.consumer,
            audience: web.request.issuer.rawValue, recipient: web.consumer, nameID: "", notBefore: now,
            notOnOrAfter: end,
            authnInstant: signedInAt, sessionNotOnOrAfter: expires, attributes: [])
    }
}

extension String {
    /// A reason of the journal as the text of a `StatusMessage`: a whole sentence.
    var asStatusMessage: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix(".") || isEmpty ? "" : ".")
    }
}
