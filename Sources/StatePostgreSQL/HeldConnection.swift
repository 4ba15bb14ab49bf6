import TVSimStateStorage

/// The connection that one ``StateStore/consistently(reading:_:)`` holds, for its reading and its writing transactions.
final class HeldConnection: StoreConnection {
    let store: any StateStore
    private let connection: DatabaseConnection
    private let query: String
    private let names: [String]

    /// Creates the held connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - store: The store for writes on it.
    ///   - query: The first query of each reading transaction, which reads the world and some of its documents.
    ///   - names: The names of these documents.
    init(_ connection: DatabaseConnection, _ store: any StateStore, query: String, _ names: [String]) {
        (self.connection, self.store, self.query, self.names) = (connection, store, query, names)
    }

    func beginReading() throws -> any StateReading {
        guard let state = state(try connection.beginReading(query)) else {
            endReading()
            throw StateError(.missing, "the world was removed")
        }
        return state
    }

    /// Returns the state that the rows of the first query begin; `nil` if the world does not exist.
    func state(_ rows: [[String?]]) -> (any StateReading)? {
        guard let found = DatabaseTransaction.World(rows) else { return nil }
        var texts: [String: String?] = Dictionary(uniqueKeysWithValues: names.map { ($0, nil) })
        for row in rows where row.count == 5 { if let name = row[3] { texts[name] = row[4] } }
        return RememberedDocuments(DatabaseTransaction(connection, found), knowing: texts)
    }

    func endReading() { connection.endReading() }

    func translated(_ error: any Error) -> any Error { Database.translated(error, writing: false) }
}
