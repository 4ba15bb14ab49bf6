import NIOConcurrencyHelpers
import SimulationCore

/// The process of an app, and what it means that the system ends it.
package enum AppProcess: Sendable {
    /// This program's own: it ends.
    ///
    /// The device's name is what advice calls it; `nil`: it has none.
    case own(device: String? = nil)
    /// One that is only simulated, in a program that goes on: its end is written down.
    case simulated(SimulatedProcess)

    /// The process, where it is only simulated.
    package var simulated: SimulatedProcess? {
        guard case .simulated(let process) = self else { return nil }
        return process
    }

    /// How the system has ended the process; `nil`: it has not.
    package var termination: AppTermination? { simulated?.termination }

    /// Ends the process of an app that asked for access and did not say why.
    func endForMissingUsageDescription(of bundleID: String) {
        switch self {
        case .own(let device):
            SimulationTrouble.stop(AppTermination(bundleID: bundleID, advice: .commands(device: device)))
        case .simulated(let process):
            process.end(AppTermination(bundleID: bundleID, advice: .profile))
        }
    }
}

/// A process of an app that is only simulated.
package final class SimulatedProcess: Sendable {
    private let ended = NIOLockedValueBox<AppTermination?>(nil)

    /// Creates a process that runs.
    package init() {}

    /// How the system has ended it; `nil`: it runs.
    package var termination: AppTermination? { ended.withLockedValue { $0 } }

    fileprivate func end(_ termination: AppTermination) {
        ended.withLockedValue { $0 = $0 ?? termination }
    }
}

/// The end of an app that asks for access and does not say why: the real system ends the process.
package struct AppTermination: Error, Sendable, Hashable, CustomStringConvertible {
    /// To whom the description says what would help.
    enum Advice: Sendable, Hashable {
        case commands(device: String?)
        case profile
    }

    /// The app.
    package let bundleID: String
    let advice: Advice

    /// What happened and what would help, as one sentence without its full stop.
    package var description: String {
        "the app '\(bundleID)' was terminated: it asked for access to the TV provider account without "
            + "NSVideoSubscriberAccountUsageDescription in its Info.plist; \(help)"
    }

    private var help: String {
        switch advice {
        case .commands(let device):
            let option = device.map { " --device \($0)" } ?? ""
            return "'tvsim app set --app \(bundleID) usageDescription=true\(option)' gives it one, "
                + "'tvsim settings set behaviour.missingUsageDescription=error\(option)' lets it go on"
        case .profile:
            return "'usageDescription: true' of the app gives it one, 'behaviour: {missingUsageDescription: error}' of "
                + "the device lets it go on"
        }
    }
}
