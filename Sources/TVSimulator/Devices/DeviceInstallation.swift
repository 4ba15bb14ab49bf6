import SimulatedDevice
import SimulationCore
package import StateStorage

/// Puts what a profile says of the device, the clock, chance and faults into a store.
package enum DeviceInstallation {
    /// Fills a store; what was in it before stays where the profile says nothing of it.
    ///
    /// Meant for a store in memory: the changes are several, and a device on disk takes them over all at once.
    package static func install(_ profile: Profile, into store: any StateStore) throws {
        let simulation = Simulation(store: store)
        let device = Device(simulation: simulation)
        try simulation.clock.set(to: profile.clock)
        try simulation.identifiers.reseed(profile.seed)
        try device.setSettings(profile.deviceSettings)
        try device.setProviders(profile.providers.compactMap(\.known))
        for app in profile.device.apps { try device.install(app) }
        if let account = profile.device.account {
            try device.signIn(
                provider: account.provider, subscriber: account.subscriber, expires: profile.accountExpiry)
        }
        try device.setViewer(profile.viewer)
        for fault in profile.faults { try simulation.faults.add(fault) }
    }
}

extension StateStore {
    /// Replaces everything in this store by what another holds, all or nothing, and begins the log anew.
    package func replaceAll(with other: any StateStore) throws {
        let documents = try other.read { try $0.documents() }
        try write { state in
            try state.removeAll(includingLog: true)
            for (name, json) in documents { try state.setEncodedValue(json, named: name) }
        }
    }
}
