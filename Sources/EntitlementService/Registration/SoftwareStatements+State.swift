package import SimulationCore
package import StateStorage

/// What the dashboard does with the statements of an app.
extension SoftwareStatements {
    /// Which of an app's statements is its present one; the first is 1.
    package static func number(of app: String, in state: any StateReading) throws -> Int {
        try state.value(for: ServiceDocument.statements(of: app)) ?? 1
    }

    /// Whether an app's present statement has been revoked.
    ///
    /// - Parameters:
    ///   - app: The app, such as its bundle identifier.
    ///   - serviceProviders: The requestors that the statement is limited to; `nil`: the one for all.
    ///   - state: The state.
    /// - Returns: Whether it has been.
    /// - Throws: `StateError` when the state cannot be read.
    package static func isRevoked(
        app: String, serviceProviders: [String]? = nil, in state: any StateReading
    ) throws -> Bool {
        let id = id(app: app, serviceProviders: serviceProviders, number: try number(of: app, in: state))
        return try state.value(for: ServiceDocument.revocation(id)) ?? false
    }

    /// Revokes an app's present statement for good: nobody can register with it, and the clients that did are refused.
    ///
    /// One that is revoked already is not an error.
    ///
    /// - Parameters:
    ///   - app: The app, such as its bundle identifier.
    ///   - serviceProviders: The requestors that the statement is limited to; `nil`: the one for all.
    ///   - simulation: The world.
    /// - Throws: `StateError` when the state cannot be written.
    package static func revoke(
        app: String, serviceProviders: [String]? = nil, in simulation: Simulation
    ) throws {
        try simulation.store.write { state in
            let id = id(app: app, serviceProviders: serviceProviders, number: try number(of: app, in: state))
            try state.setValue(true, for: ServiceDocument.revocation(id))
        }
    }

    /// Gives an app a new statement, as the dashboard does where one is downloaded anew.
    ///
    /// What was issued before it stays what it is: valid, where nobody has revoked it.
    ///
    /// - Throws: `StateError` when the state cannot be written.
    package static func renew(app: String, in simulation: Simulation) throws {
        try simulation.store.write { state in
            let number = try number(of: app, in: state) + 1
            try state.setValue(number, for: ServiceDocument.statements(of: app))
        }
    }
}
