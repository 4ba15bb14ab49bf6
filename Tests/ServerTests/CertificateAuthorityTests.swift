import Foundation
import TVSimCryptography
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimServer

@Suite("The certificates of a server")
struct CertificateAuthorityTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day: TimeInterval = 86_400

    @Test("begin a day early, for clients whose clock is behind, and end after ten years or 397 days")
    func dates() throws {
        let authority = try CertificateAuthority(at: Self.now)
        #expect(authority.certificate.notValidBefore == Self.now - Self.day)
        #expect(authority.certificate.notValidAfter == Self.now + 3_650 * Self.day)
        let leaf = try #require(
            Certificate(pem: try authority.issue(for: ["localhost"], at: Self.now).certificatePEM))
        #expect(leaf.notValidBefore == Self.now - Self.day && leaf.notValidAfter == Self.now + 397 * Self.day)
        #expect(!leaf.isAuthority && authority.certificate.isAuthority)
        // No certificate outlives its authority.
        let late = try authority.issue(for: ["localhost"], at: Self.now + 3_600 * Self.day)
        #expect(Certificate(pem: late.certificatePEM)?.notValidAfter == authority.certificate.notValidAfter)
    }

    @Test("are read again from the first to the last moment of the authority, and not a second more")
    func validity() throws {
        let authority = try CertificateAuthority(at: Self.now)
        let (certificate, key) = (authority.certificatePEM, try authority.keyPEM())
        for (seconds, isValid) in [
            (-Self.day, true), (-Self.day - 1, false), (3_650 * Self.day, true), (3_650 * Self.day + 1, false),
        ] {
            let read = Result { () throws(CertificateAuthority.Damage) in
                try CertificateAuthority(certificatePEM: certificate, keyPEM: key, at: Self.now + seconds)
            }
            #expect((try? read.get()) != nil || !isValid, "\(seconds)")
            if case .failure(let damage) = read {
                #expect(!isValid && !damage.isInKey && damage.reason == "has expired or is not valid yet")
            }
        }
    }

    @Test("of a server are not those of an authority")
    func leaf() throws {
        let identity = try CertificateAuthority(at: Self.now).issue(for: ["localhost"], at: Self.now)
        let damage = #expect(throws: CertificateAuthority.Damage.self) {
            try CertificateAuthority(certificatePEM: identity.certificatePEM, keyPEM: identity.keyPEM, at: Self.now)
        }
        #expect(damage?.isInKey == false && damage?.reason == "is not the certificate of a certificate authority")
    }

    @Test("cannot have a host that is not ASCII")
    func host() throws {
        let authority = try CertificateAuthority(at: Self.now)
        let error = #expect(throws: CommandError.self) { try authority.issue(for: ["ä.example"], at: Self.now) }
        #expect(error?.code == .unwritable)
    }
}
