import Foundation
import Identifiers
import SAML
import SimulationCore
import XMLSecurity

/// An authentication request that is to be answered, and where the answer goes.
struct WebRequest {
    let request: AuthnRequest
    /// The one address of the service provider's to which this answer is delivered.
    let consumer: String
}

extension ResponseAuthor {
    /// Answers an authentication request in the name of whoever is signed in, with everything that the provider says of
    /// them; without XML where it was told to send nothing.
    ///
    /// `transientName` is what the person is called in this session alone; `nil`: they are told by the user identifier.
    func webResponse(
        to web: WebRequest, as session: BrowserSession, transientName: UserID?, atHome: Bool
    ) throws -> (xml: String?, reason: String) {
        var content = try webContent(of: web, expires: session.expires, signedInAt: session.signedInAt)
        guard let subscriber = provider.subscriber(session.subscriber) else {
            return (
                try webRefusal(of: web, codes: [SAMLStatusCode.responder, SAMLStatusCode.unknownPrincipal]),
                "'\(provider.identifier)' has no subscriber '\(session.subscriber)' any more"
            )
        }
        content.nameID = (transientName ?? subscriber.userID).rawValue
        if transientName != nil { content.nameIDFormat = SAMLNames.transient }
        content.sessionIndex = session.index
        var names = subscriber.attributes.map(\.name)
        if !names.contains("userID") { names.insert("userID", at: 0) }
        content.attributes = names.compactMap { subscriber.samlAttribute($0) }
        if provider.homeNetwork != nil {
            content.attributes.removeAll { $0.name == Self.homeBased }
            content.attributes.append(SAMLAttribute(name: Self.homeBased, values: [atHome ? "true" : "false"]))
        }
        let how = atHome ? "is at home" : "is signed in"
        return (
            try issuer().issue(content, defect: provider.defect, missing: "userID"),
            provider.defect == .none ? "'\(session.subscriber)' \(how)" : deliberateDefect
        )
    }

    /// The attribute that says whether the person was known by their home's network.
    static var homeBased: String { "hba_status" }

    /// Refuses an authentication request, with a status from the top code down.
    func webRefusal(of web: WebRequest, codes: [String]) throws -> String {
        var content = try webContent(of: web, expires: now, signedInAt: now)
        content.statusCodes = codes
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
