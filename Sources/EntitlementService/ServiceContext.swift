import SimulationCore
import StateStorage

/// What every endpoint works with: the simulated world, and what the MVPDs have agreed with the service.
struct ServiceContext: Sendable {
    /// The clock, the identifiers, the faults, the journal and the state of the world.
    let simulation: Simulation
    /// Where the contracts of MVPDs are looked up.
    let contracts: any MVPDContracts

    /// Reads the configuration within a transaction, with the contracts of its MVPDs.
    ///
    /// - Throws: `StateError` when the document does not decode.
    func configuration(in state: any StateReading) throws -> ServiceConfiguration {
        var configuration = try EntitlementService.storedConfiguration(in: state)
        try contracts.fill(&configuration, in: state)
        return configuration
    }
}

extension ServiceEndpoint {
    var simulation: Simulation { context.simulation }
}
