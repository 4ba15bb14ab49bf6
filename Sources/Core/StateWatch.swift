import TVSimStateStorage

extension Simulation {
    /// The polling interval for state that another process may change without a notification.
    private static let look = Duration.milliseconds(50)

    /// Calls a closure whenever a value changes, until the task is cancelled.
    ///
    /// It returns at once if only this process can change the store, because such changes are notified directly.
    ///
    /// - Parameters:
    ///   - known: The value before the call.
    ///   - value: Reads the value.
    ///   - changed: Called after each change.
    /// - Throws: What `value` throws.
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
