/// Runs many items concurrently, such as profiles or situations, and reports the results in their order.
package struct OrderedBatch<Item: Sendable>: Sendable {
    private let items: [Item]

    /// The number of finished results that wait for an earlier one, so that memory does not grow with the batch.
    private static var mostWaiting: Int { 64 }

    /// The number of runs.
    package var count: Int { items.count }

    /// Creates a batch of all items, or of the items of one shard.
    package init(_ items: [Item], shard: Shard? = nil) {
        self.items = shard?.part(of: items) ?? items
    }

    /// Runs the items and reports each result after the results of all earlier items.
    ///
    /// - Parameters:
    ///   - jobs: The number of items that run at the same time.
    ///   - isStopped: Returns whether no further item starts. Items that run are still reported.
    ///   - run: Runs one item.
    ///   - report: Receives the results in the order of the items.
    /// - Throws: The errors of both closures.
    package func run<Record: Sendable>(
        jobs: Int, isStopped: () -> Bool = { false }, _ run: @escaping @Sendable (Item) async throws -> Record,
        report: (Record) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Record).self) { group in
            var waiting: [Int: Record] = [:]
            var reported = 0
            var started = 0
            func start() {
                guard started < items.count, started - reported < jobs + Self.mostWaiting, !isStopped() else { return }
                let index = started
                let item = items[index]
                started += 1
                group.addTask { (index, try await run(item)) }
            }
            for _ in 0..<jobs { start() }
            while let (index, finished) = try await group.next() {
                waiting[index] = finished
                while let next = waiting.removeValue(forKey: reported) {
                    try report(next)
                    reported += 1
                }
                let running = started - reported - waiting.count
                for _ in running..<max(running, jobs) { start() }
            }
        }
    }
}

/// One part of a batch that is split among several machines: the I-th of N.
package struct Shard: Sendable, Hashable {
    /// The number of the part, from 1.
    package let index: Int
    /// The number of parts.
    package let count: Int

    /// Reads `I/N`; returns `nil` if the text has another form, or I is not from 1 to N.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), index >= 1, index <= count
        else { return nil }
        self.index = index
        self.count = count
    }

    /// Returns every N-th element of a list, so that the parts have nearly equal sizes.
    package func part<Element>(of list: [Element]) -> [Element] {
        list.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
    }
}
