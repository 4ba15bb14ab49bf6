import Foundation
package import SimulatedDevice
import SimulationCore

extension SimulatorCommand {
    /// Obeys a command that concerns the device, the clock or the faults.
    ///
    /// The change has taken effect, durably, on return.
    ///
    /// - Parameters:
    ///   - device: The device, with its clock and faults.
    ///   - parties: Whom a command of the device's world can name.
    /// - Returns: `false` for a command about the service, the providers or the whole world, of which nothing was done.
    /// - Throws: ``CommandError`` when the command cannot be obeyed, `StateError` when the state cannot be changed.
    package func perform(on device: Device, knowing parties: () throws -> PartyCheck) throws -> Bool {
        switch self {
        case .setPermission(let bundleID, let permission):
            let app = try bundleID ?? device.settings().defaultBundleID
            try BundleID.check(app)
            try device.setPermission(permission, for: app)
        case .resetPermission(let bundleID?):
            try BundleID.check(bundleID)
            try device.setPermission(.notDetermined, for: bundleID)
        case .resetPermission(nil):
            try device.resetPermissions()
        case .signIn(let provider, let subscriber, let expires, let grant):
            if let grant { try BundleID.check(grant) }
            try parties().checkSignIn(provider: provider, subscriber: subscriber)
            let now = try device.simulation.clock.now()
            guard
                try device.signIn(
                    provider: provider, subscriber: subscriber, expires: expires.resolved(at: now), granting: grant)
            else {
                throw CommandError(
                    .invalid, "the device's restrictions forbid '\(grant ?? "")' the account, which no sign-in grants")
            }
        case .signOut:
            try device.signOut()
        case .expireAccount:
            guard try device.expireAccount() else {
                throw CommandError(.notFound, "nobody is signed in, so there is nothing to expire")
            }
        case .setViewer(let patch):
            try parties().check(patch)
            try device.updateViewer { try patch.apply(to: &$0) }
        case .resetViewer:
            try device.setViewer(ViewerAnswers())
        case .setSettings(let patch):
            try device.updateSettings { try patch.apply(to: &$0) }
        case .resetSettings:
            try device.resetSettings()
        case .setApp(let bundleID, let patch):
            do {
                try device.change(try bundleID ?? device.settings().defaultBundleID, by: patch)
            } catch let error as ProfileError {
                // Right by itself, and not possible for this app as it is.
                throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
            }
        case .resetApp(let bundleID):
            try device.resetApp(try bundleID ?? device.settings().defaultBundleID)
        case .setClock(let instant):
            let clock = device.simulation.clock
            guard let moment = instant.resolved(at: try clock.now()) else {
                throw CommandError(.invalid, "the clock cannot be set to never")
            }
            try moving { try clock.set(to: moment) }
        case .advanceClock(let seconds):
            try moving { try device.simulation.clock.advance(by: seconds) }
        case .followClock:
            try device.simulation.clock.follow()
        case .freezeClock:
            try device.simulation.clock.freeze()
        case .addFault(let fault):
            try FaultCatalog.check(error: fault.error, of: fault.operation.rawValue)
            try device.simulation.faults.add(fault)
        case .clearFaults:
            try device.simulation.faults.clear()
        case .setIntegration, .resetIntegration, .setProvider, .resetProvider, .revokeStatement, .renewStatement,
            .reset:
            return false
        }
        return true
    }

    private func moving(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as ClockError {
            throw CommandError(.invalid, error.description)
        }
    }
}

extension BundleID {
    /// Refuses a text that cannot be a bundle identifier.
    package static func check(_ text: String) throws(CommandError) {
        guard isValid(text) else { throw CommandError(.invalid, complaint(about: text)) }
    }
}
