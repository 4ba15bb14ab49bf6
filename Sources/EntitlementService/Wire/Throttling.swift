import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage

/// The limit of a device's requests: a number for each second, and a burst beyond it that never comes back.
///
/// Adobe Pass, Throttling mechanism.
package struct Throttle: Sendable, Hashable {
    /// The number of requests in each second, counted from the device's first request.
    package var requestsPerSecond: Int
    /// The number of further requests in the device's lifetime.
    package var burst: Int

    /// The values that the two may have.
    package static let (rates, bursts) = (1...Int(Int32.max), 0...Int(Int32.max))

    /// Creates a limit, by default the documented one.
    package init(requestsPerSecond: Int = 1, burst: Int = 10) {
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
    }

    /// The requests that one device has used.
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

        /// A bound of the seconds since the first request, whose instant an import may set to anything.
        private static let longest: TimeInterval = 1e12

        /// Returns whether a request may pass, and counts it if so.
        ///
        /// The requests that a second leaves unused are lost.
        mutating func take(_ throttle: Throttle, at now: Date) -> Bool {
            // Rounded to milliseconds, because instants are binary fractions.
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

/// Refuses the requests of a device that sends too many, on the simulated clock.
enum Throttling {
    /// Returns the answer to a request beyond the limit; `nil` if the request may pass.
    static func refusal(
        of request: HTTPRequest, _ route: Route, in context: ServiceContext, at now: Date
    ) throws -> ServiceAnswer? {
        guard route.endpoint.isThrottled,
            let throttle = try context.simulation.store.read({ try context.configuration(in: $0) }).throttle
        else { return nil }
        let key = ServiceDocument.usage(of: client(of: request))
        let passes = try context.simulation.store.write { state in
            // The count is never removed, because the device would get a new burst.
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

    /// Returns the page with which the server in front of the service refuses a request beyond the limit.
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

    /// Identifies the client: by the address that a proxy forwards, and by the device.
    private static func client(of request: HTTPRequest) -> String {
        let forwarded = ServiceRequest.forwardedAddress(request.headerFields[.forwardedFor]) ?? ""
        let device = request.headerFields[.deviceIdentifier] ?? ""
        return "\(forwarded)\n\(device)"
    }
}
