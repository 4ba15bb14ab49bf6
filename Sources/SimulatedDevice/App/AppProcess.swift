import NIOConcurrencyHelpers
import SimulationCore

/// The process of an app, which determines what happens if the system terminates the app.
package enum AppProcess: Sendable {
    /// This process, which exits.
    ///
    /// Error messages suggest commands with the device's name; `nil` if the device has no name.
    case own(device: String? = nil)
    /// A simulated process inside a program that continues; its termination is recorded.
    case simulated(SimulatedProcess)

    /// The simulated process; `nil` if the app runs in this process.
    package var simulated: SimulatedProcess? {
        guard case .simulated(let process) = self else { return nil }
        return process
    }

    /// How the system terminated the process; `nil` if it did not.
    package var termination: AppTermination? { simulated?.termination }

    /// Terminates an app that requested access without a usage description.
    func endForMissingUsageDescription(of bundleID: String) {
        switch self {
        case .own(let device):
            SimulationTrouble.stop(AppTermination(bundleID: bundleID, advice: .commands(device: device)))
        case .simulated(let process):
            process.end(AppTermination(bundleID: bundleID, advice: .profile))
        }
    }
}

/// A simulated process of an app.
package final class SimulatedProcess: Sendable {
    private let ended = NIOLockedValueBox<AppTermination?>(nil)

    /// Creates a running process.
    package init() {}

    /// How the system terminated the process; `nil` if it is running.
    package var termination: AppTermination? { ended.withLockedValue { $0 } }

    fileprivate func end(_ termination: AppTermination) {
        ended.withLockedValue { $0 = $0 ?? termination }
    }
}

/// The termination of an app that requests access without a usage description, as on a real device.
package struct AppTermination: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of help in the description: commands or keys of a profile.
    enum Advice: Sendable, Hashable {
        case commands(device: String?)
        case profile
    }

    /// The app.
    package let bundleID: String
    let advice: Advice

    /// What happened and how to prevent it, as one sentence without a full stop.
    package var description: String {
        "the app '\(bundleID)' was terminated: it asked for access to the TV provider account without "
            + "NSVideoSubscriberAccountUsageDescription in its Info.plist; \(help)"
    }

    private var help: String {
        switch advice {
        case .commands(let device):
            let option = device.map { " --device \($0)" } ?? ""
            return "to add it, run 'tvsim app set --app \(bundleID) usageDescription=true\(option)'; "
                + "to get an error instead, run 'tvsim settings set behaviour.missingUsageDescription=error\(option)'"
        case .profile:
            return "to add it, set 'usageDescription: true' for the app; to get an error instead, set "
                + "'behaviour: {missingUsageDescription: error}' for the device"
        }
    }
}
