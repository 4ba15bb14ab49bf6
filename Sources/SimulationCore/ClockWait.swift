package import Foundation

extension SimulatedClock {
    /// How often a clock that somebody may move is looked at: another process can move it, and says so to nobody.
    private static let glance = Duration.milliseconds(20)
    /// The longest time without a look while the clock follows the wall clock.
    private static let longGlance: TimeInterval = 0.25

    /// Waits while the simulated clock stands in a time, until it has come to its end or was set back behind its beginning,
    /// whoever moves it.
    ///
    /// - Parameter pause: The time.
    /// - Returns: Whether it was left; `false` when the waiting task was cancelled before.
    /// - Throws: `StateError` when the clock cannot be read.
    package func wait(out pause: Range<Date>) async throws -> Bool {
        while !Task.isCancelled {
            let now = try now()
            guard pause.contains(now) else { return true }
            let glance: Duration =
                switch try mode() {
                case .frozen: Self.glance
                case .following: .seconds(min(pause.upperBound.timeIntervalSince(now), Self.longGlance))
                }
            try? await Task.sleep(for: glance)
        }
        return false
    }
}
