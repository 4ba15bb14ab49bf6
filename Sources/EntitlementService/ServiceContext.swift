import TVSimCore
import TVSimStateStorage

/// The dependencies of every endpoint: the simulated world and the MVPDs' contracts.
struct ServiceContext: Sendable {
    /// The world's clock, identifiers, faults, journal and state.
    let simulation: Simulation
    /// The source of the MVPDs' contracts.
    let contracts: any MVPDMetadataSource
    /// The way of the service's own requests to MVPDs.
    let backChannel: any BackChannel
    /// The source of the device's framework status; `nil` for a service without a device.
    let deviceStatus: DeviceStatus.Source?

    /// Reads the configuration with the MVPDs' contracts in a transaction.
    ///
    /// - Throws: `StateError` if the document cannot be decoded.
    func configuration(in state: any StateReading) throws -> ServiceConfiguration {
        var configuration = try EntitlementService.storedConfiguration(in: state)
        try contracts.fill(&configuration, in: state)
        return configuration
    }
}

extension ServiceEndpoint {
    var simulation: Simulation { context.simulation }
}
