/// One app on one device: who is asking.
///
/// Apple's `VSAccountManager()` and the entitlement SDK take no device, so they find it here: the task-local
/// ``current`` where a test or a run has set it, else the process's own device (``ProcessApp``). It is read once, when
/// the object is made, and kept, so that handlers that hop threads keep the right device.
package struct RunningApp: Sendable {
    /// The device that the app runs on.
    package let device: Device
    /// The app's bundle identifier.
    package let bundleID: String

    /// The app in whose name the current task acts; `nil` outside a simulation.
    @TaskLocal package static var current: RunningApp?

    /// Creates an app on a device.
    package init(device: Device, bundleID: String) {
        self.device = device
        self.bundleID = bundleID
    }

    /// Returns the app in whose name the caller acts.
    ///
    /// - Throws: What ``ProcessApp/shared()`` throws when no task-local app is set and the process's device cannot be
    ///   opened.
    package static func resolve() throws -> RunningApp {
        if let current { return current }
        return try ProcessApp.shared()
    }
}
