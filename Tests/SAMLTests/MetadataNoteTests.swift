import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// Certificates from SAML metadata that is no longer valid, or of another entity: the response is valid, with a note.
struct MetadataNoteTests {
    /// The notes about a valid response whose issuer is trusted by metadata.
    private static func notes(entityID: String = SAMLWorld.issuer, _ change: (String) -> String) throws -> [String] {
        let certificate = try TrustedCertificate(pem: TestKeys.provider.certificate)
        let metadata = EntityMetadata(
            entityID: entityID, role: .identityProvider(singleSignOn: [], attributes: [], nameFormats: []),
            certificates: [certificate])
        let validator = try ResponseValidator(certificates: TrustedCertificate.all(in: change(metadata.xml())))
        let verdict = validator.validate(
            Data(try SAMLWorld.response(signed: .both).utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
        return try #require(verdict.verified).notes.filter { $0.contains("metadata") }
    }

    private static func expired(_ end: String) -> [String] {
        ["The metadata of '\(SAMLWorld.issuer)', which has the certificate, expired at \(end) (validUntil)."]
    }

    /// The ends of the validity of the entity, its role and the list around it, and the end that has passed.
    static let ends: [(entity: String?, role: String?, list: String?, expired: String?)] = [
        (nil, nil, nil, nil), ("2026-01-01T00:00:01Z", nil, nil, nil), ("2026-01-01T00:00:00Z", nil, nil, nil),
        ("2030-01-01T00:00:00Z", "2025-12-31T23:59:59Z", nil, "2025-12-31T23:59:59Z"),
        (nil, nil, "2025-12-31T23:59:59Z", "2025-12-31T23:59:59Z"), (nil, nil, "2030-01-01T00:00:00Z", nil),
        ("2025-01-02T00:00:00Z", "2025-01-01T00:00:00Z", "2025-01-03T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("2026-01-01T01:00:00+02:00", nil, nil, "2025-12-31T23:00:00Z"), ("soon", nil, nil, nil),
    ]

    @Test("has expired at the earliest validUntil around the certificate")
    func validity() throws {
        func attribute(_ end: String?) -> String { end.map { " validUntil=\"\($0)\"" } ?? "" }
        for (entity, role, list, end) in Self.ends {
            let notes = try Self.notes { xml in
                let one = xml.replacing("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "")
                    .replacing(" entityID=", attribute(entity) + " entityID=")
                    .replacing("<md:IDPSSODescriptor", "<md:IDPSSODescriptor" + attribute(role))
                return list == nil
                    ? one
                    : "<md:EntitiesDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\"\(attribute(list))>"
                        + "<md:EntitiesDescriptor>\(one)</md:EntitiesDescriptor></md:EntitiesDescriptor>"
            }
            // At its end it is no longer valid.
            let isNow = entity == "2026-01-01T00:00:00Z"
            #expect(notes == (isNow ? entity : end).map(Self.expired) ?? [], "\(String(describing: entity))")
        }
    }

    @Test("is of another entity than the issuer")
    func entity() throws {
        #expect(try Self.notes { $0 } == [])
        #expect(
            try Self.notes(entityID: "https://other.example") { $0 } == [
                "The certificate is from the metadata of 'https://other.example', and the issuer is '\(SAMLWorld.issuer)'."
            ])
    }
}
