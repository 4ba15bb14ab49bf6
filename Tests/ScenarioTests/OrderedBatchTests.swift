import Scenario
import Testing

@Suite("A batch of runs")
struct OrderedBatchTests {
    @Test("reports every result in the order of the items, however they end", arguments: [1, 2, 7, 300])
    func order(jobs: Int) async throws {
        let items = Array(0..<200)
        var reported: [Int] = []
        // Later items end first.
        try await OrderedBatch(items).run(jobs: jobs) { item in
            for _ in item..<items.count { await Task.yield() }
            return item
        } report: {
            reported.append($0)
        }
        #expect(reported == items)
    }

    @Test("starts no further item when it is stopped, and reports what ran", arguments: [1, 3])
    func stop(jobs: Int) async throws {
        var reported: [Int] = []
        try await OrderedBatch(Array(0..<100)).run(jobs: jobs, isStopped: { reported.count >= 10 }) {
            $0
        } report: {
            reported.append($0)
        }
        #expect(reported == Array(0..<reported.count))
        #expect((10..<100).contains(reported.count))
    }

    @Test("of one shard has every N-th item, and the shards have all of them")
    func shards() throws {
        let parts = try (1...3).map { try #require(Shard("\($0)/3")).part(of: Array(0..<10)) }
        #expect(parts == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]])
        #expect(["0/3", "4/3", "1", "1/2/3", "a/b"].allSatisfy { Shard($0) == nil })
    }
}
