import Foundation
import TVSimCryptography

/// What a party does with the key of a certificate (SAML Metadata 2.0, 2.4.1.1).
package enum CertificateUse: String, Sendable {
    /// It signs messages.
    case signing
    /// It decrypts what others encrypt for it.
    case encryption
}

/// Reads certificates in the forms in which identity providers hand them out.
///
/// They are PEM (RFC 7468), DER, PKCS #7 (`.p7b`), Base64 without lines around it, and SAML metadata. A text of another
/// kind, such as a key, is an error that names the kind.
enum CertificateText {
    /// The most bytes of a text: a chain of certificates has about 10 KB, metadata with logos a few hundred.
    private static let longest = 1 << 20
    private static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"

    /// Returns the DER of each certificate in a text; at least one.
    ///
    /// - Throws: ``XMLError`` with `key` if the text has no certificate, and of `XMLTree` for malformed metadata.
    static func certificates(in text: String, for use: CertificateUse = .signing) throws(XMLError) -> [Data] {
        guard text.utf8.count <= longest else {
            throw refusal("has \(text.utf8.count) bytes; the maximum for certificates is \(longest)")
        }
        if text.contains("-----BEGIN ") { return try blocks(of: text) }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.first == "<" { return try certificates(inMetadata: Data(start.utf8), for: use) }
        guard let octets = StrictBase64.octets(text) else {
            throw refusal(
                ForeignText.kind(of: text)
                    ?? "is not a certificate in PEM, DER, Base64, PKCS #7 or SAML metadata: as Base64 it "
                    + (StrictBase64.flaw(in: text) ?? "is damaged"))
        }
        // A fingerprint in hexadecimal is Base64 too.
        do { return try certificates(inDER: octets) } catch {
            throw ForeignText.kind(of: text).map(refusal) ?? error
        }
    }

    private static func refusal(_ text: String) -> XMLError { XMLError(.key, "The text \(text).") }

    // MARK: - PEM

    /// Returns the DER of each certificate in a PEM text; at least one.
    static func blocks(of text: String) throws(XMLError) -> [Data] {
        let (blocks, truncated) = PEM.blocks(in: text)
        var found: [Data] = []
        for block in blocks {
            switch block.label {
            case "CERTIFICATE", "X509 CERTIFICATE":
                guard let octets = StrictBase64.octets(block.content) else {
                    let flaw = StrictBase64.flaw(in: block.content) ?? "is damaged"
                    throw refusal(
                        ForeignText.hasWrittenLineBreaks(text)
                            ? ForeignText.kind(of: text) ?? flaw
                            : "is not a certificate in PEM format: block \(found.count + 1) \(flaw)")
                }
                found.append(octets)
            case "PKCS7", "CMS":
                found += StrictBase64.octets(block.content).flatMap(Certificate.inPKCS7) ?? []
            default: break
            }
        }
        if truncated == "CERTIFICATE" {
            throw found.isEmpty
                ? refusal("is not a certificate in PEM format: it is truncated")
                : XMLError(.key, "The last certificate is truncated.")
        }
        guard found.isEmpty else { return found }
        throw refusal(
            blocks.first.map { kind(ofPEM: $0.label) } ?? ForeignText.kind(of: text)
                ?? "is not a certificate in PEM format: it has no block with BEGIN and END")
    }

    private static func kind(ofPEM label: String) -> String {
        let kind =
            switch label {
            case let name where name.hasSuffix("PRIVATE KEY"): "a private key"
            case let name where name.hasSuffix("PUBLIC KEY"): "a public key"
            case let name where name.hasSuffix("CERTIFICATE REQUEST"): "a certificate request"
            case "PKCS7", "CMS": "PKCS #7 without a certificate"
            default: "'\(label.prefix(40))' in PEM"
            }
        return "is \(kind): expected the certificate"
    }

    // MARK: - DER

    private static func certificates(inDER octets: Data) throws(XMLError) -> [Data] {
        if Certificate(der: octets) != nil { return [octets] }
        if let found = Certificate.inPKCS7(octets) {
            guard !found.isEmpty else { throw refusal("is PKCS #7 without a certificate") }
            return found
        }
        let kind =
            PublicKey(der: octets) != nil
            ? "a public key" : RSAPrivateKey.isPrivateKey(der: octets) ? "a private key" : nil
        if let kind { throw refusal("is \(kind): expected the certificate") }
        // A text that was Base64 twice, such as the Base64 of a PEM file.
        if let inner = String(validating: octets, as: UTF8.self), inner.contains("-----BEGIN ") {
            return try blocks(of: inner)
        }
        throw refusal(
            ForeignText.kind(of: octets) ?? "is not a certificate: its content is neither X.509 nor PKCS #7")
    }

    // MARK: - Metadata

    /// Returns the certificates of the party that metadata describe: those of the identity provider for signing, those
    /// of the service provider for encryption, or of any role if it has none.
    ///
    /// A certificate without a use has both.
    private static func certificates(inMetadata text: Data, for use: CertificateUse) throws(XMLError) -> [Data] {
        let root = try XMLTree(text).root()
        guard root.isNamed("EntityDescriptor", metadata) || root.isNamed("EntitiesDescriptor", metadata) else {
            throw refusal("is XML with <\(root.name)>: expected a certificate, or metadata with <EntityDescriptor>")
        }
        let entities =
            root.name == "EntityDescriptor"
            ? [root] : descendants(of: root) { $0.isNamed("EntityDescriptor", metadata) }
        guard entities.count == 1 else {
            throw refusal("is metadata of \(entities.count) entities: expected those of one identity provider")
        }
        let role = use == .signing ? "IDPSSODescriptor" : "SPSSODescriptor"
        let providers = entities[0].children(role, metadata)
        var (found, known): ([Data], Set<Data>) = ([], [])
        for role in providers.isEmpty ? entities[0].children : providers {
            for key in role.children("KeyDescriptor", metadata)
            where key.attribute("use") ?? use.rawValue == use.rawValue {
                for holder in descendants(of: key, { $0.isNamed("X509Certificate", XMLNamespace.signature) }) {
                    let text = try holder.text()
                    guard let octets = StrictBase64.octets(text) else {
                        throw refusal(
                            "is metadata with a certificate that is not Base64: it "
                                + (StrictBase64.flaw(in: text) ?? "is damaged"))
                    }
                    if known.insert(octets).inserted { found.append(octets) }
                }
            }
        }
        guard !found.isEmpty else {
            throw refusal(
                "is metadata without a certificate for \(use.rawValue): '\((entities[0].attribute("entityID") ?? "").prefix(256))' has "
                    + "none in a KeyDescriptor for \(use.rawValue)")
        }
        return found
    }

    private static func descendants(of top: XMLElement, _ isWanted: (XMLElement) -> Bool) -> [XMLElement] {
        var (found, open): ([XMLElement], [XMLElement]) = ([], top.children.reversed())
        while let element = open.popLast() {
            if isWanted(element) { found.append(element) } else { open += element.children.reversed() }
        }
        return found
    }
}
