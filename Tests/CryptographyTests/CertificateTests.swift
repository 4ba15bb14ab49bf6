import Foundation
import TestSupport
import Testing

@testable import TVSimCryptography

@Suite("A certificate") struct CertificateTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func authority() throws -> (certificate: Certificate, key: CurvePrivateKey) {
        let key = try #require(CurvePrivateKey.generated())
        let certificate = try #require(
            CertificateRequest(
                organization: "tvsim", commonName: "authority", notValidBefore: now,
                notValidAfter: now.addingTimeInterval(86_400 * 36_500)
            ).signed(for: key.publicKey, by: nil, key))
        return (certificate, key)
    }

    @Test("of an authority and one of a server are accepted by openssl's strict verification")
    func chain() throws {
        let (authority, key) = try authority()
        #expect(authority.isAuthority && authority.subject == "CN=authority,O=tvsim")
        #expect(authority.notValidBefore == now && authority.notValidAfter == now.addingTimeInterval(86_400 * 36_500))
        let server = try #require(CurvePrivateKey.generated())
        let leaf = try #require(
            CertificateRequest(
                organization: "tvsim", commonName: "server", notValidBefore: now,
                notValidAfter: now.addingTimeInterval(86_400), hosts: ["localhost", "127.0.0.1", "::1", "DNS:a,b"]
            ).signed(for: server.publicKey, by: authority, key))
        #expect(!leaf.isAuthority && leaf.subjectPublicKeyInfo == server.publicKey.der)
        let files = ["authority": Data(authority.pem.utf8), "leaf": Data(leaf.pem.utf8)]
        let options = ["-x509_strict", "-purpose", "sslserver", "-attime", "1767229200", "-CAfile", "authority"]
        for host in [["-verify_hostname", "localhost"], ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"]] {
            #expect(try OpenSSLProgram.run(["verify"] + options + host + ["leaf"], files: files) != nil)
        }
        for host in [["-verify_hostname", "a"], ["-verify_ip", "127.0.0.2"]] {
            #expect(try OpenSSLProgram.run(["verify"] + options + host + ["leaf"], files: files) == nil)
        }
        let shown = try #require(
            try OpenSSLProgram.run(["x509", "-in", "leaf", "-noout", "-text", "-out", "out"], files: files))
        let text = String(decoding: shown, as: UTF8.self)
        for part in [
            "Version: 3", "ecdsa-with-SHA256", "X509v3 Basic Constraints: critical\n                CA:FALSE",
            "X509v3 Key Usage: critical\n                Digital Signature\n", "TLS Web Server Authentication",
            "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier", "DNS:localhost, IP Address:127.0.0.1",
        ] {
            #expect(text.contains(part), "\(part) is missing in \(text)")
        }
        let pem = try #require(key.pem)
        let read = try #require(CurvePrivateKey(pem: pem))
        #expect(read.publicKey.der == authority.subjectPublicKeyInfo)
    }

    @Test("of an authority without a key identifier gets the digest of its key in the server's certificate")
    func keyIdentifier() throws {
        let key = try #require(CurvePrivateKey.generated())
        let config = "[req]\ndistinguished_name=n\nx509_extensions=e\n[n]\n[e]\nbasicConstraints=critical,CA:TRUE\n"
        let pem = try #require(key.pem)
        let files = ["key": Data(pem.utf8), "config": Data(config.utf8)]
        let made = try #require(
            try OpenSSLProgram.run(
                ["req", "-x509", "-new", "-config", "config", "-key", "key", "-subj", "/CN=own", "-out", "out"],
                files: files))
        let authority = try #require(Certificate(pem: String(decoding: made, as: UTF8.self)))
        let leaf = CertificateRequest(
            organization: "tvsim", commonName: "server", notValidBefore: now, notValidAfter: now, hosts: ["localhost"]
        ).signed(for: key.publicKey, by: authority, key)
        let digest = Hash.sha1.digest(of: authority.subjectPublicKeyInfo.suffix(65))
        #expect(try #require(leaf).der.range(of: Data([0x30, 0x16, 0x80, 0x14]) + digest) != nil)
    }

    @Test("is not made for a host that is not ASCII")
    func unicode() throws {
        let (authority, key) = try authority()
        let request = CertificateRequest(
            organization: "tvsim", commonName: "server", notValidBefore: now, notValidAfter: now, hosts: ["café"])
        #expect(request.signed(for: key.publicKey, by: authority, key) == nil)
    }

    @Test(
        "has a subject as RFC 4514 writes it",
        arguments: [
            ("/O=tvsim tests/CN=provider", "CN=provider,O=tvsim tests"),
            ("/C=DE/ST=a/L=b/street=c/OU=d/DC=e/emailAddress=f", "E=f,DC=e,OU=d,STREET=c,L=b,ST=a,C=DE"),
            ("/O=a+CN=b/CN=c", "CN=c,CN=b+O=a"), ("/CN=a, b; \"c\" <d>", #"CN=a\, b\; \"c\" \<d\>"#),
            ("/CN=#a ", ##"CN=\#a\ "##), ("/CN=b\\\\c", #"CN=b\\c"#), ("/CN=é", "CN=é"), ("/title=x", "2.5.4.12=x"),
        ])
    func subject(_ given: String, _ expected: String) throws {
        let made = try #require(
            try OpenSSLProgram.run(
                [
                    "req", "-x509", "-new", "-utf8", "-multivalue-rdn", "-key", "key", "-subj", given, "-out", "out",
                ], files: ["key": Data(TestKeys.provider.privateKey.utf8)]))
        let subject = Certificate(pem: String(decoding: made, as: UTF8.self))?.subject
        // The order of the attributes in one part is that of their DER.
        #expect(subject == expected || subject == expected.replacing("CN=b+O=a", with: "O=a+CN=b"))
    }
}
