import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// What a valid response was not compared with, and the values that metadata gives.
struct UncheckedValueTests {
    private static let values: [(ValidationFailure.Policy, [String])] = [
        (.issuer, [SAMLWorld.issuer]), (.recipient, [SAMLWorld.recipient]), (.inResponseTo, [SAMLWorld.request]),
        (.audience, [SAMLWorld.audience]),
    ]

    private static func unchecked(
        _ response: String, _ change: (inout ResponseRequirements) -> Void
    ) throws -> [UncheckedValue] {
        var requirements = SAMLWorld.requirements()
        change(&requirements)
        return try #require(SAMLWorld.judge(response, requirements).verified).unchecked
    }

    @Test("names exactly the values that no requirement compares, with what the response has")
    func names() throws {
        let response = try SAMLWorld.response()
        #expect(try Self.unchecked(response) { _ in } == [])
        let all = try Self.unchecked(response) { $0 = ResponseRequirements() }
        #expect(all.map(\.policy) == Self.values.map(\.0) && all.map(\.found) == Self.values.map(\.1))
        let changes: [(ValidationFailure.Policy, (inout ResponseRequirements) -> Void)] = [
            (.issuer, { $0.issuer = nil }), (.recipient, { $0.recipient = nil }),
            (.inResponseTo, { $0.inResponseTo = nil }), (.audience, { $0.audience = nil }),
        ]
        for (policy, change) in changes {
            #expect(try Self.unchecked(response, change).map(\.policy) == [policy])
        }
        // A response that must be unsolicited was compared: it answers no request.
        let unsolicited = try SAMLWorld.response { $0.inResponseTo = nil }
        let loose = try Self.unchecked(unsolicited) { ($0.inResponseTo, $0.unsolicited) = (nil, true) }
        #expect(loose == [])
    }

    @Test("lists different values once each, and says if there is none")
    func found() throws {
        let moved = try Self.unchecked(SAMLWorld.response { $0.destination = "https://sp.example/other" }) {
            $0.recipient = nil
        }
        #expect(moved.map(\.found) == [[SAMLWorld.recipient, "https://sp.example/other"]])
        let unsolicited = try Self.unchecked(SAMLWorld.response { $0.inResponseTo = nil }) { $0.inResponseTo = nil }
        #expect(unsolicited.map(\.found) == [[]])
        #expect(unsolicited.map(\.summary) == ["inResponseTo (the response has none)"])
    }

    // MARK: - Metadata

    private static func metadata(_ entityID: String = SAMLWorld.audience, consumers: [String]) -> String {
        let services = consumers.enumerated().map { index, location in
            "<md:AssertionConsumerService index=\"\(index)\" Location=\"\(location)\""
                + " Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST\"/>"
        }
        return "<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"\(entityID)\">"
            + "<md:SPSSODescriptor>\(services.joined())<md:AssertionConsumerService index=\"9\" Location=\"https://a.example\""
            + " Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact\"/></md:SPSSODescriptor></md:EntityDescriptor>"
    }

    private static func providerMetadata(_ entityID: String = SAMLWorld.issuer) throws -> String {
        EntityMetadata(
            entityID: entityID, role: .identityProvider(singleSignOn: [], attributes: [], nameFormats: []),
            certificates: [try TrustedCertificate(pem: TestKeys.provider.certificate)]
        ).xml()
    }

    private static func verdict(_ members: Members) throws -> ValidationVerdict {
        let given = ParsedOptions(json: members)
        let options = try ValidationOptions(given)
        return try options.check(in: given).verdict(of: Data(options.response.utf8), at: SAMLWorld.now)
    }

    @Test("takes the issuer, the audience and the recipient from metadata, unless an option names them")
    func fromMetadata() throws {
        let known: Members = [
            "response": .string(try SAMLWorld.response()),
            "certificates": .array([.string(try Self.providerMetadata())]),
            "spMetadata": .string(Self.metadata(consumers: [SAMLWorld.recipient, SAMLWorld.recipient])),
        ]
        func verdict(_ changes: Members) throws -> ValidationVerdict { try Self.verdict(known.merging(changes) { $1 }) }
        let believed = try #require(try verdict([:]).verified)
        #expect(believed.unchecked.map(\.policy) == [.inResponseTo])
        let several = Self.metadata(consumers: [SAMLWorld.recipient, "https://sp.example/second"])
        let chosen = try verdict(["spMetadata": .string(several), "recipient": .string(SAMLWorld.recipient)])
        #expect(chosen.verified?.unchecked.map(\.policy) == [.inResponseTo])
        let rows: [(Members, [ValidationFailure.Policy])] = [
            (["certificates": .array([.string(try Self.providerMetadata("https://other.example"))])], [.issuer]),
            (
                ["spMetadata": .string(Self.metadata("https://other.example", consumers: [SAMLWorld.recipient]))],
                [.audience]
            ),
            (
                ["spMetadata": .string(Self.metadata(consumers: ["https://other.example"]))],
                [.destination, .recipient]
            ),
            (["audience": "https://other.example"], [.audience]), (["issuer": "https://other.example"], [.issuer]),
        ]
        for (changes, policies) in rows { #expect(try verdict(changes).failures.map(\.policy) == policies) }
        // The metadata of two providers names no single issuer.
        let both: JSONValue = [
            .string(try Self.providerMetadata()), .string(try Self.providerMetadata("https://other.example")),
        ]
        #expect(try verdict(["certificates": both]).verified?.unchecked.map(\.policy) == [.issuer, .inResponseTo])
    }

    @Test("refuses metadata that names no recipient, and says what to do")
    func refusedMetadata() throws {
        let rows = [
            (try Self.providerMetadata(), "describes no service provider"), ("x", "expected XML"),
            (Self.metadata(consumers: []), "give the address with 'recipient'"),
            (Self.metadata(consumers: ["https://a.example", "https://b.example"]), "choose one with 'recipient'"),
            (Self.metadata("", consumers: [SAMLWorld.recipient]), "has no entityID"),
            ("<a/>", "0 elements <EntityDescriptor>"), ("<a>", "not well-formed"),
        ]
        for (metadata, part) in rows {
            let error = #expect(throws: CommandError.self) {
                try Self.verdict([
                    "response": .string(try SAMLWorld.response()),
                    "certificates": .array([.string(TestKeys.provider.certificate)]), "spMetadata": .string(metadata),
                ])
            }
            #expect(error?.reason.hasPrefix("spMetadata: ") == true && error?.reason.contains(part) == true, "\(part)")
        }
    }
}
