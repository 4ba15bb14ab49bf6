/// One app on one device: who is asking.
///
/// Apple's `VSAccountManager()` and the entitlement SDK take no device, so they find it here: the task-local
/// ``current`` where a test or a run has set it, else the process's own device (``ProcessApp``). It is read when
/// the object is made, and kept, so that handlers that hop threads keep the right device; an account manager that is used
/// in the name of another device's app asks that one.
package struct RunningApp: Sendable {
    /// Runs code with values that tasks inherit.
    package typealias Inheritance = @Sendable (_ body: () -> Void) -> Void

    /// The device that the app runs on.
    package let device: Device
    /// The app's bundle identifier.
    package let bundleID: String
    /// The process that it runs in.
    package let process: AppProcess
    /// Runs code with what the app's tasks inherit besides ``current``.
    package let inheriting: Inheritance

    /// The app in whose name the current task acts; `nil` outside a simulation.
    @TaskLocal package static var current: RunningApp?

    /// Creates an app on a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - bundleID: The app's bundle identifier.
    ///   - process: What ends where the system ends the app.
    ///   - inheriting: Runs code with what other rooms let the app's tasks inherit; see ``callBack(_:)``.
    package init(
        device: Device, bundleID: String, process: AppProcess = .own(),
        inheriting: @escaping Inheritance = { $0() }
    ) {
        self.device = device
        self.bundleID = bundleID
        self.process = process
        self.inheriting = inheriting
    }

    /// Calls the app's own code back, on a queue that inherits nothing: what it makes there belongs to the same app on the
    /// same device.
    package func callBack(_ body: () -> Void) {
        Self.$current.withValue(self) { inheriting(body) }
    }

    /// Ends the app as the system does that finds no `NSVideoSubscriberAccountUsageDescription` when the app asks for access.
    ///
    /// It returns only where the process is simulated.
    package func endForMissingUsageDescription() {
        process.endForMissingUsageDescription(of: bundleID)
    }

    /// Returns the app in whose name the caller acts.
    ///
    /// - Throws: What ``ProcessApp/shared()`` throws when no task-local app is set and the process's device cannot be
    ///   opened, and ``LostApp`` in a process with worlds of its own, or of tests, where the fall-back would be an accident.
    package static func resolve() throws -> RunningApp {
        if let current { return current }
        guard !ProcessApp.mustNotFallBack else { throw LostApp() }
        return try ProcessApp.shared()
    }
}

/// Something of an app was made outside its simulator's `run`, or in a task that does not inherit from it.
package struct LostApp: Error, CustomStringConvertible {
    package var description: String {
        "an app's object was made outside of 'Simulator.run' (in a test, without the trait '.simulator'), or in a detached "
            + "task or on a queue that it does not reach, or in a dynamic library, which has a copy of the simulator: make it "
            + "inside and hand it over, link it statically, or name a device of the command line by TVSIM_DEVICE"
    }
}
