import CTVSimProcessWorld
import TVSimStructuredText

/// The life of one simulator in this process.
///
/// The simulator of a test ends with the test. Objects of an app, such as `static let shared`, outlive it.
package final class SimulatorLife: Sendable {
    private struct State {
        var hasEnded = false
        var waiting: [WeakReference] = []
    }

    private struct WeakReference: Sendable {
        weak let object: (any WaitsForApp)?
    }

    private let state = Locked(State())

    /// Creates the life of a simulator that has not ended.
    package init() {}

    /// Whether the simulator has ended.
    package var hasEnded: Bool { state.withLockedValue(\.hasEnded) }

    /// Ends the simulator: objects that belong to it no longer get answers from its device.
    package func end() { state.withLockedValue { $0.hasEnded = true } }

    /// Adds an object of an app that may wait for the app or the user.
    package func add(_ object: any WaitsForApp) {
        state.withLockedValue { state in
            state.waiting.removeAll { $0.object == nil }
            state.waiting.append(WeakReference(object: object))
        }
    }

    /// The objects of apps that may wait for the app or the user.
    package var waiting: [any WaitsForApp] { state.withLockedValue { $0.waiting.compactMap(\.object) } }
}

/// An object of an app that may wait for the app or the user, such as the SDK after it has given the app a page.
package protocol WaitsForApp: AnyObject, Sendable {
    /// Returns what the object waits for, one line for each.
    func waits() async -> [String]
    /// Answers what waits, as when the user gives up, so that no code waits forever.
    func giveUp() async
}

/// A period in which a simulator runs code as an app.
package final class Activity: Sendable {
    /// Receives the error of a call that reached no simulator, or another one than the test meant.
    package typealias Failing = @Sendable (any Error) -> Void

    /// The simulator.
    package let life: SimulatorLife
    /// The activity in which this one began, which it hides; `nil` if it is not nested.
    let outer: Activity?
    /// Fails the test of the activity; `nil` if the activity has no test.
    let failing: Failing?

    /// Creates an activity, nested in that of the current app.
    ///
    /// - Parameters:
    ///   - life: The simulator.
    ///   - failing: Fails the test; `nil` for the test of the outer activity.
    package init(of life: SimulatorLife, failing: Failing? = nil) {
        self.life = life
        outer = RunningApp.current?.activity
        self.failing = failing ?? outer?.failing
    }

    /// Whether the simulator of this activity, or of one around it, has ended.
    var hasEnded: Bool { life.hasEnded || outer?.hasEnded == true }

    /// Whether this is an activity of a simulator, or began in one.
    func isInside(_ other: SimulatorLife) -> Bool { life === other || outer?.isInside(other) == true }
}

/// The apps that simulators run now, to which code belongs that no task carries.
package enum ActiveApps {
    private static let apps = Locked<[RunningApp]>([])

    /// Runs an app's code as one of the active apps, if the app has an activity.
    package static func including<Result>(
        _ app: RunningApp, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let activity = app.activity else { return try await body() }
        apps.withLockedValue { $0.append(app) }
        defer { apps.withLockedValue { apps in apps.removeAll { $0.activity === activity } } }
        return try await body()
    }

    /// The innermost apps of all simulators, one for each simulator.
    static var innermost: [RunningApp] {
        apps.withLockedValue { apps in
            var innermost: [RunningApp] = []
            for app in apps.reversed() where !apps.contains(where: { $0.activity?.outer === app.activity }) {
                if !innermost.contains(where: { $0.activity?.life === app.activity?.life }) { innermost.append(app) }
            }
            return innermost
        }
    }

    /// The app of the only active simulator; `nil` if none or several are active.
    package static var only: RunningApp? {
        let innermost = innermost
        return innermost.count == 1 ? innermost[0] : nil
    }

    /// Whether no simulator runs code of an app now.
    package static var isEmpty: Bool { apps.withLockedValue(\.isEmpty) }

    /// Fails the tests to which a call may belong.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - app: The app that made the call; `nil` if it is not known, and then every active test fails.
    package static func failTests(_ error: some Error & CustomStringConvertible, of app: RunningApp?) {
        let failing = (app.map { [$0] } ?? innermost).map { $0.activity?.failing }
        for fail in failing.compactMap(\.self) { fail(error) }
        if failing.isEmpty || failing.contains(where: { $0 == nil }) { tvsim_tell_tests(error.description) }
    }
}
