import Foundation
import Testing

@testable import TVSimEntitlementService

/// The rate limit of a device.
///
/// Adobe Pass, Throttling mechanism.
@Suite("Throttling")
struct ThrottlingTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600.7)

    /// The documented scenario: seconds since the first request, and what was used when it is answered.
    private static let scenario: [(offset: Double, passes: Bool, limit: Int, burst: Int)] = [
        (0, true, 1, 0), (0.3, true, 1, 1), (0.6, true, 1, 2), (0.9, true, 1, 3), (1.2, true, 2, 3),
        (1.3, true, 2, 4), (1.4, true, 2, 5), (1.5, true, 2, 6), (1.6, true, 2, 7), (1.7, true, 2, 8),
        (1.8, true, 2, 9), (2.1, true, 3, 9), (2.2, true, 3, 10), (2.4, false, 3, 10), (2.6, false, 3, 10),
        (2.8, false, 3, 10), (3.1, true, 4, 10),
    ]

    @Test("each second allows one request, and the burst is used up permanently: the documented scenario, call by call")
    func documentedScenario() {
        var usage = Throttle.Usage(first: Self.start)
        var passed = 0
        for step in Self.scenario {
            let passes = usage.take(Throttle(), at: Self.start.addingTimeInterval(step.offset))
            #expect(passes == step.passes, "at \(step.offset)")
            if passes { passed += 1 }
            #expect(usage.burst == step.burst, "at \(step.offset)")
            #expect(passed - usage.burst == step.limit, "at \(step.offset)")
        }
    }

    @Test("a used-up burst stays used up after a year, and unused seconds are lost")
    func neverRefills() {
        let throttle = Throttle(requestsPerSecond: 2, burst: 1)
        var usage = Throttle.Usage(first: Self.start)
        func answers(_ count: Int, at offset: Double) -> [Bool] {
            (0..<count).map { _ in usage.take(throttle, at: Self.start.addingTimeInterval(offset)) }
        }
        #expect(answers(4, at: 0) == [true, true, true, false])
        #expect(answers(3, at: 365 * 86_400) == [true, true, false])
    }

    @Test(
        "the next second starts at the end of the previous one, to the millisecond",
        arguments: [0.1, 0.2, 0.3, 0.6, 0.7])
    func wholeSeconds(fraction: Double) {
        let first = Date(timeIntervalSince1970: 1_767_225_600 + fraction)
        var usage = Throttle.Usage(first: first)
        let throttle = Throttle(requestsPerSecond: 1, burst: 1)
        let passes = (0..<100).map { second in
            usage.take(throttle, at: Date(timeIntervalSince1970: 1_767_225_600 + Double(second) + fraction))
        }
        #expect(passes.allSatisfy(\.self) && usage.burst == 0)
    }

    @Test("the first request can be at any time", arguments: [-1e300, 1e300])
    func farAway(first: Double) {
        var usage = Throttle.Usage(first: Date(timeIntervalSinceReferenceDate: first))
        let passes = (0..<3).map { _ in usage.take(Throttle(requestsPerSecond: 1, burst: 1), at: Self.start) }
        #expect(passes == [true, true, false])
    }
}
