/// Measures real time, for reports of how long something took.
///
/// Nothing that is simulated may depend on it: the simulated clock is ``SimulatedClock``.
package struct Stopwatch: Sendable {
    private let began = ContinuousClock.now

    /// Starts a measurement.
    package init() {}

    /// The real time since the start.
    package var elapsed: Duration { began.duration(to: .now) }
}
