package import TVSimStateStorage

extension Simulation {
    /// The documents of the clock, the identifiers and the faults.
    package static let documents = RoomDocuments([
        .one(SimulatedClock.key), .one(IdentifierSource.key), .one(FaultInjector.key),
    ])

    /// The names of the documents that most requests read: the clock and the faults.
    package static let usedByMostRequests = [SimulatedClock.key.name, FaultInjector.key.name]
}
