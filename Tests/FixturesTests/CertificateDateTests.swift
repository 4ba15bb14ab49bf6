import Foundation
import TVSimFixtures
import TVSimXMLSecurity
import TestSupport
import Testing

/// Certificates of the simulation are valid at every instant of its clock.
///
/// A reader that checks their dates must not find a second defect in a fixture.
struct CertificateDateTests {
    /// The cases about the dates of a certificate.
    private static let outOfDate = ["expiredCertificate": false, "notYetValidCertificate": true]

    private static var sources: URL {
        Repository.root.appending(path: "Sources")
    }

    @Test("Every certificate in the sources is valid from 2000 to the end of 9999")
    func builtIn() throws {
        let first = try Date("2000-01-01T00:00:00Z", strategy: .iso8601)
        let last = try Date("9999-12-31T23:59:59Z", strategy: .iso8601)
        let files = FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
        var count = 0
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let blocks = text.matches(
                of: #/-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+\/=\s]+?)-----END CERTIFICATE-----/#)
            for block in blocks {
                let der = try #require(StrictBase64.octets(String(block.1)))
                let certificate = try TrustedCertificate(der: der)
                #expect(certificate.notValidBefore == first, "\(certificate.subject)")
                #expect(certificate.notValidAfter == last, "\(certificate.subject)")
                count += 1
            }
        }
        #expect(count >= 7)
    }

    @Test("Every certificate of a fixture is valid at its instant, except in the two cases about dates")
    func fixtures() throws {
        let set = try FixtureSet(FixtureCatalog.cases.filter { $0.response != nil }, seed: 0)
        for entry in set.manifest.cases {
            let pinned = try #require(entry.files["certificate"].flatMap { set.files[$0.path] })
            var certificates = [try TrustedCertificate(pem: String(decoding: pinned, as: UTF8.self))]
            let document = entry.files["xml"].flatMap { set.files[$0.path] } ?? Data()
            let shown = String(decoding: document, as: UTF8.self)
                .matches(of: #/<ds:X509Certificate>([^<]+)<\/ds:X509Certificate>/#)
            certificates += shown.compactMap { StrictBase64.octets(String($0.1)) }
                .compactMap { try? TrustedCertificate(der: $0) }
            for certificate in certificates {
                let isEarly = FixtureCase.instant < certificate.notValidBefore
                let isLate = FixtureCase.instant > certificate.notValidAfter
                switch Self.outOfDate[entry.name] {
                case true?: #expect(isEarly && !isLate, "\(entry.name)")
                case false?: #expect(isLate && !isEarly, "\(entry.name)")
                case nil: #expect(!isEarly && !isLate, "\(entry.name): \(certificate.subject)")
                }
            }
        }
    }
}
