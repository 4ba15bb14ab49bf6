/// A store that can be read and written like the one behind it, and leaves that as it is.
///
/// Each write sees what it has written itself, and is undone when it is over: for questions what an action would come to.
package struct RehearsalStateStore: StateStore {
    private let store: any StateStore

    /// Creates the view of a store.
    package init(_ store: any StateStore) {
        self.store = store
    }

    package var waitsForOthers: Bool { store.waitsForOthers }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try store.read(body)
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        var outcome: Result?
        do {
            try store.write { state in
                outcome = try body(state)
                // Nothing is kept of a write whose body throws.
                throw Undone()
            }
        } catch is Undone {}
        guard let outcome else { throw Undone() }
        return outcome
    }

    private struct Undone: Error {}
}
