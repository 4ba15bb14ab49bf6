import TVSimScenario
import TVSimStructuredText
import TestSupport
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

    @Test("starts 64 runs more than it has jobs while the first one lasts, and no more", arguments: [1, 3])
    func waiting(jobs: Int) async throws {
        let started = Locked(0)
        var reported: [Int] = []
        try await OrderedBatch(Array(0..<200)).run(jobs: jobs) { item in
            started.withLockedValue { $0 += 1 }
            guard item == 0 else { return item }
            let most = jobs == 1 ? 1 : jobs + 64
            await until("\(most) runs have started") { started.withLockedValue { $0 } >= most }
            for _ in 0..<200 { await Task.yield() }
            #expect(started.withLockedValue { $0 } == most)
            return item
        } report: {
            reported.append($0)
        }
        #expect(reported == Array(0..<200))
    }

    @Test("ends with the error of a run, after the results before it")
    func error() async throws {
        struct Failure: Error {}
        var reported: [Int] = []
        await #expect(throws: Failure.self) {
            try await OrderedBatch(Array(0..<50)).run(jobs: 1) { item in
                guard item < 20 else { throw Failure() }
                return item
            } report: {
                reported.append($0)
            }
        }
        #expect(reported == Array(0..<20))
    }

    @Test("of one shard has every N-th item, and the shards have all of them")
    func shards() throws {
        let parts = try (1...3).map { try #require(Shard("\($0)/3")).part(of: Array(0..<10)) }
        #expect(parts == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]])
        #expect(["0/3", "4/3", "1", "1/2/3", "a/b"].allSatisfy { Shard($0) == nil })
    }
}
