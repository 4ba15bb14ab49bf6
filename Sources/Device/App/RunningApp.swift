import CTVSimProcessWorld
import TVSimCore

/// One app on one device, which is the caller of the framework.
///
/// Apple's `VSAccountManager()` and the entitlement SDK have no device parameter and find the device here. They use the
/// task-local ``current``. Code that no task carries, such as a block on a dispatch queue, belongs to the only active
/// simulator (``ActiveApps``). Without a simulator it belongs to the process's device (``ProcessApp``).
package struct RunningApp: Sendable {
    /// Runs a closure with task-local values.
    package typealias Inheritance = @Sendable (_ body: () -> Void) -> Void

    /// The device that the app runs on.
    package let device: Device
    /// The app's bundle identifier.
    package let bundleID: String
    /// The process of the app.
    package let process: AppProcess
    /// The simulator that runs the app; `nil` if the app belongs to no test, and then it never ends.
    package let activity: Activity?
    /// Runs a closure with the other task-local values of the app, in addition to ``current``.
    package let inheriting: Inheritance

    /// The app on whose behalf the current task runs; `nil` outside of a simulation.
    @TaskLocal package static var current: RunningApp?

    /// Creates an app on a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - bundleID: The app's bundle identifier.
    ///   - process: The process that terminates if the system terminates the app.
    ///   - activity: The simulator that runs the app; `nil` if the app belongs to no test.
    ///   - inheriting: Runs a closure with the task-local values of other modules; see ``callBack(_:)``.
    package init(
        device: Device, bundleID: String, process: AppProcess = .own(), activity: Activity? = nil,
        inheriting: @escaping Inheritance = { $0() }
    ) {
        self.device = device
        self.bundleID = bundleID
        self.process = process
        self.activity = activity
        self.inheriting = inheriting
    }

    /// Calls a callback of the app on a queue without task-local values.
    ///
    /// Objects that the callback creates belong to the same app and device.
    package func callBack(_ body: () -> Void) {
        Self.$current.withValue(self) { inheriting(body) }
    }

    /// Terminates the app, as the system does if the app lacks what Apple requires.
    ///
    /// It returns only if the process is simulated.
    package func end(because reason: AppTermination.Reason) {
        process.end(bundleID, because: reason)
    }

    /// Whether the simulator of the app has ended.
    package var hasEnded: Bool { activity?.life.hasEnded ?? false }

    /// Whether the simulator of the app is that of a test.
    package var belongsToTest: Bool { activity?.failing != nil }

    /// Whether two apps run on the same device.
    package func sharesDevice(with other: RunningApp) -> Bool { device.requests === other.device.requests }

    /// Whether the caller runs in the task of a test of Swift Testing.
    package static var isInTest: Bool { tvsim_is_in_test() }

    /// Returns the app on whose behalf a call is made.
    ///
    /// - Parameters:
    ///   - call: The name of the call, for errors.
    ///   - own: The app of the object that is called; `nil` if the object is just being created or has no app.
    /// - Returns: The app of the caller's task; `own` if it is on the same device. For a caller without a task's app: the
    ///   app of the only active simulator; `own` instead if it belongs to that simulator, or if none is active. If there
    ///   is neither, the app of the process. In a test without a simulator, and in a program without tests, `own`.
    /// - Throws: ``MissingCurrentAppError`` if none of these exists, or several can be meant. An object may be shared by
    ///   tests that run at once, so ``own`` does not tell which of their simulators is meant. The error of
    ///   ``ProcessApp/shared()`` if the process's device cannot be opened.
    package static func resolve(for call: String, own: RunningApp? = nil) throws -> RunningApp {
        if let current {
            guard !current.hasEnded else { throw MissingCurrentAppError(.ended, of: call) }
            return own.flatMap { !$0.hasEnded && $0.sharesDevice(with: current) ? $0 : nil } ?? current
        }
        let own = own.flatMap { $0.activity?.hasEnded == true ? nil : $0 }
        // The app of a profile's flow belongs to no test.
        if let own, own.activity == nil || !tvsim_links_test_helpers() { return own }
        if tvsim_is_in_test() {
            // It must not get the simulator of a test that runs beside it.
            guard let own, own.activity?.failing == nil else { throw MissingCurrentAppError(.noneActive, of: call) }
            return own
        }
        let active = ActiveApps.innermost
        guard active.count < 2 else { throw MissingCurrentAppError(.severalActive(active.count), of: call) }
        if let only = active.first, let its = only.activity {
            guard let own, let mine = own.activity else { return only }
            if mine.isInside(its.life) { return own }
            // A simulator that is active inside of another one hides it.
            if its.isInside(mine.life) { return only }
            throw MissingCurrentAppError(.otherActive, of: call)
        }
        if let own { return own }
        guard !ProcessApp.forbidsProcessDevice else { throw MissingCurrentAppError(.noneActive, of: call) }
        return try ProcessApp.shared()
    }

    /// Returns the app on whose behalf a call is made, and fails the tests if it belongs to no app.
    ///
    /// A device that cannot be opened stops the process.
    ///
    /// - Parameters:
    ///   - call: The name of the call, for errors.
    ///   - own: The app of the object that is called; `nil` if it has none.
    ///   - remedy: What else helps if several simulators are active; `nil` for nothing.
    /// - Returns: The app; `nil` if the framework must answer with an error.
    package static func found(
        for call: String, own: RunningApp? = nil, orElse remedy: String? = nil
    ) -> RunningApp? {
        do {
            return try resolve(for: call, own: own)
        } catch var error as MissingCurrentAppError {
            error.remedy = remedy
            error.report()
            return nil
        } catch {
            SimulatorFailure.stop(error)
        }
    }
}
