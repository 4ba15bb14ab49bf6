package import TVSimCore
package import TVSimStateStorage

/// The dashboard's operations on the statements of an app.
extension SoftwareStatements {
    /// Returns the number of an app's current statement, from 1.
    package static func number(of app: String, in state: any StateReading) throws -> Int {
        try state.value(for: ServiceDocument.statements(of: app)) ?? 1
    }

    /// Returns whether an app's current statement is revoked.
    ///
    /// - Parameters:
    ///   - app: The app, for example its bundle identifier.
    ///   - serviceProviders: The requestors of a limited statement; `nil` for the unlimited statement.
    ///   - state: The state.
    /// - Returns: Whether the statement is revoked.
    /// - Throws: `StateError` if the state cannot be read.
    package static func isRevoked(
        app: String, serviceProviders: [String]? = nil, in state: any StateReading
    ) throws -> Bool {
        let id = id(app: app, serviceProviders: serviceProviders, number: try number(of: app, in: state))
        return try state.value(for: ServiceDocument.revocation(id)) ?? false
    }

    /// Revokes an app's current statement permanently.
    ///
    /// No app can register with it, and requests of the clients that did are errors. Revoking a statement twice is not
    /// an error.
    ///
    /// - Parameters:
    ///   - app: The app, for example its bundle identifier.
    ///   - serviceProviders: The requestors of a limited statement; `nil` for the unlimited statement.
    ///   - simulation: The world.
    /// - Throws: `StateError` if the state cannot be written.
    package static func revoke(
        app: String, serviceProviders: [String]? = nil, in simulation: Simulation
    ) throws {
        try simulation.store.write { state in
            let id = id(app: app, serviceProviders: serviceProviders, number: try number(of: app, in: state))
            try state.setValue(true, for: ServiceDocument.revocation(id))
        }
    }

    /// Issues a new current statement for an app, as a new download from the dashboard does.
    ///
    /// Earlier statements stay valid unless they are revoked.
    ///
    /// - Throws: `StateError` if the state cannot be written.
    package static func renew(app: String, in simulation: Simulation) throws {
        try simulation.store.write { state in
            let number = try number(of: app, in: state) + 1
            try state.setValue(number, for: ServiceDocument.statements(of: app))
        }
    }
}
