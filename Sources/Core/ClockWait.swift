package import Foundation

extension SimulatedClock {
    /// The polling interval for a clock that is moved manually, because another process can move it without a
    /// notification.
    private static let pollingInterval = Duration.milliseconds(20)
    /// The maximum polling interval in seconds while the clock follows the wall clock.
    private static let maximumPollingInterval: TimeInterval = 0.25

    /// Waits while the simulated clock is within a range of time.
    ///
    /// The wait ends when the clock reaches the end of the range or is set back before its beginning, by any process.
    ///
    /// - Parameter pause: The range of time.
    /// - Returns: Whether the clock left the range; `false` if the waiting task was cancelled before.
    /// - Throws: `StateError` if the clock cannot be read.
    package func wait(out pause: Range<Date>) async throws -> Bool {
        while !Task.isCancelled {
            let now = try now()
            guard pause.contains(now) else { return true }
            let interval: Duration =
                switch try mode() {
                case .frozen: Self.pollingInterval
                case .following: .seconds(min(pause.upperBound.timeIntervalSince(now), Self.maximumPollingInterval))
                }
            try? await Task.sleep(for: interval)
        }
        return false
    }
}
