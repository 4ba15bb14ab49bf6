import Foundation
import StructuredText
import TestSupport
import Testing

@testable import SimulatorHTTP

/// Generated clients rely on the names and the schemas of both documents, so each change of them is seen in their files.
@Suite("The OpenAPI documents in the folder 'docs'")
struct DocumentFileTests {
    static let files: [(name: String, document: JSONValue)] = [
        ("openapi.json", OpenAPIDocument.document(of: AdminRoutes.all)),
        ("entitlement-openapi.json", EntitlementDocument.document()),
    ]

    @Test("are those that the server answers, but for their version", arguments: files)
    func current(name: String, document: JSONValue) throws {
        let path = Repository.root.appending(path: "docs/\(name)")
        var members = try #require(document.members)
        var about = try #require(members["info"]?.members)
        about["version"] = "of this repository"
        members["info"] = .object(about)
        let made = try JSONText.pretty(JSONValue.object(members)) + "\n"
        if ProcessInfo.processInfo.environment["TVSIM_WRITE_DOCS"] == "1" {
            try Data(made.utf8).write(to: path)
        } else {
            let kept = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
            let lines = made.split(separator: "\n")
            let place = zip(kept, lines).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            #expect(
                kept == lines,
                "line \((place ?? min(kept.count, lines.count)) + 1): run the tests with TVSIM_WRITE_DOCS=1, and look at it"
            )
        }
    }
}
