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

    /// Counts one operation and decides which fault affects it.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - facts: What is known of it; read only if a fault concerns the operation.
    ///   - stage: Returns when the operation can fail with an error; `nil` if the caller cannot report the error, whose
    ///     faults then do not concern the operation. For errors of the late stage the caller calls ``reach(_:)``.
    /// - Returns: The fault that strikes now, and what is decided about the late stage.
    /// - Throws: `StateError` if the plan cannot be read or written.
    package func draw(
        _ operation: FaultOperation, about facts: @autoclosure () throws -> FaultFacts = FaultFacts(),
        stage: (String) -> FaultStage? = { _ in .early }
    ) throws -> FaultDraw {
        // Most operations have no fault. They need a read but no write transaction.
        guard try plan().concerns(operation) else { return FaultDraw() }
        let facts = try facts()
        return try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            let seed = try state.value(for: IdentifierSource.key)?.seed ?? 0
            let draw = plan.draw(operation, about: facts, seed: seed, stage: stage)
            try state.setValue(plan, for: Self.key)
            return draw
        }
    }

    /// Counts an operation that has reached its late stage, and returns the fault that strikes there.
    ///
    /// - Parameter draw: What was decided about the operation.
    /// - Returns: The fault; `nil` if none is due.
    /// - Throws: `StateError` if the plan cannot be read or written.
    package func reach(_ draw: FaultDraw) throws -> MatchedFault? {
        guard !draw.isOver else { return nil }
        return try store.write { state in
            var plan = try state.value(for: Self.key) ?? FaultPlan()
            let due = plan.reach(draw)
            try state.setValue(plan, for: Self.key)
            return due
        }
    }

    /// Counts one operation without a late stage and returns the fault that affects it; `nil` if no fault does.
    package func take(
        _ operation: FaultOperation, about facts: @autoclosure () throws -> FaultFacts = FaultFacts(),
        where canBeReported: (String) -> Bool = { _ in true }
    ) throws -> InjectedFault? {
        try draw(operation, about: facts(), stage: { canBeReported($0) ? .early : nil }).due?.strike
    }
}
