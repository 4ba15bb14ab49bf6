/// A store of named documents and a log, with transactions.
///
/// A store does not know what its documents mean. ``MemoryStateStore`` is for `tvsim run` and tests,
/// ``SQLiteStateStore`` for devices that outlive a process, and the module `StatePostgreSQL` for worlds that several
/// servers share.
///
/// If the body of a write throws, its changes are discarded. When ``write(_:)`` returns, the change is durable if the
/// store is on disk, and the next ``read(_:)`` of any process sees it.
package protocol StateStore: Sendable {
    /// Where the state is.
    var kind: StoreKind { get }

    /// Whether other processes can use the store, so that a caller may have to wait for a lock or poll for changes.
    var waitsForOthers: Bool { get }

    /// Runs a closure with a consistent state of the documents.
    ///
    /// - Throws: ``StateError`` if the store cannot be read or a document does not decode, and what `body` throws. A
    ///   missing document is not an error and reads as `nil`.
    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result

    /// Runs a closure that takes long, such as an export, with a consistent state of the documents.
    ///
    /// Other readers and writers do not wait for it. The closure may run again if the connection to a database is lost.
    ///
    /// - Throws: As ``read(_:)``.
    func snapshot<Result>(_ body: (any StateReading) throws -> Result) throws -> Result

    /// Runs a closure in a write transaction, which excludes other writers and is rolled back if the closure throws.
    ///
    /// The body must use the transaction and not the store. It must have no other effect, because a store that several
    /// servers share runs it again if another transaction has changed what it read.
    ///
    /// - Throws: ``StateError`` if the store cannot be written, and what `body` throws.
    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result

    /// Appends a value to the log, in a transaction of its own.
    ///
    /// The line survives the end of the process. A power failure can lose it, unless a later ``write(_:)`` has returned.
    ///
    /// - Returns: The number of this opening of the store, and the number of the line.
    func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int)

    /// Returns how often this process repeated a transaction of the store since the last call of this function.
    func takeRetries() -> Int
}

extension StateStore {
    package var kind: StoreKind { .memory }

    package func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        try write { ($0.opening, try $0.appendLog(entry)) }
    }

    package func takeRetries() -> Int { 0 }
}

/// The kinds of stores.
package enum StoreKind: String, Sendable, CaseIterable {
    case memory, sqlite, postgresql
}

/// A store that outlives a process, with the isolated worlds beside its own world.
package protocol KeptStateStore: StateStore {
    /// Returns the isolated worlds.
    ///
    /// - Parameter most: The maximum number of worlds.
    /// - Returns: The worlds.
    func worlds(atMost most: Int) -> any WorldStores
}

extension KeptStateStore {
    /// The isolated worlds, with the standard maximum.
    package var worlds: any WorldStores { worlds(atMost: WorldLimit.standard) }
}

/// The documents and the log in one transaction.
package protocol StateReading {
    /// Returns the document of a key; `nil` if it does not exist.
    func value<Value>(for key: StateKey<Value>) throws -> Value?

    /// Returns the sorted names of all documents that begin with a prefix.
    func names(withPrefix prefix: String) throws -> [String]

    /// Returns a document as canonical JSON, for export; `nil` if it does not exist.
    func encodedValue(named name: String) throws -> String?

    /// Returns the documents whose names begin with a prefix, sorted by name, with values of one type.
    func values<Value: Codable & Sendable>(
        withPrefix prefix: String, as type: Value.Type
    ) throws -> [(key: StateKey<Value>, value: Value)]

    /// Returns all documents as canonical JSON, sorted by name.
    func documents() throws -> [(name: String, json: String)]

    /// Returns the first documents after a name as canonical JSON, sorted by name.
    ///
    /// - Parameters:
    ///   - name: The name; an empty name is before all others.
    ///   - limit: The maximum number of documents.
    /// - Returns: The documents; an empty list after the last one.
    /// - Throws: ``StateError`` if the store cannot be read.
    func documents(after name: String, limit: Int) throws -> [(name: String, json: String)]

    /// The number of this opening of the store in this process.
    ///
    /// Line numbers and replacement counts can be compared only within one opening. A file that was replaced, or a
    /// world that was removed and created again, has a new opening. In a database, a world has the same number in all
    /// processes.
    var opening: Int { get }

    /// Returns how often all documents were removed; counters in documents may have restarted each time.
    func replacements() throws -> Int

    /// Returns a number that differs after each change of the documents, within one opening.
    ///
    /// It may also differ without a change of this world's documents: a store on disk counts every change of its file.
    func revision() throws -> Int

    /// Returns the log lines with a number of at least `first`, in order.
    func log(from first: Int) throws -> [LogLine]

    /// Returns the first log lines with a number of at least `first`, in order, at most `limit`.
    func log(from first: Int, limit: Int) throws -> [LogLine]

    /// Returns the number of the oldest log line; `nil` if the log is empty.
    func firstLine() throws -> Int?

    /// Returns the number of the newest log line; `nil` if the log is empty.
    func lastLine() throws -> Int?
}

