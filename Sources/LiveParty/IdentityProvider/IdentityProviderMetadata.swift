package import Foundation
package import TVSimSAML
package import TVSimXMLSecurity

/// What a run takes from the metadata of an identity provider (SAML Metadata 2.0, 2.4.3).
package struct IdentityProviderMetadata: Sendable {
    package let entityID: String
    /// The address for AuthnRequests by HTTP-Redirect.
    package let singleSignOn: String
    /// The address for logout messages by HTTP-Redirect; `nil` without one.
    package let singleLogout: EntityMetadata.Endpoint?
    /// Whether it says that it refuses unsigned requests.
    package let wantsSignedRequests: Bool
    /// The certificates of its signatures.
    package let certificates: [TrustedCertificate]
    /// All addresses in it.
    let locations: [String]
    /// The end of its validity, as written; `nil` without one.
    let validUntil: String?
    /// Whether the document is signed.
    let isSigned: Bool

    private static let namespace = "urn:oasis:names:tc:SAML:2.0:metadata"

    /// Reads a document.
    ///
    /// - Throws: `XMLError` if it is not the metadata of one identity provider with an address for requests and a
    ///   certificate.
    package init(_ document: Data) throws(XMLError) {
        let root = try XMLTree(document).root()
        let entities =
            root.isNamed("EntityDescriptor", Self.namespace)
            ? [root] : root.children("EntityDescriptor", Self.namespace)
        let described = entities.filter { $0.child("IDPSSODescriptor", Self.namespace) != nil }
        guard described.count == 1, let entity = described.first, let name = entity.attribute("entityID"),
            let role = entity.child("IDPSSODescriptor", Self.namespace)
        else {
            throw XMLError(
                .structure,
                "The metadata describes \(described.count) identity providers (<IDPSSODescriptor>): expected one.")
        }
        func endpoints(_ name: String) -> [EntityMetadata.Endpoint] {
            role.children(name, Self.namespace).compactMap { service in
                guard let binding = service.attribute("Binding").flatMap({ EntityMetadata.Binding(rawValue: $0) }),
                    let location = service.attribute("Location")
                else { return nil }
                return .init(binding, location, responseLocation: service.attribute("ResponseLocation"))
            }
        }
        let signOn = endpoints("SingleSignOnService")
        guard let location = signOn.first(where: { $0.binding == .redirect })?.location else {
            throw XMLError(.structure, "The metadata has no <SingleSignOnService> with the binding HTTP-Redirect.")
        }
        (entityID, singleSignOn) = (name, location)
        let logouts = endpoints("SingleLogoutService")
        singleLogout = logouts.first { $0.binding == .redirect }
        locations = (signOn + logouts).flatMap { [$0.location] + [$0.responseLocation].compactMap(\.self) }
        wantsSignedRequests = ["true", "1"].contains(role.attribute("WantAuthnRequestsSigned"))
        validUntil = entity.attribute("validUntil") ?? root.attribute("validUntil")
        isSigned = [root, entity].contains { $0.child("Signature", XMLNamespace.signature) != nil }
        var found: [TrustedCertificate] = []
        for key in role.children("KeyDescriptor", Self.namespace) where key.attribute("use") != "encryption" {
            let data = key.child("KeyInfo", XMLNamespace.signature)?.children("X509Data", XMLNamespace.signature) ?? []
            for element in data.flatMap({ $0.children("X509Certificate", XMLNamespace.signature) }) {
                guard let octets = Data(base64Encoded: try element.text(), options: .ignoreUnknownCharacters) else {
                    throw XMLError(.key, "A certificate in the metadata is not Base64.")
                }
                found.append(try TrustedCertificate(der: octets, allowingSmallKeys: true))
            }
        }
        certificates = found
        guard !found.isEmpty else { throw XMLError(.key, "The metadata has no certificate for signatures.") }
    }
}

extension IdentityProviderMetadata {
    /// What is examined in the metadata.
    static let requirements: [PartyRequirement] = [
        .metadataValidUntil, .metadataAddresses, .metadataCertificate, .metadataKeySize, .metadataSignature,
    ]

    /// Returns what is examined in the metadata.
    ///
    /// - Parameter now: The instant of the run.
    /// - Returns: The checks.
    package func checks(at now: Date) -> [PartyCheck] {
        let end = validUntil.flatMap(SAMLInstant.parse)
        let open = locations.filter { address in
            guard let read = WebAddress(address) else { return true }
            return read.origin.scheme != "https" && AllowedAddresses.Reach(read.origin.name) != .loopback
                && read.origin.name != "localhost"
        }
        let expired = certificates.first { $0.notValidAfter < now || $0.notValidBefore > now }
        let small = certificates.first { ($0.rsaBits ?? 4096) < 2048 }
        return [
            PartyCheck(
                .metadataValidUntil,
                failure: validUntil.flatMap { text in
                    guard let end else { return "validUntil '\(text.prefix(64))' is not an instant" }
                    return end <= now ? "validUntil \(text.prefix(64)) has passed" : nil
                }),
            PartyCheck(.metadataAddresses, failure: open.first.map { "'\($0.prefix(256))' is not an https address" }),
            PartyCheck(
                .metadataCertificate,
                failure: expired.map {
                    "the certificate is valid from \(SAMLInstant.format($0.notValidBefore)) to "
                        + SAMLInstant.format($0.notValidAfter)
                }),
            PartyCheck(.metadataKeySize, failure: small.map { "the key has \($0.rsaBits ?? 0) bits" }),
            PartyCheck(
                .metadataSignature,
                .notShown(isSigned ? "the run has no certificate for it" : "the metadata are not signed")),
        ]
    }
}

extension PartyRequirement {
    static let metadataSignature = PartyRequirement(
        "metadataSignature", "A signature of the metadata is valid.", "SAML Metadata 2.0, 3", isRequired: false)
    static let metadataValidUntil = PartyRequirement(
        "metadataValidUntil", "Metadata whose validUntil has passed must not be used.", "SAML Metadata 2.0, 2.3.2")
    static let metadataAddresses = PartyRequirement(
        "metadataAddresses", "Passwords and assertions travel by https only.", "SAML Bindings 2.0, 3.5.5.1",
        isRequired: false)
    static let metadataCertificate = PartyRequirement(
        "metadataCertificate", "The certificate of the signatures has not expired.", "Differences, S-179",
        isRequired: false)
    static let metadataKeySize = PartyRequirement(
        "metadataKeySize", "An RSA key has at least 2048 bits.", "NIST SP 800-131A", isRequired: false)
}
