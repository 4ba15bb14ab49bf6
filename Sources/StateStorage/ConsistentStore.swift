/// The store that the body of ``StateStore/consistently(reading:_:)`` uses.
///
/// The body is synchronous, so only one thread uses the store at a time.
package final class ConsistentStore: StateStore, @unchecked Sendable {
    private let connection: any StoreConnection
    /// The open reading transaction; `nil` after a write or a log line.
    private var state: (any StateReading)?

    /// Creates the store of a connection on which a reading transaction has begun.
    package init(_ connection: any StoreConnection, reading state: any StateReading) {
        (self.connection, self.state) = (connection, state)
    }

    package var kind: StoreKind { connection.store.kind }
    package var waitsForOthers: Bool { connection.store.waitsForOthers }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        do {
            return try body(try reading())
        } catch {
            throw connection.translated(error)
        }
    }

    private func reading() throws -> any StateReading {
        if let state { return state }
        let state = try connection.beginReading()
        self.state = state
        return state
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        end()
        return try connection.store.write(body)
    }

    package func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        // An open reading transaction would keep SQLite from emptying its write-ahead log.
        end()
        return try connection.store.append(entry)
    }

    package func draw(from counter: StateKey<Int>) throws -> Int {
        end()
        return try connection.store.draw(from: counter)
    }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try body(self)
    }

    package func takeRetries() -> Int { connection.store.takeRetries() }

    /// Ends the reading transaction, if one is open.
    package func end() {
        guard state != nil else { return }
        state = nil
        connection.endReading()
    }
}

/// What a ``ConsistentStore`` needs of a kind of store.
package protocol StoreConnection: AnyObject {
    /// The store for writes, which this connection can also wait for.
    var store: any StateStore { get }

    /// Begins a reading transaction.
    ///
    /// - Throws: ``StateError`` if the state cannot be read.
    func beginReading() throws -> any StateReading

    /// Ends the reading transaction.
    func endReading()

    /// Returns the error for callers of the store.
    func translated(_ error: any Error) -> any Error
}

/// The documents of a reading transaction, each read and decoded at most once.
package final class RememberedDocuments: StateReading {
    private enum Known {
        case missing
        case json(String)
        case value(Any)
    }

    private let state: any StateReading
    private var known: [String: Known] = [:]
    private var knownReplacements: Int?

    /// Creates the documents of a transaction.
    ///
    /// - Parameters:
    ///   - state: The transaction.
    ///   - texts: The documents that are known already, as JSON; `nil` for a missing one.
    package init(_ state: any StateReading, knowing texts: [String: String?] = [:]) {
        self.state = state
        known = texts.mapValues { $0.map(Known.json) ?? .missing }
    }

    package func value<Value>(for key: StateKey<Value>) throws -> Value? {
        let value: Value?
        switch known[key.name] {
        case .missing: return nil
        case .value(let known as Value): return known
        case .json(let json): value = try key.decode(json)
        case .value, nil: value = try state.value(for: key)
        }
        known[key.name] = value.map(Known.value) ?? .missing
        return value
    }

    package var opening: Int { state.opening }

    package func names(withPrefix prefix: String) throws -> [String] { try state.names(withPrefix: prefix) }

    package func document(named name: String) throws -> StoredDocument? { try state.document(named: name) }

    package func documents() throws -> [StoredDocument] { try state.documents() }

    package func replacements() throws -> Int {
        if let knownReplacements { return knownReplacements }
        let count = try state.replacements()
        knownReplacements = count
        return count
    }

    package func revision() throws -> Int { try state.revision() }

    package func log(from first: Int) throws -> [LogLine] { try state.log(from: first) }

    package func log(from first: Int, limit: Int) throws -> [LogLine] { try state.log(from: first, limit: limit) }

    package func firstLine() throws -> Int? { try state.firstLine() }

    package func lastLine() throws -> Int? { try state.lastLine() }

    package func documents(after name: String, limit: Int) throws -> [StoredDocument] {
        try state.documents(after: name, limit: limit)
    }
}
