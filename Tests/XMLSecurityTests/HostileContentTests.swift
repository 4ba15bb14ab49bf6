import Foundation
import TVSimCryptography
import TVSimXMLSecurity
import TestSupport
import Testing

/// What a signature or an encrypted element of an attacker can contain.
@Suite("Content of an attacker")
struct HostileContentTests {
    /// A certificate whose validity begins and ends at times that an issuer can write (RFC 5280, 4.1.2.5.2).
    private static func certificate(from start: String, to end: String) throws -> TrustedCertificate {
        let key = try #require(CurvePrivateKey.generated())
        let (first, last) = (Date(timeIntervalSince1970: 250_000_000_000), Date(timeIntervalSince1970: 250_000_086_400))
        let request = CertificateRequest(
            organization: "tvsim tests", commonName: "years", notValidBefore: first, notValidAfter: last)
        var der = try #require(request.signed(for: key.publicKey, by: nil, key)).der
        for (date, text) in [(first, start), (last, end)] {
            let written = date.ISO8601Format(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
                .replacingOccurrences(of: "T", with: "")
            try der.replaceSubrange(#require(der.range(of: Data(written.utf8))), with: Data(text.utf8))
        }
        return try TrustedCertificate(der: der)
    }

    @Test(
        "with a certificate of any year in KeyInfo is refused, and the certificate is named",
        arguments: [
            ("98920308122640Z", "98920309122640Z", "valid from 9892-03-08T12:26:40Z to 9892-03-09T12:26:40Z"),
            ("00000101000000Z", "99991231235959Z", "to 9999-12-31T23:59:59Z"),
            ("99991231235959Z", "00000229235959Z", "valid from 9999-12-31T23:59:59Z"),
        ])
    func years(start: String, end: String, named: String) throws {
        let other = try Self.certificate(from: start, to: end)
        var recipe = SignatureRecipe()
        recipe.keyInfo = .certificate(other)
        let impostor = try SigningIdentity(
            privateKeyPEM: TestKeys.impostor.privateKey, certificatePEM: TestKeys.impostor.certificate)
        let text = try EnvelopedSigner.sign("<r ID=\"_r\">", "</r>", id: "_r", with: impostor, recipe: recipe)
        let verifier = SignatureVerifier(certificates: [try TrustedCertificate(pem: TestKeys.provider.certificate)])
        let error = #expect(throws: XMLError.self) { try verifier.verify(XMLTree(Data(text.utf8)).root()) }
        #expect(error?.policy == .signature)
        #expect(error?.description.contains("KeyInfo contains another certificate") == true)
        #expect(error?.description.contains(named) == true, "\(error?.description ?? "")")
    }

    @Test("that is encrypted and not an element is refused", arguments: ContentEncryption.allCases)
    func plaintexts(_ algorithm: ContentEncryption) throws {
        var recipe = EncryptionRecipe(recipient: try TrustedCertificate(pem: TestKeys.provider.certificate))
        recipe.content = algorithm
        let decryptor = Decryptor(keys: try DecryptionKey.all(pem: TestKeys.provider.privateKey), allowsLegacy: true)
        func holder(of plaintext: String) throws -> XMLElement {
            try XMLTree(Data("<h>\(Encryptor.encrypt(plaintext, recipe))</h>".utf8)).root()
        }
        #expect(try decryptor.decrypt(holder(of: "<a>\n\n</a>")).name == "a")
        for plaintext in [
            "", " ", "\n\n", "text", "<a/><a/>", "</w>", "<a/></w><w>", String(repeating: "\0", count: 64),
        ] {
            let error = #expect(throws: XMLError.self) { try decryptor.decrypt(holder(of: plaintext)) }
            #expect(error?.policy == .encryption, "\(plaintext.debugDescription)")
            // Only a cipher that authenticates lets a plaintext be told apart.
            let told = algorithm.rawValue.hasSuffix("-gcm") ? "was decrypted, but" : "cannot be decrypted"
            #expect(error?.description.contains(told) == true)
        }
    }

    /// A key for each recipient is searched for each RetrievalMethod.
    @Test("with many references to keys is refused in one pass", .timeLimit(.minutes(1)))
    func retrievals() throws {
        let reference = "<ds:RetrievalMethod URI=\"#k\"/>"
        let key = "<xenc:EncryptedKey/>"
        let text = """
            <h xmlns:xenc="\(XMLNamespace.encryption)" xmlns:ds="\(XMLNamespace.signature)"><xenc:EncryptedData>\
            <xenc:EncryptionMethod Algorithm="\(ContentEncryption.aes256GCM.rawValue)"/>\
            <ds:KeyInfo>\(String(repeating: reference, count: 9_000))</ds:KeyInfo>\
            <xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>\
            \(String(repeating: key, count: 9_000))<xenc:EncryptedKey Id="k"/></h>
            """
        let holder = try XMLTree(Data(text.utf8)).root()
        let decryptor = Decryptor(keys: try DecryptionKey.all(pem: TestKeys.provider.privateKey))
        let error = #expect(throws: XMLError.self) { try decryptor.decrypt(holder) }
        #expect(error?.description == "The number of encrypted keys is 9001: expected 1 to 8.")
    }
}
