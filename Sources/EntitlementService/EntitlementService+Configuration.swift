import SimulationCore
package import StateStorage

extension EntitlementService {
    /// Returns what the service is configured to be; the default where nothing was said.
    ///
    /// - Throws: `StateError` when the state cannot be read.
    package func configuration() throws -> ServiceConfiguration {
        try simulation.store.read { try Self.configuration(in: $0) }
    }

    /// Configures the service anew.
    ///
    /// - Throws: `StateError` when the state cannot be written.
    package func configure(_ configuration: ServiceConfiguration) throws {
        try simulation.store.write { try Self.setConfiguration(configuration, in: $0) }
    }

    /// Reads the configuration within a transaction.
    ///
    /// - Throws: `StateError` when the document does not decode.
    package static func configuration(in state: any StateReading) throws -> ServiceConfiguration {
        try state.value(for: ServiceDocument.configuration) ?? .default
    }

    /// Writes the configuration within a transaction.
    ///
    /// - Throws: `StateError` when the state cannot be written.
    package static func setConfiguration(_ configuration: ServiceConfiguration, in state: any StateWriting) throws {
        try state.setValue(configuration, for: ServiceDocument.configuration)
    }
}
