package import Foundation
import TVSimStructuredText
package import TVSimXMLSecurity

/// A service provider's request to authenticate a user (SAML Core 2.0, 3.4.1).
package struct AuthnRequest: Sendable, Hashable {
    /// The request's identifier.
    package var id: String
    /// The time of issue.
    package var issueInstant: Date
    /// The requester: the service provider's entity identifier.
    package var issuer: EntityID
    /// The destination; `nil` if the request does not contain it.
    package var destination: String?
    /// The address for the answer; `nil` if the request does not contain it.
    package var assertionConsumerService: String?
    /// The index of the address for the answer in the service provider's metadata; `nil` if the request does not
    /// contain it.
    package private(set) var assertionConsumerServiceIndex: Int?
    /// Whether the user must authenticate even with a valid session.
    package var forceAuthn = false
    /// Whether the provider must not show anything to the user.
    package var isPassive = false
    /// The binding of the answer; `nil` if the request does not contain it.
    package var protocolBinding: String? = EntityMetadata.Binding.post.rawValue
    /// The subject; `nil` for any user.
    package var subject: RequestedSubject?
    /// The policy for the subject's name; `nil` if the provider chooses.
    package var nameIDPolicy: NameIDPolicy? = NameIDPolicy(format: SAMLNames.transient)
    /// The requested authentication context; `nil` if the provider chooses.
    package var requestedAuthnContext: RequestedAuthnContext?
    /// The parties for which the issuer asks: each `RequesterID` of `Scoping` (SAML Core 2.0, 3.4.1.2).
    package var requesterIDs: [String] = []
    /// The identity providers that may answer: each `IDPEntry` of `Scoping` (SAML Core 2.0, 3.4.1.3).
    package var identityProviders: [NamedProvider] = []

    /// An identity provider of `Scoping` (SAML Core 2.0, 3.4.1.3.1).
    package struct NamedProvider: Sendable, Hashable {
        /// The provider's identifier.
        package var id: String
        /// The name for people; `nil` if the request does not contain it.
        package var name: String?

        /// Creates an entry.
        package init(id: String, name: String? = nil) {
            self.id = id
            self.name = name
        }

        init(_ element: XMLElement) throws {
            guard let id = element.attribute("ProviderID") else { throw MessageError("An IDPEntry has no ProviderID.") }
            self.init(id: id, name: element.attribute("Name"))
        }

        fileprivate var xml: String {
            let name = name.map { #" Name="\#(XMLEscaping.escape($0))""# } ?? ""
            return #"<samlp:IDPEntry\#(name) ProviderID="\#(XMLEscaping.escape(id))"></samlp:IDPEntry>"#
        }
    }

    /// Creates a request.
    package init(
        id: String, issueInstant: Date, issuer: EntityID, destination: String? = nil,
        assertionConsumerService: String? = nil
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.assertionConsumerService = assertionConsumerService
    }

    /// Returns the request as XML with an enveloped signature.
    ///
    /// - Throws: ``XMLError`` if the identity cannot sign.
    package func signedXML(with identity: SigningIdentity) throws(XMLError) -> String {
        let parts = parts()
        return try EnvelopedSigner.sign(parts.before, parts.after, id: id, with: identity)
    }

    /// Returns the request as XML without a signature.
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
        before += "<saml:Issuer>\(XMLEscaping.escape(issuer.rawValue))</saml:Issuer>"
        let parts = [subject?.xml, nameIDPolicy?.xml, requestedAuthnContext?.xml, scoping]
        return (before, parts.compactMap(\.self).joined() + "</samlp:AuthnRequest>")
    }

    private var scoping: String? {
        guard !requesterIDs.isEmpty || !identityProviders.isEmpty else { return nil }
        let providers = identityProviders.map(\.xml).joined()
        let list = providers.isEmpty ? "" : "<samlp:IDPList>\(providers)</samlp:IDPList>"
        let requesters = requesterIDs.map { "<samlp:RequesterID>\(XMLEscaping.escape($0))</samlp:RequesterID>" }
        return "<samlp:Scoping>\(list)\(requesters.joined())</samlp:Scoping>"
    }

    /// Reads a request without verifying its signature; do not trust its contents.
    ///
    /// - Throws: ``MessageError`` if the text is not a request or cannot be parsed safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            try self.init(Self.root(of: Data(xml.utf8)))
        } catch {
            throw MessageError(reading: error)
        }
    }

    /// Reads a request and verifies its signature.
    ///
    /// - Parameters:
    ///   - xml: The request.
    ///   - certificates: The trusted certificates.
    /// - Throws: ``MessageError`` if the text is not a request or cannot be parsed safely, or its signature is missing
    ///   or not valid for any certificate.
    package init(xml: String, signedBy certificates: [TrustedCertificate]) throws(MessageError) {
        do {
            guard
                let verified = try SignatureVerifier(certificates: certificates).verify(Self.root(of: Data(xml.utf8)))
            else {
                throw MessageError("The request is not signed.")
            }
            // Only the signed bytes are read, after parsing them again.
            try self.init(Self.root(of: verified.octets))
        } catch {
            throw MessageError(reading: error)
        }
    }

    /// Returns whether a request contains a signature, which is not verified.
    ///
    /// - Throws: ``MessageError`` if the text is not a request or cannot be parsed safely.
    package static func isSigned(_ xml: String) throws(MessageError) -> Bool {
        do {
            return try root(of: Data(xml.utf8)).child("Signature", XMLNamespace.signature) != nil
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
        let scoping = root.child("Scoping", SAMLNames.protocolNamespace)
        requesterIDs = try scoping?.children("RequesterID", SAMLNames.protocolNamespace).map { try $0.text() } ?? []
        identityProviders =
            try scoping?.child("IDPList", SAMLNames.protocolNamespace)?
            .children("IDPEntry", SAMLNames.protocolNamespace).map(NamedProvider.init) ?? []
    }

    /// Reads the index of an address; the request must not contain an address or a binding beside it.
    private static func consumerIndex(_ root: XMLElement) throws -> Int? {
        guard let text = root.attribute("AssertionConsumerServiceIndex") else { return nil }
        guard let index = UInt16(text) else {
            throw MessageError("'AssertionConsumerServiceIndex' is not a number from 0 to 65535.")
        }
        for other in ["AssertionConsumerServiceURL", "ProtocolBinding"] where root.attribute(other) != nil {
            throw MessageError("'AssertionConsumerServiceIndex' and '\(other)' cannot be used together.")
        }
        return Int(index)
    }

    /// Reads a Boolean (XML Schema Part 2, 3.2.2); a missing attribute is false.
    static func flag(_ root: XMLElement, _ name: String) throws -> Bool {
        switch root.attribute(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        default: throw MessageError("'\(name)' is not a Boolean.")
        }
    }
}
