import TestSupport
import Testing

@testable import VideoSubscriberAccount

@Suite("The rows of the decision table")
struct DecisionRowsTests {
    @Test("are exactly the rows of the article, each with its number and name")
    func documented() throws {
        let article = try Repository.article("Reference/MetadataRequestDecisions.md")
        let listed = article.matches(of: /\n\| ([0-9]+) \| `([A-Za-z]+)` \|/).map { "\($0.1) \($0.2)" }
        #expect(listed == MetadataDecision.Row.allCases.map { "\($0.rawValue) \($0)" })
    }
}
