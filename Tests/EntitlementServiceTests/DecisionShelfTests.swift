import Foundation
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("Stored decisions")
struct DecisionShelfTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func entry(denial: String? = nil) -> StoredDecisions.Entry {
        .init(userID: "alice-1", denial: denial, notBefore: now, notAfter: now + 60)
    }

    @Test("if too many expire together, the removed ones are always the same, and never the newest")
    func evicts() {
        var shelf = StoredDecisions()
        for number in 1000..<1000 + StoredDecisions.capacity + 20 {
            shelf.put(Self.entry(), resource: "\(number)", at: Self.now)
        }
        #expect(shelf.entries.keys.sorted() == (1020..<1020 + StoredDecisions.capacity).map { "\($0)" })
        shelf.put(Self.entry(), resource: "0", at: Self.now)
        #expect(shelf.entries["0"] != nil && shelf.entries["1020"] == nil)
    }

    @Test("a decision replaces an earlier one on the same resource and no other")
    func replaces() {
        var shelf = StoredDecisions()
        for number in 0..<StoredDecisions.capacity { shelf.put(Self.entry(), resource: "\(number)", at: Self.now) }
        shelf.put(Self.entry(denial: "x"), resource: "7", at: Self.now)
        #expect(shelf.entries.count == StoredDecisions.capacity)
        #expect(shelf.entry(resource: "7", userID: "alice-1", at: Self.now)?.denial == "x")
    }
}
