import Foundation
import HeapModule
import TVSimStructuredText

/// A store in memory, for `tvsim run`, `tvsim explain` and tests.
///
/// Values are kept without encoding, and encoded only for an export. A reader has the state of when it began, which
/// costs nothing: later changes share what they do not change with it.
package final class MemoryStateStore: StateStore {
    package let waitsForOthers = false

    private struct State {
        var contents = MemoryContents()
        var lapses = Heap<MemoryContents.Lapse>()
    }

    private let state = Locked(State())
    private let opening = OpeningNumber.next()

    /// Creates an empty store.
    package init() {}

    /// Creates a store with a copy of the documents of another one.
    ///
    /// - Throws: ``StateError`` if `other` cannot be read.
    package init(copying other: any StateStore) throws {
        try other.read { documents in try write { try documents.forEachDocument($0.set) } }
    }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try body(snapshot())
    }

    fileprivate func snapshot() -> MemoryTransaction {
        MemoryTransaction(state.withLockedValue { $0.contents }, opening: opening)
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try state.withLockedValue { state in
            let transaction = MemoryTransaction(state.contents, lapses: state.lapses, opening: opening)
            state.lapses = Heap()
            do {
                let result = try body(transaction)
                (state.contents, state.lapses) = transaction.commit()
                return result
            } catch {
                state.lapses = transaction.rollBack()
                throw error
            }
        }
    }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        let connection = Connection(self)
        return try body(ConsistentStore(connection, reading: try connection.beginReading()))
    }

    private final class Connection: StoreConnection {
        private let memory: MemoryStateStore

        init(_ memory: MemoryStateStore) { self.memory = memory }

        var store: any StateStore { memory }
        func beginReading() throws -> any StateReading { memory.snapshot() }
        func endReading() {}
        func translated(_ error: any Error) -> any Error { error }
    }
}
