package import Scenario
import SimulatedWorld

/// Many profiles, run a few at a time and reported in their order.
package struct ProfileBatch: Sendable {
    /// One part of a batch that several machines share: the I-th of N.
    package struct Shard: Sendable, Hashable {
        /// Which part, from 1.
        package let index: Int
        /// How many parts there are.
        package let count: Int

        /// Reads `I/N`; `nil` when the text is not that, or I is not from 1 to N.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), index >= 1, index <= count
            else { return nil }
            self.index = index
            self.count = count
        }

        /// Takes of a list what belongs to the part: every N-th, so that the parts are alike.
        package func part<Element>(of list: [Element]) -> [Element] {
            list.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
        }
    }

    private let profiles: [Scenario.Profile]

    /// How many profiles there are to run.
    package var count: Int { profiles.count }

    /// Creates a batch of all profiles, or of a shard's.
    package init(_ profiles: [Scenario.Profile], shard: Shard? = nil) {
        self.profiles = shard?.part(of: profiles) ?? profiles
    }

    /// Runs the profiles, `jobs` at a time, and hands over each report as soon as those before it are handed over.
    ///
    /// Reports that wait for an earlier one are few, so that memory does not grow with the batch.
    package func run(
        jobs: Int, _ run: @escaping @Sendable (Scenario.Profile) async throws -> RunRecord,
        report: (RunRecord) throws -> Void
    ) async throws {
        guard jobs > 1 else {
            for profile in profiles { try report(try await run(profile)) }
            return
        }
        try await withThrowingTaskGroup(of: (Int, RunRecord).self) { group in
            var waiting: [Int: RunRecord] = [:]
            var reported = 0
            var started = 0
            func start() {
                guard started < profiles.count, started - reported < jobs * 2 else { return }
                let index = started
                let profile = profiles[index]
                started += 1
                group.addTask { (index, try await run(profile)) }
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
