package import StateStorage

extension Simulation {
    /// The names of the documents of time, chance and trouble.
    package static let documents = DocumentNames(
        names: [SimulatedClock.document, IdentifierSource.document, FaultInjector.document])
}
