import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimServer

/// Generated clients rely on the names and the schemas of both documents, so each change of them is seen in their files.
@Suite("The OpenAPI documents in the folder 'docs'")
struct DocumentFileTests {
    static let files: [(name: String, document: JSONValue)] = [
        ("openapi.json", OpenAPIDocument.document(of: AdminRoutes.all)),
        ("entitlement-openapi.json", EntitlementDocument.document()),
    ]

    @Test("are what the server answers, except for their version", arguments: files)
    func current(name: String, document: JSONValue) throws {
        var members = try #require(document.members)
        var about = try #require(members["info"]?.members)
        about["version"] = "of this repository"
        members["info"] = .object(about)
        let made = JSONText.folded(.object(members)) + "\n"
        try GeneratedFile.check("docs/\(name)", is: made)
    }
}
