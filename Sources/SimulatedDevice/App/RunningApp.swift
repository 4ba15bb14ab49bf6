/// One app on one device, which is the caller of the framework.
///
/// Apple's `VSAccountManager()` and the entitlement SDK have no device parameter and find the device here. They use the
/// task-local ``current``, or the process's device if no test or run set it (``ProcessApp``). Each object reads it once
/// when it is created and keeps it, so that callbacks on other threads use the same device. An account manager that is
/// used on behalf of an app of another device uses that device.
package struct RunningApp: Sendable {
    /// Runs a closure with task-local values.
    package typealias Inheritance = @Sendable (_ body: () -> Void) -> Void

    /// The device that the app runs on.
    package let device: Device
    /// The app's bundle identifier.
    package let bundleID: String
    /// The process of the app.
    package let process: AppProcess
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
    ///   - inheriting: Runs a closure with the task-local values of other modules; see ``callBack(_:)``.
    package init(
        device: Device, bundleID: String, process: AppProcess = .own(),
        inheriting: @escaping Inheritance = { $0() }
    ) {
        self.device = device
        self.bundleID = bundleID
        self.process = process
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

    /// Returns the app on whose behalf the caller runs.
    ///
    /// - Throws: What ``ProcessApp/shared()`` throws if no task-local app is set and the process's device cannot be
    ///   opened. ``MissingCurrentAppError`` if no task-local app is set and the process has simulated worlds or tests.
    package static func resolve() throws -> RunningApp {
        if let current { return current }
        guard !ProcessApp.forbidsProcessDevice else { throw MissingCurrentAppError() }
        return try ProcessApp.shared()
    }
}

/// The error if an object of an app is created outside of `Simulator.run`, or in a task that does not inherit from it.
package struct MissingCurrentAppError: Error, CustomStringConvertible {
    package var description: String {
        "an app object was created outside of 'Simulator.run' (in a test, without the trait '.simulator'), or in a detached "
            + "task, on a queue or in a dynamic library that has no simulator: create it inside and pass it on, link the "
            + "library statically, or set TVSIM_DEVICE to a device of the command line"
    }
}
