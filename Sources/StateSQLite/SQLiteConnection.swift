import GRDB
import TVSimStateStorage
import TVSimStructuredText

/// The reading transactions of one ``StateStore/consistently(reading:_:)`` on a file.
///
/// Writes use the file's own connection, which is free meanwhile.
final class SQLiteConnection: StoreConnection {
    let store: any StateStore
    private let state: SQLiteTransaction
    private let path: String
    private let entering: (SQLiteTransaction) throws -> SQLiteTransaction?

    /// Creates the connection of a store.
    ///
    /// - Parameters:
    ///   - state: The connection, without a transaction.
    ///   - store: The store for writes.
    ///   - path: The file, for error messages.
    ///   - entering: Returns the view of the store's world in a transaction; `nil` if the world does not exist.
    init(
        _ state: SQLiteTransaction, of store: any StateStore, in path: String,
        _ entering: @escaping (SQLiteTransaction) throws -> SQLiteTransaction?
    ) {
        (self.state, self.store, self.path, self.entering) = (state, store, path, entering)
    }

    /// Runs a closure with the consistent store of this connection; returns `nil` if the world does not exist.
    func run<Result>(_ body: (any StateStore) throws -> Result) throws -> Result? {
        guard let reading = try begin() else { return nil }
        let store = ConsistentStore(self, reading: reading)
        defer { store.end() }
        return try body(store)
    }

    func beginReading() throws -> any StateReading {
        guard let reading = try begin() else { throw StateError(.missing, "the world was removed") }
        return reading
    }

    private func begin() throws -> (any StateReading)? {
        try state.database.beginTransaction(.deferred)
        do {
            guard let world = try entering(state) else {
                endReading()
                return nil
            }
            let documents = RememberedDocuments(world)
            // A deferred transaction has no state before its first read.
            _ = try documents.replacements()
            return documents
        } catch {
            endReading()
            throw error
        }
    }

    func endReading() { try? state.database.commit() }

    func translated(_ error: any Error) -> any Error {
        if let error = error as? StateError { return error.naming("'\(path)'") }
        guard let error = error as? DatabaseError else { return error }
        return StateError(error, of: path, writing: false)
    }
}

/// The connections to a file that no request uses.
final class IdleReaders: Sendable {
    private let queues = Locked<[DatabaseQueue]>([])

    func take() -> DatabaseQueue? { queues.withLockedValue { $0.popLast() } }
    func put(_ queue: DatabaseQueue) { queues.withLockedValue { $0.append(queue) } }
}
