package import TVSimStateStorage

extension Simulation {
    /// The documents of the clock, the identifiers and the faults.
    package static let documents = RoomDocuments([
        .one(SimulatedClock.key), .one(IdentifierSource.key), .one(FaultInjector.key),
    ])

    /// The names of the documents that most requests read: the clock and the faults.
    package static let usedByMostRequests = [SimulatedClock.key.name, FaultInjector.key.name]

    /// The names of the documents with numbers of up to 64 bits.
    package static let longNumbers: Set<String> = [IdentifierSource.key.name, FaultInjector.key.name]

    /// Validates the values of the clock, the identifiers and the faults.
    ///
    /// - Throws: `StateError` with the name of the first invalid document.
    package func check() throws {
        func refuse(_ document: String, _ reason: String) -> StateError {
            StateError(.malformedDocument, "the document '\(document)': \(reason)")
        }
        do {
            try clock.check()
        } catch let error as ClockError {
            throw refuse(SimulatedClock.key.name, error.description)
        }
        guard try identifiers.isInRange() else {
            throw refuse(IdentifierSource.key.name, "the identifier counter is out of range")
        }
        for fault in try faults.plan().faults where fault.after < 0 || fault.times.map({ $0 < 0 }) == true {
            throw refuse(FaultInjector.key.name, "the fault of '\(fault.operation.rawValue)' has a negative count")
        }
    }
}
