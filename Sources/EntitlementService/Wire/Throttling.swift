import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage

/// The limit of requests in a time, by a bucket of tokens: one request takes one.
package struct Throttle: Codable, Sendable, Hashable {
    /// How many tokens come back in a second.
    package var requestsPerSecond: Double
    /// How many tokens the bucket holds at first, and at most.
    package var burst: Int

    /// Creates a limit; the documented one unless said otherwise.
    package init(requestsPerSecond: Double = 1, burst: Int = 10) {
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
    }

    /// One client's bucket.
    struct Bucket: Codable, Sendable, Hashable {
        /// The tokens that were in it.
        var tokens: Double
        /// When they were.
        var at: Date

        /// Takes a token, if one is there by now.
        mutating func take(_ throttle: Throttle, at now: Date) -> Bool {
            let passed = max(0, now.timeIntervalSince(at))
            tokens = min(Double(throttle.burst), tokens + passed * throttle.requestsPerSecond)
            at = now
            guard tokens >= 1 else { return false }
            tokens -= 1
            return true
        }
    }
}

/// Refuses who asks too often, on the simulated clock: while it stands still, no token comes back.
///
/// spec entitlement § 2.13.
enum Throttling {
    /// Returns the answer to a request that comes too soon; `nil`: it may pass.
    static func refusal(
        of request: HTTPRequest, _ route: Route, in simulation: Simulation, at now: Date
    ) throws -> ServiceAnswer? {
        guard route.endpoint.isThrottled,
            let throttle = try simulation.store.read({ try EntitlementService.configuration(in: $0) }).throttle
        else { return nil }
        let key = ServiceDocument.bucket(of: client(of: request))
        let passes = try simulation.store.write { state in
            var bucket = try state.value(for: key) ?? Throttle.Bucket(tokens: Double(throttle.burst), at: now)
            let passes = bucket.take(throttle, at: now)
            // A bucket that has filled up again is as good as none.
            try simulation.sweeper.sweep(ServiceDocument.buckets, at: now, in: state) { (other: Throttle.Bucket) in
                other.at.addingTimeInterval(Double(throttle.burst) / throttle.requestsPerSecond) <= now
            }
            try state.setValue(bucket, for: key)
            return passes
        }
        guard !passes else { return nil }
        return answer(
            reason: "The device has used its \(throttle.burst) requests; one comes back each "
                + "\(1 / throttle.requestsPerSecond) s.")
    }

    /// What the server in front of the service says to who asks too often: a page, whoever asks.
    static func answer(reason: String) -> ServiceAnswer {
        var answer = ServiceAnswer(status: 429, outcome: "throttled", reason: reason)
        answer.fields[.contentType] = "text/html"
        answer.body = Data(
            """
            <!DOCTYPE html>
            <html lang="en"><head><title>429 Too Many Requests</title></head>
            <body><h1>429 Too Many Requests</h1></body></html>

            """.utf8)
        return answer
    }

    /// Who asks: the address that a server in between forwards, and the device.
    private static func client(of request: HTTPRequest) -> String {
        let forwarded = request.headerFields[.forwardedFor]?.prefix { $0 != "," } ?? ""
        let device = request.headerFields[.deviceIdentifier] ?? ""
        return "\(forwarded)\n\(device)"
    }
}
