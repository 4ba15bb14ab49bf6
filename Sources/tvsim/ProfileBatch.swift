package import Scenario
import SimulatedWorld

/// Runs many profiles concurrently and reports the results in the order of the profiles.
package struct ProfileBatch: Sendable {
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

    private let profiles: [Scenario.Profile]

    /// The number of profiles to run.
    package var count: Int { profiles.count }

    /// Creates a batch of all profiles, or of the profiles of one shard.
    package init(_ profiles: [Scenario.Profile], shard: Shard? = nil) {
        self.profiles = shard?.part(of: profiles) ?? profiles
    }

    /// Runs the profiles and reports each result after the results of all earlier profiles.
    ///
    /// The number of waiting results is limited, so memory does not grow with the batch.
    ///
    /// - Parameters:
    ///   - jobs: The number of profiles that run at the same time.
    ///   - run: Runs one profile.
    ///   - report: Receives the results in the order of the profiles.
    /// - Throws: The errors of both closures.
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
