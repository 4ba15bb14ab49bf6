import Foundation
import TVSimCryptography
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// A certificate that is trusted by its fingerprint alone, so that the response must show it.
@Suite("A fingerprint of a certificate") struct FingerprintTests {
    private static func digits(_ pair: TestKeyPair, _ hash: Hash = .sha256) throws -> String {
        hash.digest(of: try TrustedCertificate(pem: pair.certificate).derBytes)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A response of the provider of the tests, which shows its certificate or not.
    private static func response(signed: SignedElements = .assertion, shows: Bool = true) throws -> Data {
        var issuer = try SAMLWorld.issuer()
        if !shows { issuer.recipe.keyInfo = .absent }
        let xml = try issuer.issue(SAMLWorld.content, signed: signed)
        return Data(try #require(xml).utf8)
    }

    private static func check(
        _ fingerprints: [String], certificates: [String] = [], allowsSHA1: Bool = false
    ) throws -> ResponseCheck {
        var keys = ResponseCheck.Keys()
        (keys.fingerprints, keys.allowsSHA1) = (fingerprints, allowsSHA1)
        var check = try ResponseCheck(certificates: certificates, keys: keys)
        check.requirements = SAMLWorld.requirements()
        return check
    }

    @Test(
        "accepts a response that shows the certificate, in each spelling of the fingerprint", arguments: [true, false])
    func accepted(isLong: Bool) throws {
        let plain = try Self.digits(TestKeys.provider, isLong ? .sha256 : .sha1)
        let pairs = stride(from: 0, to: plain.count, by: 2).map { String(plain.dropFirst($0).prefix(2)) }
        let spellings = [
            plain, plain.uppercased(), pairs.joined(separator: ":"), pairs.joined(separator: " "),
            "sha256 Fingerprint=" + pairs.joined(separator: ":").uppercased() + "\n",
        ]
        for fingerprint in spellings {
            let check = try Self.check([fingerprint], allowsSHA1: !isLong)
            for signed in [SignedElements.assertion, .response, .both] {
                let verdict = check.verdict(of: try Self.response(signed: signed), at: SAMLWorld.now)
                #expect(verdict.failures.isEmpty, "\(fingerprint): \(verdict.failures)")
            }
        }
    }

    @Test("refuses a response that shows no certificate or another, and one with another key's signature")
    func refused() throws {
        let (own, other) = (try Self.digits(TestKeys.provider), try Self.digits(TestKeys.impostor))
        let forged = try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .wrongKey)
        let rows: [(response: Data, fingerprints: [String], isValid: Bool)] = [
            (try Self.response(), [own], true), (try Self.response(), [other, own], true),
            (try Self.response(shows: false), [own], false), (try Self.response(), [other], false),
            (Data(try #require(forged).utf8), [own], false),
        ]
        for (response, fingerprints, isValid) in rows {
            let verdict = try Self.check(fingerprints).verdict(of: response, at: SAMLWorld.now)
            #expect(verdict.failures.isEmpty == isValid, "\(verdict.failures)")
        }
        let told = try Self.check([other]).verdict(of: try Self.response(), at: SAMLWorld.now).failures.first?.reason
        #expect(told?.contains(own) == true && told?.contains(other) == true, "\(told ?? "")")
        // A certificate beside it still verifies what shows none.
        let both = try Self.check([other], certificates: [TestKeys.provider.certificate])
        #expect(both.verdict(of: try Self.response(shows: false), at: SAMLWorld.now).failures.isEmpty)
    }

    @Test("is refused itself if it is none, by another digest, or by SHA-1 without leave")
    func malformed() throws {
        let own = try Self.digits(TestKeys.provider)
        for text in [
            "", "x", String(own.dropLast()), own + "0", "z" + own.dropFirst(), try Self.digits(TestKeys.provider, .md5),
            try Self.digits(TestKeys.provider, .sha512), try Self.digits(TestKeys.provider, .sha1),
        ] {
            #expect(throws: XMLError.self, "\(text)") { try Self.check([text]) }
        }
        #expect(throws: MessageError.self) { try Self.check([]) }
    }
}
