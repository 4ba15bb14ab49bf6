import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage

/// The rate limit of a device: a number of requests per second, and a burst that is never refilled.
///
/// Adobe Pass, Throttling mechanism.
package struct Throttle: Sendable, Hashable {
    /// The number of requests per second, counted from the device's first request.
    package var requestsPerSecond: Int
    /// The number of further requests in the device's lifetime.
    package var burst: Int

    /// The valid values of both properties.
    package static let (rates, bursts) = (1...Int(Int32.max), 0...Int(Int32.max))

    /// Creates a rate limit, by default the documented one.
    package init(requestsPerSecond: Int = 1, burst: Int = 10) {
        self.requestsPerSecond = requestsPerSecond
        self.burst = burst
    }

    /// The use of the limit by one device.
    struct Usage: Codable, Sendable, Hashable {
        /// The time of the first request.
        let first: Date
        /// The second of the last admitted request, counted from the first request.
        @Counted var second = 0
        /// The number of admitted requests in that second.
        @Counted var requests = 0
        /// The used part of the burst.
        @Counted var burst = 0

        init(first: Date) {
            self.first = first
        }

        /// The upper bound of the seconds since the first request; an imported state may contain any time.
        private static let longest: TimeInterval = 1e12

        /// Returns whether a request is admitted, and counts it if so.
        ///
        /// Unused requests of a second are lost.
        mutating func take(_ throttle: Throttle, at now: Date) -> Bool {
            // Times are binary fractions, so they are rounded to milliseconds.
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

/// Throttles devices that send too many requests, on the simulated clock.
enum Throttling {
    /// Returns the response to a request beyond the limit; `nil` if the request is admitted.
    static func refusal(
        of request: HTTPRequest, _ route: Route, in context: ServiceContext, at now: Date
    ) throws -> ServiceAnswer? {
        guard route.endpoint.isThrottled,
            let throttle = try context.simulation.store.read({ try context.configuration(in: $0) }).throttle
        else { return nil }
        let key = ServiceDocument.usage(of: client(of: request))
        let passes = try context.simulation.store.write { state in
            // The usage is never deleted, because the device would get a new burst.
            var usage = try state.value(for: key) ?? Throttle.Usage(first: now)
            let passes = usage.take(throttle, at: now)
            if passes { try state.setValue(usage, for: key) }
            return passes
        }
        guard !passes else { return nil }
        return answer(
            reason: "The device has exceeded the limit of requests per second (\(throttle.requestsPerSecond)) "
                + "and has used up its burst of \(throttle.burst).")
    }

    /// Returns the page of the server in front of the service for a request beyond the limit.
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

    /// Returns a client's identity: the address that a proxy forwards, and the device.
    private static func client(of request: HTTPRequest) -> String {
        let forwarded = ServiceRequest.forwardedAddress(request.headerFields[.forwardedFor]) ?? ""
        let device = request.headerFields[.deviceIdentifier] ?? ""
        return "\(forwarded)\n\(device)"
    }
}
