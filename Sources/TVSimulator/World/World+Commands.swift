import EntitlementService
import IdentityProvider
import SimulatedDevice
import SimulationCore
import StateStorage

extension World {
    /// Carries out a command: the one way in which a world is changed from outside.
    ///
    /// - Throws: `CommandError` when the command names what is not there or asks for what cannot be; nothing is changed
    ///   then.
    package func perform(_ command: SimulatorCommand) throws {
        if try command.perform(on: device, knowing: parties) { return }
        if case .reset = command { return try reset() }
        let store = simulation.store
        switch command {
        case .setIntegration(let requestor, let mvpd, let patch):
            try store.write { try Self.changeIntegration(requestor, mvpd, in: $0) { try patch.apply(to: &$0) } }
        case .resetIntegration(let requestor, let mvpd):
            let original = try StoredProfile.profile(in: store).service.requestor(requestor)?.integration(mvpd)
            try store.write { try Self.changeIntegration(requestor, mvpd, in: $0) { $0 = original ?? $0 } }
        case .setProvider(let id, let patch):
            try store.write { state in
                try Self.changeProvider(id, in: state) { provider in
                    try PartyCheck(providers: [provider]).check(patch, of: provider)
                    try patch.apply(to: &provider)
                }
            }
        case .resetProvider(let id):
            let original = try StoredProfile.profile(in: store).providers.first { $0.id == id }
            try store.write { try Self.changeProvider(id, in: $0) { $0 = original ?? $0 } }
        case .revokeStatement(let bundleID, let requestors):
            try SoftwareStatements.revoke(app: app(bundleID), serviceProviders: requestors, in: simulation)
        case .renewStatement(let bundleID):
            try SoftwareStatements.renew(app: app(bundleID), in: simulation)
        default:
            break
        }
    }

    /// The app that a command means: the one that it names, or the device's own.
    private func app(_ bundleID: String?) throws -> String {
        let app = try bundleID ?? device.settings().defaultBundleID
        try BundleID.check(app)
        return app
    }

    /// Returns the providers as a profile would describe them at this moment.
    package func describedProviders() throws -> [Profile.Provider] {
        try simulation.store.read { state in try Self.describedProviders(in: state) }
    }

    /// Returns the requestors' integrations as a profile would describe them at this moment, in the service's order.
    package func describedIntegrations() throws -> [(requestor: String, integration: Profile.Integration)] {
        try service.configuration().requestors.flatMap { requestor in
            requestor.integrations.map { (requestor.id, Profile.Integration($0)) }
        }
    }

    /// Whom a command can name at this moment.
    func parties() throws -> PartyCheck {
        let integrations = try describedIntegrations().map(\.integration.mvpd)
        return PartyCheck(providers: try describedProviders(), mvpds: Set(integrations).sorted())
    }

    static func describedProviders(in state: any StateReading) throws -> [Profile.Provider] {
        let known = try Device.providers(in: state)
        return try IdentityProviderDirectory.records(in: state).map { record in
            Profile.Provider(record, known: known.first { $0.identifier == record.identifier })
        }
    }
}
