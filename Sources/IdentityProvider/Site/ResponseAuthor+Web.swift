import Foundation
import SAML
import SimulationCore
import XMLSecurity

extension ResponseAuthor {
    /// Answers an authentication request in the name of whoever is signed in, with everything that the provider says of
    /// them; `nil` where it was told to send nothing.
    func webResponse(to request: AuthnRequest, as session: BrowserSession) throws -> String? {
        var content = try webContent(of: request, expires: session.expires, signedInAt: session.signedInAt)
        guard let subscriber = provider.subscriber(session.subscriber) else {
            return try webRefusal(of: request, status: SAMLStatusCode.unknownPrincipal)
        }
        content.nameID = subscriber.userID
        var names = subscriber.attributes.map(\.name)
        if !names.contains("userID") { names.insert("userID", at: 0) }
        content.attributes = names.compactMap { subscriber.samlAttribute($0) }
        return try issuer().issue(content, defect: provider.defect, missing: "userID")
    }

    /// Refuses an authentication request, with a second-level status.
    func webRefusal(of request: AuthnRequest, status: String) throws -> String {
        var content = try webContent(of: request, expires: now, signedInAt: now)
        content.statusCodes = [SAMLStatusCode.responder, status]
        return try issuer().issue(content) ?? ""
    }

    private func webContent(of request: AuthnRequest, expires: Date, signedInAt: Date) throws -> ResponseContent {
        let end = min(expires, now.addingTimeInterval(Self.lifetime))
        return ResponseContent(
            responseID: try identifiers.xmlIdentifier(), assertionID: try identifiers.xmlIdentifier(),
            issueInstant: now, issuer: provider.entityID, inResponseTo: request.id,
            destination: serviceProvider.assertionConsumerService, audience: request.issuer,
            recipient: serviceProvider.assertionConsumerService, nameID: "", notBefore: now, notOnOrAfter: end,
            authnInstant: signedInAt, sessionNotOnOrAfter: expires, attributes: [])
    }
}
