import Foundation
import TVSimCryptography
import TVSimXMLSecurity
import TestSupport
import Testing

/// Two causes, two sentences: what people give instead of a certificate or a key.
@Suite("A text instead of a certificate or key") struct KeyCauseTests {
    @Test("is told by its kind, for a certificate")
    func certificates() throws {
        let pem = TestKeys.provider.certificate
        let der = try TrustedCertificate(pem: pem).derBytes
        let oneLine = pem.replacingOccurrences(of: "\n", with: "\\n")
        let hexadecimal = try TrustedCertificate(pem: pem).fingerprint
        let utf16 = try #require(pem.data(using: .utf16LittleEndian))
        let metadata = { (content: String) in
            "<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"https://idp.example\">"
                + "<md:IDPSSODescriptor><md:KeyDescriptor><ds:KeyInfo xmlns:ds=\"\(XMLNamespace.signature)\"><ds:X509Data>"
                + "<ds:X509Certificate>\(content)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
                + "</md:IDPSSODescriptor></md:EntityDescriptor>"
        }
        #expect(try TrustedCertificate.all(in: metadata(der.base64EncodedString())).map(\.derBytes) == [der])
        let rows: [(String, String, String)] = [
            ("nothing", "is empty", " \n"),
            ("written line breaks", "'\\n'", oneLine),
            ("written line breaks in quotes", "in quotes", "\"\(oneLine)\""),
            ("UTF-16", "UTF-16", (Data([0xFF, 0xFE]) + utf16).base64EncodedString()),
            ("two in one", "2 certificates", metadata((der + der).base64EncodedString())),
            ("a fingerprint", "is a fingerprint (SHA-256", hexadecimal),
            (
                "a fingerprint of SHA-1", "is a fingerprint (SHA-1",
                "AB:" + Array(repeating: "CD", count: 19).joined(separator: ":")
            ),
            ("an address", "URL", "https://idp.example/metadata"),
            ("keys in JSON", "JWKS", "{\"keys\":[{\"kty\":\"RSA\"}]}"),
            ("JSON", "is JSON", "{\"certificate\":\"AAAA\"}"),
            ("SSH", "SSH", "ssh-rsa AAAA me@example"),
            ("metadata that is cut", "not a multiple of 4", metadata("AAAAA")),
            ("base64url", "base64url", der.base64EncodedString().replacingOccurrences(of: "/", with: "_")),
            ("PEM that is cut", "truncated", String(pem.dropLast(40))),
            ("PEM with another character", "U+0025", pem.replacingOccurrences(of: "MII", with: "%II")),
        ]
        expectTwoSentences(
            for: rows.map { cause, names, text in
                let error = #expect(throws: XMLError.self, "\(cause)") { try TrustedCertificate.all(in: text) }
                #expect(error?.policy == .key, "\(cause)")
                return Cause(cause, names: names, said: error?.description ?? "")
            })
    }

    @Test("is told by its kind, for a key that decrypts, without a part of the key")
    func keys() throws {
        let (rsa, curve) = (TestKeys.provider.privateKey, TestKeys.prime256v1.privateKey)
        let lines = rsa.components(separatedBy: "\n")
        #expect(try DecryptionKey.all(pem: rsa).count == 1)
        let rows: [(String, String, String)] = [
            ("nothing", "is empty", ""), ("text", "no line with BEGIN", "secret"),
            ("another kind", "EC", curve), ("a certificate", "'CERTIFICATE'", TestKeys.provider.certificate),
            ("cut", "is cut", lines.dropLast(3).joined(separator: "\n")),
            ("damaged", "damaged", (lines.prefix(2) + lines.dropFirst(3)).joined(separator: "\n")),
            ("too short", "512 bits", Self.short),
            ("written line breaks", "'\\n'", rsa.replacingOccurrences(of: "\n", with: "\\n")),
        ]
        expectTwoSentences(
            for: rows.map { cause, names, text in
                let error = #expect(throws: XMLError.self, "\(cause)") { try DecryptionKey.all(pem: text) }
                #expect(error?.policy == .key, "\(cause)")
                return Cause(cause, names: names, said: error?.description ?? "")
            }, secrets: [String(lines[1].prefix(24))])
    }

    /// An RSA key of 512 bits.
    private static let short = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIBOgIBAAJBANDdSWQd+rQ4YIHwouIG3o81S1zr+0Hp9npeOMQmRCYZmkUnS+P7
        H4c5nJD5vPgRlFL+y+Kr/Spzi2NRGQLz/BUCAwEAAQJAJ+32Jua4VBXnFVBcw1tO
        1w/4PWZ73WkODuzOa2lpY+LubY3uKPAGOVv0hNAksRAgXn9o7Kv/ksFqq+QDM2lZ
        IQIhAPsXOQdB0eYOBQUetgA/53j/nOrQLLTk33TtQNv48wA9AiEA1PK1sjIa22oU
        5zMSz603YQymMnlbQS/MKp8zYXD5ELkCIAKiy8Z3umxf2U2kdOSrxxJOHKeaZ92+
        SVpA411rz6FBAiEAqKC+IyssO14IyYCXP9+CABcdMNEK41bvTT0eWeY1RPkCIBvx
        XIF0oAUafJ5JvXqgepMCFzqzSR3cQIS8LFtYW/OT
        -----END RSA PRIVATE KEY-----
        """
}
