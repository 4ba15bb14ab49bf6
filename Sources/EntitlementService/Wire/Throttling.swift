import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage

/// The limit of requests in a time: so many in each second, and a burst beyond them that a device has once.
package struct Throttle: Codable, Sendable, Hashable {
    /// How many requests each second allows, counted from the device's first request on.
    package var requestsPerSecond: Int
    /// How many requests beyond them a device has, once and for all.
    package var burst: Int

    /// What the two can be: what a device's file can say.
    package static let (rates, bursts) = (1...Int(Int32.max), 0...Int(Int32.max))

    /// Creates a limit; the documented one unless said otherwise.
    package init(requestsPerSecond: Int = 1, burst: Int = 10) {
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
    }

    /// What one device has used.
    struct Usage: Codable, Sendable, Hashable {
        /// When its first request came.
        let first: Date
        /// The second of its last request that passed, counted from the first request.
        var second = 0
        /// How many requests that second has allowed.
        var requests = 0
        /// How much of the burst is used up.
        var burst = 0

        init(first: Date) {
            self.first = first
        }

        /// More seconds than the clock has; a first request that was imported may lie anywhere.
        private static let longest: TimeInterval = 1e12

        /// Whether a request may pass; one that may not uses nothing.
        ///
        /// What a second allows and nobody uses is gone with it. spec entitlement § 2.13.
        mutating func take(_ throttle: Throttle, at now: Date) -> Bool {
            // To the millisecond, so that a whole second is one whatever its instants are as binary fractions.
            let passed = min(max(0, now.timeIntervalSince(first)), Self.longest)
            let second = Int((passed * 1_000).rounded()) / 1_000
            if second != self.second { (self.second, requests) = (second, 0) }
            if requests < throttle.requestsPerSecond {
                requests += 1
                return true
            }
            guard burst < throttle.burst else { return false }
            burst += 1
            return true
        }
    }
}

/// Refuses who asks too often, on the simulated clock: while it stands still, its second stays the same.
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
        let key = ServiceDocument.usage(of: client(of: request))
        let passes = try simulation.store.write { state in
            // It is never swept: a device that is forgotten would have its burst again.
            var usage = try state.value(for: key) ?? Throttle.Usage(first: now)
            let passes = usage.take(throttle, at: now)
            if passes { try state.setValue(usage, for: key) }
            return passes
        }
        guard !passes else { return nil }
        return answer(
            reason: "The device has used its burst of \(throttle.burst), which never comes back, and what this second "
                + "allows: \(throttle.requestsPerSecond).")
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
        let forwarded = ServiceRequest.forwardedAddress(request.headerFields[.forwardedFor]) ?? ""
        let device = request.headerFields[.deviceIdentifier] ?? ""
        return "\(forwarded)\n\(device)"
    }
}
