import Foundation
import TVSimSAML
import TVSimXMLSecurity
import Testing

@Suite("The place of a failure in a SAML response")
struct FailurePathTests {
    private static func path(_ xml: String, _ requirements: ResponseRequirements? = nil) throws -> [String?] {
        try SAMLWorld.judge(xml, requirements ?? SAMLWorld.requirements()).failures.map(\.path)
    }

    /// A change of the signed content, and the place that the failure points at.
    static let contents: [(name: String, change: @Sendable (inout ResponseContent) -> Void, path: String)] = [
        ("a late end", { $0.notOnOrAfter = SAMLWorld.now }, "/Response/Assertion/Conditions/@NotOnOrAfter"),
        (
            "another audience", { $0.audience = "https://other.example" },
            "/Response/Assertion/Conditions/AudienceRestriction/Audience"
        ),
        ("another issuer", { $0.issuer = "https://other.example" }, "/Response/Assertion/Issuer"),
        ("another destination", { $0.destination = "https://other.example/consumer" }, "/Response/@Destination"),
        (
            "another recipient", { $0.recipient = "https://other.example/consumer" },
            "/Response/Assertion/Subject/SubjectConfirmation/SubjectConfirmationData/@Recipient"
        ),
        ("another request", { $0.inResponseTo = "_other" }, "/Response/@InResponseTo"),
        ("no attribute", { $0.attributes = [] }, "/Response/Assertion"),
    ]

    @Test("is the element or the attribute that the policy judges", arguments: contents.indices)
    func content(_ index: Int) throws {
        let (name, change, path) = Self.contents[index]
        let found = try Self.path(try SAMLWorld.response(change))
        #expect(found.contains(path), "\(name): \(found)")
        // The same response without the change points at nothing.
        #expect(try Self.path(try SAMLWorld.response()).isEmpty)
    }

    @Test("is the place of each of two failures")
    func several() throws {
        let xml = try SAMLWorld.response {
            $0.notOnOrAfter = SAMLWorld.now
            $0.audience = "https://other.example"
        }
        let found = try Self.path(xml).compactMap(\.self)
        #expect(
            found.contains("/Response/Assertion/Conditions/@NotOnOrAfter")
                && found.contains("/Response/Assertion/Conditions/AudienceRestriction/Audience"), "\(found)")
    }

    @Test("is in a wrapped response the assertion that a careless reader would take", arguments: WrappingTests.attacks)
    func wrapped(_ attack: WrappingTests.Attack) throws {
        let message = try attack.message()
        // A document with an ID twice is not read, and a signature that covers something else is the place itself.
        guard message.contains("mallory"), attack.policy == .structure else { return }
        let root = try XMLTree(Data(message.utf8)).root()
        let place = try #require(try Self.path(message).first ?? nil, "\(attack.testDescription)")
        let taken = try #require(Self.element(at: place, in: root), "\(place)")
        #expect(taken.name == "Assertion" && taken.attribute("ID")?.hasPrefix("_evil") == true, "\(place)")
    }

    @Test("is the signature if that is wrong, and nothing in a document that cannot be read")
    func signature() throws {
        let honest = try SAMLWorld.response()
        #expect(try Self.path(honest.replacing(">alice<", ">mallory<")) == ["/Response/Assertion/Signature"])
        #expect(try Self.path("<samlp:Response") == [nil])
        #expect(try Self.path(try SAMLWorld.response(signed: .neither)) == ["/Response/Assertion"])
    }

    /// Finds the element of a path, without the code that wrote the path.
    private static func element(at path: String, in root: XMLElement) -> XMLElement? {
        var steps = path.split(separator: "/").filter { !$0.hasPrefix("@") }[...]
        guard steps.popFirst().map(String.init) == root.name else { return nil }
        return steps.reduce(root as XMLElement?) { parent, step in
            let parts = step.split(whereSeparator: { "[]".contains($0) }).map(String.init)
            let same = parent?.children.filter { $0.name == parts.first } ?? []
            let place = parts.count > 1 ? (Int(parts[1]) ?? 0) - 1 : 0
            return same.indices.contains(place) ? same[place] : nil
        }
    }
}
