package import Foundation
import TVSimCore

/// How fast a run sends requests, and how much it may send.
///
/// Tests replace the wait, so that no test sleeps.
package final class LivePace {
    /// The most requests of a run.
    package static let mostRequests = 5_000

    /// The least time between two requests.
    private let interval: Duration
    /// The real time that the run may take.
    private let limit: Duration
    private let wait: (Duration) -> Void
    private let stopwatch = Stopwatch()
    private var next = Duration.zero
    /// The number of requests so far.
    package private(set) var requests = 0
    /// What ends the run before its next request; `nil` if nothing does.
    var interruption: Interruption?

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - rate: The most requests in a second; `nil` for no limit.
    ///   - limit: The real time that the run may take, in seconds.
    ///   - wait: Waits for a time.
    package init(
        rate: Double?, limit: TimeInterval,
        wait: @escaping (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }
    ) {
        interval = rate.map { .seconds(1 / $0) } ?? .zero
        self.limit = .seconds(limit)
        self.wait = wait
    }

    /// Waits for the next request.
    ///
    /// - Throws: ``LiveStop`` if the run has no time or no request left, or was interrupted.
    func admit() throws(LiveStop) {
        try interruption?.check()
        guard requests < Self.mostRequests else { throw LiveStop("the run has sent \(requests) requests, its maximum") }
        guard stopwatch.elapsed < limit else { throw LiveStop("the run has reached its limit of time (--limit)") }
        if next > stopwatch.elapsed { wait(next - stopwatch.elapsed) }
        next = stopwatch.elapsed + interval
        requests += 1
    }

    /// Waits, as the party or a failed control asks.
    package func pause(_ time: Duration) { wait(time) }
}

/// Why a run ended before its last case: an exit status of 69.
package struct LiveStop: Error, Sendable, Hashable {
    /// What happened and what to do, as one sentence without a full stop.
    package let reason: String
    /// Further lines, such as two answers side by side.
    package let lines: [String]

    /// Creates a reason.
    package init(_ reason: String, _ lines: [String] = []) { (self.reason, self.lines) = (reason, lines) }
}
