import Foundation
import TVSimSAML
import Testing

/// Several defects at once: each violates its own policy, and none of them one more.
struct CombinedDefectTests {
    @Test(
        "violate exactly the policies that they name",
        arguments: [
            (["missingAttribute", "unreadableEncryptedID"], "encryption, attributes"),
            (["expired", "issuedInFuture"], "conditions"),
            (["issuedInFuture", "expired"], "conditions"),
            (["notYetValid", "issuedInFuture", "wrongIssuer"], "issuer, conditions"),
        ])
    func policies(_ names: [String], _ policies: String) throws {
        let defects = try names.map { try #require(ResponseDefect(rawValue: $0)) }
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defects: defects)?.xml)
        // Response and assertion may be wrong alike.
        let found = try SAMLWorld.policies(xml).map(\.rawValue).reduce(into: [String]()) { found, policy in
            if !found.contains(policy) { found.append(policy) }
        }
        #expect(found.joined(separator: ", ") == policies)
    }

    @Test("an attribute that cannot be decrypted may be the required one")
    func unreadableAttribute() throws {
        let defects = try ["missingAttribute", "unreadableEncryptedAttribute"].map {
            try #require(ResponseDefect(rawValue: $0))
        }
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defects: defects)?.xml)
        #expect(try SAMLWorld.policies(xml) == [.encryption])
    }
}
