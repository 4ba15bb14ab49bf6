import TVSimStateStorage
import TVSimStructuredText

/// The fault plan of one world, which all processes that use the world share.
package struct FaultInjector: Sendable {
    static let key = StateKey("faults", FaultPlan.fields.format)
    private let store: any StateStore

    init(store: any StateStore) {
        self.store = store
    }

    /// Returns the plan with the remaining counts of each fault.
    package func plan() throws -> FaultPlan {
        try store.read { try $0.value(for: Self.key) } ?? FaultPlan()
    }

    /// Adds a fault after the existing ones.
    ///
    /// - Returns: Its number.
    /// - Throws: ``CommandError`` if another fault has the number that it names.
    @discardableResult
    package func add(_ fault: Fault) throws -> Int {
        try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            guard let id = plan.add(fault) else {
                let reason =
                    fault.id.map { "another fault has the number \($0): remove it, or leave 'id' out" }
                    ?? "no number of a fault is left: reset the world"
                throw CommandError(.invalid, reason)
            }
            try state.setValue(plan, for: Self.key)
            return id
        }
    }

    /// Removes a fault, or does nothing if it was removed before.
    ///
    /// - Parameter id: Its number.
    /// - Throws: ``CommandError`` if the world never had a fault with this number.
    package func remove(_ id: Int) throws {
        try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            guard plan.remove(id) else {
                throw CommandError(
                    .notFound,
                    "the world never had a fault with the number \(id): see 'tvsim fault list' or GET "
                        + "/_sim/v1/faults")
            }
            try state.setValue(plan, for: Self.key)
        }
    }

    /// Removes all faults.
    package func clear() throws {
        try store.write { state in
            guard var plan = try state.value(for: Self.key) else { return }
            plan.clear()
            try state.setValue(plan, for: Self.key)
        }
    }

    /// Counts one operation and returns the fault that affects it; `nil` if no fault does.
    ///
    /// An error for which `isSkipped` returns true cannot be reported by the caller. It is not counted and can affect a
    /// later stage of the operation.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - facts: What is known of it; read only if a fault concerns the operation.
    ///   - isSkipped: Returns whether the caller cannot report an error.
    /// - Returns: The fault; `nil` if none is due.
    /// - Throws: `StateError` if the plan cannot be read or written.
    package func due(
        _ operation: FaultOperation, about facts: @autoclosure () throws -> FaultFacts = FaultFacts(),
        skipping isSkipped: (String) -> Bool = { _ in false }
    ) throws -> MatchedFault? {
        // Most operations have no fault. They need a read but no write transaction.
        guard try plan().concerns(operation) else { return nil }
        let facts = try facts()
        return try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            let seed = try state.value(for: IdentifierSource.key)?.seed ?? 0
            let due = plan.take(operation, about: facts, seed: seed, skipping: isSkipped)
            try state.setValue(plan, for: Self.key)
            return due
        }
    }

    /// Counts one operation and returns the fault that affects it, as ``due(_:about:skipping:)`` does.
    package func take(
        _ operation: FaultOperation, about facts: @autoclosure () throws -> FaultFacts = FaultFacts(),
        skipping isSkipped: (String) -> Bool = { _ in false }
    ) throws -> InjectedFault? {
        try due(operation, about: facts(), skipping: isSkipped)?.strike
    }
}
