package import TVSimStateStorage

/// The clock, identifiers, faults and journal of one simulated world.
///
/// All parties of a world use these. This module does not know what is simulated.
///
/// It is a class because every party of a world keeps a reference, and each request passes the world on.
package final class Simulation: Sendable {
    /// The store of the world's state.
    package let store: any StateStore
    /// The clock of the world.
    package let clock: SimulatedClock
    /// The source of identifiers.
    package let identifiers: IdentifierSource
    /// The simulated failures.
    package let faults: FaultInjector
    /// Removes expired documents.
    package let sweeper: Sweeper
    /// The decisions and their reasons.
    package let journal: Journal

    /// Opens the world whose state is in a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - kinds: The types of decisions that can be read from a stored journal.
    ///   - observer: Learns of the decisions of this process; `nil` if no caller needs them.
    package init(store: any StateStore, kinds: JournalKinds = JournalKinds(), observer: Journal.Observer? = nil) {
        self.store = store
        clock = SimulatedClock(store: store)
        identifiers = IdentifierSource(store: store)
        faults = FaultInjector(store: store)
        sweeper = Sweeper()
        journal = Journal(store: store, clock: clock, kinds: kinds, observer: observer)
    }

    /// Creates the view of a world for one request, which reads and writes by another store of the same state.
    package init(of world: Simulation, in store: any StateStore) {
        self.store = store
        clock = SimulatedClock(store: store)
        identifiers = IdentifierSource(sharing: world.identifiers, store: store)
        faults = FaultInjector(store: store)
        sweeper = world.sweeper
        journal = Journal(store: store, clock: clock, kinds: world.journal.kinds, observer: world.journal.observer)
    }
}
