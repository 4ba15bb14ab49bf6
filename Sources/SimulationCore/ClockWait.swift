package import Foundation

extension SimulatedClock {
    /// How often a clock that somebody may move is looked at: another process can move it, and says so to nobody.
    private static let glance = Duration.milliseconds(20)
    /// The longest time without a look while the clock follows the wall clock.
    private static let longGlance: TimeInterval = 0.25

    /// Waits until the simulated clock has reached an instant, whoever moves it.
    ///
    /// - Parameter instant: The instant.
    /// - Returns: Whether it was reached; `false` when the waiting task was cancelled before.
    /// - Throws: `StateError` when the clock cannot be read.
    package func wait(until instant: Date) async throws -> Bool {
        while !Task.isCancelled {
            let now = try now()
            if now >= instant { return true }
            let pause: Duration =
                switch try mode() {
                case .frozen: Self.glance
                case .following: .seconds(min(instant.timeIntervalSince(now), Self.longGlance))
                }
            try? await Task.sleep(for: pause)
        }
        return false
    }
}
