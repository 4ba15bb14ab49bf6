import StateStorage

/// The fault plan of one world, shared by all who use the world.
package struct FaultInjector: Sendable {
    static let key = StateKey<FaultPlan>("faults")
    private let store: any StateStore

    init(store: any StateStore) {
        self.store = store
    }

    /// Returns the plan as it stands, with what is left of each fault.
    package func plan() throws -> FaultPlan {
        try store.read { try $0.value(for: Self.key) } ?? FaultPlan()
    }

    /// Adds a fault behind the others.
    package func add(_ fault: Fault) throws {
        try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            plan.add(fault)
            try state.setValue(plan, for: Self.key)
        }
    }

    /// Removes all faults.
    package func clear() throws {
        try store.write { try $0.setValue(nil, for: Self.key) }
    }

    /// Counts one operation and returns the fault that strikes it, if one does.
    ///
    /// Errors that the caller cannot show are skipped: they are not counted, and strike a later stage of the operation.
    package func take(
        _ operation: FaultOperation, skipping isSkipped: (String) -> Bool = { _ in false }
    ) throws -> FaultStrike? {
        // Most operations meet no fault: they cost a read and no write.
        guard try plan().concerns(operation) else { return nil }
        return try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            let strike = plan.take(operation, skipping: isSkipped)
            try state.setValue(plan, for: Self.key)
            return strike
        }
    }
}