extension StateReading {
    package func values<Value: Codable & Sendable>(
        withPrefix prefix: String, as type: Value.Type
    ) throws -> [(key: StateKey<Value>, value: Value)] {
        try names(withPrefix: prefix).compactMap { name in
            let key = StateKey<Value>(name)
            return try value(for: key).map { (key, $0) }
        }
    }

    package func documents() throws -> [(name: String, json: String)] {
        try names(withPrefix: "").map { ($0, try encodedValue(named: $0) ?? "null") }
    }
}

/// The documents and the log in one write transaction.
package protocol StateWriting: StateReading {
    /// Stores a document, or removes it if the value is `nil`.
    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws

    /// Stores a document that is already JSON, for import.
    func setEncodedValue(_ json: String, named name: String) throws

    /// Appends a value to the log, and returns the number of its line.
    @discardableResult
    func appendLog(_ entry: some Encodable & Sendable) throws -> Int

    /// Removes all documents, and also the log if `includingLog` is true.
    func removeAll(includingLog: Bool) throws

    /// Removes the log; the numbers of later lines continue.
    func removeLog() throws
}

/// The typed name of a document, with the coding of its value.
package struct StateKey<Value: Sendable>: Sendable {
    /// The name in the store, such as `device/permissions`.
    package let name: String
    package let encode: @Sendable (Value) throws -> String
    package let decode: @Sendable (String) throws -> Value

    /// Creates a key with its own coding.
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - encode: Encodes the value as JSON; equal values must have equal texts.
    ///   - decode: Decodes the value; throws if the text is damaged.
    package init(
        _ name: String, encode: @escaping @Sendable (Value) throws -> String,
        decode: @escaping @Sendable (String) throws -> Value
    ) {
        self.name = name
        self.encode = encode
        self.decode = decode
    }
}

extension StateKey where Value: Codable {
    /// Creates a key whose value is encoded by its `Codable` conformance.
    package init(_ name: String) {
        self.init(
            name, encode: { try DocumentCoding.encode($0) },
            decode: { try DocumentCoding.decode(Value.self, from: $0, named: name) })
    }
}

/// One line of a store's log.
package struct LogLine: Sendable {
    /// How many lines a store keeps, a few megabytes; older lines are removed.
    package static let mostKept = 10_000

    /// The line's number, from 1.
    package let number: Int
    private let content: Content

    private enum Content: Sendable {
        case text(String)
        case entry(any Encodable & Sendable)
    }

    /// Creates a line that is kept as JSON.
    package init(number: Int, text: String) {
        self.number = number
        content = .text(text)
    }

    /// Creates a line that is kept as a value.
    package init(number: Int, entry: any Encodable & Sendable) {
        self.number = number
        content = .entry(entry)
    }

    /// Returns the logged value; `nil` if the store keeps only its JSON, or if it has another type.
    package func value<Value>(as type: Value.Type) -> Value? {
        switch content {
        case .text: nil
        case .entry(let entry): entry as? Value
        }
    }

    /// Returns the line as JSON; a store in memory encodes it at this call.
    package func text() throws -> String {
        switch content {
        case .text(let text): text
        case .entry(let entry): try DocumentCoding.encode(entry)
        }
    }
}
