import TVSimCore
import TVSimStructuredText

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

    /// Terminates an app for a reason.
    func end(_ bundleID: String, because reason: AppTermination.Reason) {
        switch self {
        case .own(let device):
            SimulatorFailure.stop(
                AppTermination(bundleID: bundleID, reason: reason, advice: .commands(device: device)))
        case .simulated(let process):
            process.end(AppTermination(bundleID: bundleID, reason: reason, advice: .profile))
        }
    }
}

/// A simulated process of an app.
package final class SimulatedProcess: Sendable {
    private let ended = Locked<AppTermination?>(nil)

    /// Creates a running process.
    package init() {}

    /// How the system terminated the process; `nil` if it is running.
    package var termination: AppTermination? { ended.withLockedValue { $0 } }

    fileprivate func end(_ termination: AppTermination) {
        ended.withLockedValue { $0 = $0 ?? termination }
    }
}

/// The termination of an app that lacks what Apple requires, as on a real device.
package struct AppTermination: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the app lacks.
    package enum Reason: Sendable, Hashable {
        /// It requested access without a usage description (Differences, A-25).
        case usageDescription
        /// It registered a subscription without the entitlement (Differences, A-36).
        case subscriptionEntitlement
        /// It registered a subscription whose access level is unknown (Differences, A-36).
        case unknownAccessLevel
    }

    /// The kind of help in the description: commands or keys of a profile.
    enum Advice: Sendable, Hashable {
        case commands(device: String?)
        case profile
    }

    /// The app.
    package let bundleID: String
    /// What the app lacks.
    package let reason: Reason
    let advice: Advice

    /// What happened and how to prevent it, as one sentence without a full stop.
    package var description: String {
        "the app '\(bundleID)' was terminated: \(mistake); \(help)"
    }

    private var mistake: String {
        switch reason {
        case .usageDescription:
            "it asked for access to the TV provider account without NSVideoSubscriberAccountUsageDescription in its "
                + "Info.plist"
        case .subscriptionEntitlement:
            "it called setCurrentSubscription, which requires an entitlement, without "
                + "com.apple.smoot.subscriptionservice"
        case .unknownAccessLevel:
            "it called setCurrentSubscription with a subscription whose accessLevel is unknown, which is the default"
        }
    }

    /// The key of the app that adds what it lacks, if there is one, and the setting of the device that prevents the
    /// termination.
    private var remedy: (key: String?, behaviour: String, effect: String) {
        switch reason {
        case .usageDescription: ("usageDescription", "missingUsageDescription=error", "to get an error instead")
        case .subscriptionEntitlement:
            ("subscriptionEntitlement", "missingSubscriptionEntitlement=ignore", "to have the call ignored")
        case .unknownAccessLevel: (nil, "missingSubscriptionEntitlement=ignore", "to have the call ignored")
        }
    }

    private static let setLevel = "set its accessLevel before"

    private var help: String {
        switch advice {
        case .commands(let device):
            let option = device.map { " --device \($0)" } ?? ""
            let fix = remedy.key.map { "to add it, run 'tvsim app set --app \(bundleID) \($0)=true\(option)'" }
            return
                "\(fix ?? Self.setLevel); \(remedy.effect), run 'tvsim settings set behaviour.\(remedy.behaviour)\(option)'"
        case .profile:
            let behaviour = remedy.behaviour.replacing("=", with: ": ")
            let fix = remedy.key.map { "to add it, set '\($0): true' for the app" }
            return "\(fix ?? Self.setLevel); \(remedy.effect), set 'behaviour: {\(behaviour)}' for the device"
        }
    }
}
