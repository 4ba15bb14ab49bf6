import Foundation
import TestSupport
import Testing

@testable import VideoSubscriberAccount

@Suite("The rows of the decision table")
struct DecisionRowsTests {
    @Test("stand in docs/SDK.md, each with its number and name, and no others do")
    func documented() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/SDK.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## Why a metadata request was answered so\n").last)
        let listed = section.components(separatedBy: "\n## ")[0].matches(of: /\n\| ([0-9]+) \| `([A-Za-z]+)` \|/)
            .map { "\($0.1) \($0.2)" }
        #expect(listed == MetadataDecision.Row.allCases.map { "\($0.rawValue) \($0)" })
    }
}
