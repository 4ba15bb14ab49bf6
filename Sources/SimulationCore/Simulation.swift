package import StateStorage

/// Time, chance, trouble and record of one simulated world.
///
/// Everything that happens in a world reads its clock, draws its identifiers, meets its faults and leaves its reasons
/// here. This room does not know what is simulated.
///
/// A class, since every party of a world holds it, and a world is handed on with each request.
package final class Simulation: Sendable {
    /// Where the world's state lives.
    package let store: any StateStore
    /// The one clock of the world.
    package let clock: SimulatedClock
    /// The one source of identifiers.
    package let identifiers: IdentifierSource
    /// What is to go wrong.
    package let faults: FaultInjector
    /// What removes documents that have lapsed.
    package let sweeper = Sweeper()
    /// What was decided, and why.
    package let journal: Journal

    /// Opens the world whose state is in a store.
    package init(store: any StateStore) {
        self.store = store
        clock = SimulatedClock(store: store)
        identifiers = IdentifierSource(store: store)
        faults = FaultInjector(store: store)
        journal = Journal(store: store, clock: clock)
    }
}
