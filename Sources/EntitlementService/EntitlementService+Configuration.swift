import TVSimCore
package import TVSimStateStorage

extension EntitlementService {
    /// Returns the configuration with the contracts of its MVPDs.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package func configuration() throws -> ServiceConfiguration {
        try simulation.store.read { try context.configuration(in: $0) }
    }

    /// Reads the configuration within a transaction, without contracts.
    ///
    /// - Throws: `StateError` if the document cannot be decoded.
    package static func storedConfiguration(in state: any StateReading) throws -> ServiceConfiguration {
        try state.value(for: ServiceDocument.configuration) ?? .default
    }

    /// Writes the configuration within a transaction.
    ///
    /// - Throws: `StateError` if the state cannot be written.
    package static func setConfiguration(_ configuration: ServiceConfiguration, in state: any StateWriting) throws {
        try state.setValue(configuration, for: ServiceDocument.configuration)
    }
}
