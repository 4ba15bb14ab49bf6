package import Foundation
package import XMLSecurity

/// A service provider's request that a person be authenticated (SAML Core 2.0 § 3.4.1).
package struct AuthnRequest: Sendable, Hashable {
    /// Identifies the request.
    package var id: String
    /// When it was made.
    package var issueInstant: Date
    /// Who asks: the service provider's entity identifier.
    package var issuer: String
    /// Where it is sent; `nil`: not said.
    package var destination: String?
    /// Where the answer is to go; `nil`: not said.
    package var assertionConsumerService: String?
    /// Which of the places in the service provider's metadata the answer is to go to, where the request says it by number.
    package private(set) var assertionConsumerServiceIndex: Int?
    /// Whether the person is to authenticate though the provider knows them already.
    package var forceAuthn = false
    /// Whether the provider must not show anything to the person.
    package var isPassive = false
    /// How the answer is to travel; `nil`: not said.
    package var protocolBinding: String? = EntityMetadata.Binding.post.rawValue
    /// About whom; `nil`: whoever comes.
    package var subject: RequestedSubject?
    /// By what kind of name the person is to be told; `nil`: the provider chooses.
    package var nameIDPolicy: NameIDPolicy? = NameIDPolicy(format: SAMLNames.transient)
    /// How the person is to be authenticated; `nil`: the provider chooses.
    package var requestedAuthnContext: RequestedAuthnContext?
    /// For whom the issuer asks, where it asks for others: each `RequesterID` of its `Scoping` (§ 3.4.1.2).
    package var requesterIDs: [String] = []

    /// Creates a request.
    package init(
        id: String, issueInstant: Date, issuer: String, destination: String? = nil,
        assertionConsumerService: String? = nil
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.assertionConsumerService = assertionConsumerService
    }

    /// Writes the request with an enveloped signature.
    ///
    /// - Throws: ``XMLError`` when the identity cannot sign.
    package func signedXML(with identity: SigningIdentity) throws(XMLError) -> String {
        let parts = parts()
        return try EnvelopedSigner.sign(parts.before, parts.after, id: id, with: identity)
    }

    /// Writes the request without a signature.
    package func xml() -> String {
        let parts = parts()
        return parts.before + parts.after
    }

    private func parts() -> (before: String, after: String) {
        var before = #"<samlp:AuthnRequest xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        before += #" xmlns:saml="\#(SAMLNames.assertionNamespace)""#
        if let assertionConsumerService {
            before += #" AssertionConsumerServiceURL="\#(XMLEscaping.escape(assertionConsumerService))""#
        }
        if let destination { before += #" Destination="\#(XMLEscaping.escape(destination))""# }
        if forceAuthn { before += #" ForceAuthn="true""# }
        before += #" ID="\#(XMLEscaping.escape(id))""#
        if isPassive { before += #" IsPassive="true""# }
        before += #" IssueInstant="\#(SAMLInstant.format(issueInstant))""#
        if let protocolBinding { before += #" ProtocolBinding="\#(XMLEscaping.escape(protocolBinding))""# }
        before += #" Version="2.0">"#
        before += "<saml:Issuer>\(XMLEscaping.escape(issuer))</saml:Issuer>"
        let parts = [subject?.xml, nameIDPolicy?.xml, requestedAuthnContext?.xml, scoping]
        return (before, parts.compactMap(\.self).joined() + "</samlp:AuthnRequest>")
    }

    private var scoping: String? {
        guard !requesterIDs.isEmpty else { return nil }
        let named = requesterIDs.map { "<samlp:RequesterID>\(XMLEscaping.escape($0))</samlp:RequesterID>" }
        return "<samlp:Scoping>\(named.joined())</samlp:Scoping>"
    }

    /// Reads a request without looking at a signature: nothing that it says may be believed.
    ///
    /// - Throws: ``MessageError`` when the text is not a request that can be read safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            try self.init(Self.root(of: Data(xml.utf8)))
        } catch {
            throw MessageError(reading: error)
        }
    }

    /// Reads a request and checks its signature.
    ///
    /// - Parameters:
    ///   - xml: The request.
    ///   - certificates: The certificates that the request's signature is believed by.
    /// - Throws: ``MessageError`` when the text is not a request that can be read safely, or has no signature that one of
    ///   the certificates vouches for.
    package init(xml: String, signedBy certificates: [TrustedCertificate]) throws(MessageError) {
        do {
            guard
                let verified = try SignatureVerifier(certificates: certificates).verify(Self.root(of: Data(xml.utf8)))
            else {
                throw MessageError("The request is not signed.")
            }
            // What is read are the octets that were signed, parsed again.
            try self.init(Self.root(of: verified.octets))
        } catch {
            throw MessageError(reading: error)
        }
    }

    private static func root(of document: Data) throws -> XMLElement {
        try MessageHead.root(of: document, named: "AuthnRequest")
    }

    private init(_ root: XMLElement) throws {
        let head = try MessageHead(root)
        id = head.id
        issueInstant = head.issueInstant
        issuer = head.issuer
        destination = root.attribute("Destination")
        assertionConsumerService = root.attribute("AssertionConsumerServiceURL")
        assertionConsumerServiceIndex = try Self.consumerIndex(root)
        forceAuthn = try Self.flag(root, "ForceAuthn")
        isPassive = try Self.flag(root, "IsPassive")
        protocolBinding = root.attribute("ProtocolBinding")
        subject = try root.child("Subject", SAMLNames.assertionNamespace).flatMap(RequestedSubject.init)
        nameIDPolicy = try root.child("NameIDPolicy", SAMLNames.protocolNamespace).map(NameIDPolicy.init)
        requestedAuthnContext = try root.child("RequestedAuthnContext", SAMLNames.protocolNamespace)
            .map(RequestedAuthnContext.init)
        requesterIDs =
            try root.child("Scoping", SAMLNames.protocolNamespace)?
            .children("RequesterID", SAMLNames.protocolNamespace).map { try $0.text() } ?? []
    }

    /// Reads the number of a place, beside which no place and no binding may stand.
    private static func consumerIndex(_ root: XMLElement) throws -> Int? {
        guard let text = root.attribute("AssertionConsumerServiceIndex") else { return nil }
        guard let index = UInt16(text) else { throw MessageError("'AssertionConsumerServiceIndex' is no number.") }
        for other in ["AssertionConsumerServiceURL", "ProtocolBinding"] where root.attribute(other) != nil {
            throw MessageError("Beside 'AssertionConsumerServiceIndex' no '\(other)' may stand.")
        }
        return Int(index)
    }

    /// Reads a Boolean (XML Schema Part 2 § 3.2.2); without the attribute it is false.
    static func flag(_ root: XMLElement, _ name: String) throws -> Bool {
        switch root.attribute(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        default: throw MessageError("'\(name)' is no Boolean.")
        }
    }
}
