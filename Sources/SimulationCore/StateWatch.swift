import StateStorage

extension Simulation {
    /// How often state is looked at that another process may change, which says so to nobody.
    private static let look = Duration.milliseconds(50)

    /// Calls a body whenever something has another value than before, until the task is cancelled.
    ///
    /// For what only this process can change it does nothing: who changes that says so.
    ///
    /// - Parameters:
    ///   - known: The value that it had.
    ///   - value: Reads it.
    ///   - changed: What is to be done then.
    /// - Throws: What reading it throws.
    package func watch<Value: Equatable & Sendable>(
        _ known: Value, _ value: @Sendable () throws -> Value, _ changed: @Sendable () -> Void
    ) async throws {
        var known = known
        while store.waitsForOthers, !Task.isCancelled {
            try? await Task.sleep(for: Self.look)
            let now = try value()
            if now != known { changed() }
            known = now
        }
    }
}
