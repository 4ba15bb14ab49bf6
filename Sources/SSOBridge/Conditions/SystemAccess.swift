package import SimulatedDevice
package import VideoSubscriberAccount

/// What Apple's framework says about an app's access to the system-level account.
package enum SystemAccess: Sendable, Equatable {
    /// The app may use the account.
    case granted
    /// It may not: denied, restricted or undetermined.
    case withheld(AccessPermission)
    /// The framework could not say.
    case failed(VSError)

    /// Reads what the framework told; not being granted is no failure.
    init(_ status: VSAccountAccessStatus, _ error: VSError?) {
        if let error, error.code != .accessNotGranted {
            self = .failed(error)
        } else {
            self = status == .granted ? .granted : .withheld(AccessPermission(status))
        }
    }

    /// Asks the framework in an app's name; nobody is prompted.
    ///
    /// - Throws: `AppTermination` where the system has ended the app.
    package static func read(of app: RunningApp) async throws -> SystemAccess {
        try await AccountFramework(app: app).access(prompt: false)
    }
}
