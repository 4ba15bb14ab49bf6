import Foundation
import SimulatedDevice
import SimulationCore

extension Device {
    /// Returns an app of the device as a profile would describe it at this moment.
    func described(_ bundleID: String) throws -> Profile.DeviceApp {
        let situation = try situation(of: bundleID)
        return Profile.DeviceApp(bundleID: bundleID, access: situation.permission, record: situation.app)
    }

    /// Changes an app of the device as a patch says, all of it or nothing.
    func change(_ bundleID: String, by patch: Patch<Profile.DeviceApp>) throws {
        try BundleID.check(bundleID)
        let now = try simulation.clock.now()
        try updateApp(bundleID) { record, access in
            var app = Profile.DeviceApp(bundleID: bundleID, access: access, record: record)
            try patch.apply(to: &app, at: now)
            (record, access) = (app.record, app.access)
        }
    }

    /// Makes an app of the device what a profile says.
    func install(_ app: Profile.DeviceApp) throws {
        try updateApp(app.bundleID) { record, access in (record, access) = (app.record, app.access) }
    }

    /// Returns an app to what the device's profile says of it: its permission, how it was built, what it registered.
    func resetApp(_ bundleID: String) throws {
        try BundleID.check(bundleID)
        try install(try StoredProfile.profile(in: simulation.store).deviceApp(bundleID))
    }

    /// Returns what the device is to its profile.
    func resetSettings() throws {
        try setSettings(try StoredProfile.profile(in: simulation.store).deviceSettings)
    }
}
