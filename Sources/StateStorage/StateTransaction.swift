package import Foundation

/// The documents and the log in one transaction.
package protocol StateReading {
    /// Returns the document of a key; `nil` if it does not exist.
    func value<Value>(for key: StateKey<Value>) throws -> Value?

    /// Returns the sorted names of all documents that begin with a prefix.
    func names(withPrefix prefix: String) throws -> [String]

    /// Returns a document as it is stored, for export; `nil` if it does not exist.
    func document(named name: String) throws -> StoredDocument?

    /// Returns all documents as canonical JSON, sorted by name.
    func documents() throws -> [StoredDocument]

    /// Returns the first documents after a name, sorted by name.
    ///
    /// - Parameters:
    ///   - name: The name; an empty name is before all others.
    ///   - limit: The maximum number of documents.
    /// - Returns: The documents; an empty list after the last one.
    /// - Throws: ``StateError`` if the store cannot be read.
    func documents(after name: String, limit: Int) throws -> [StoredDocument]

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
    package func documents() throws -> [StoredDocument] {
        try names(withPrefix: "").compactMap(document)
    }

    package func encodedValue(named name: String) throws -> String? { try document(named: name)?.json }
}

/// The documents and the log in one write transaction.
package protocol StateWriting: StateReading {
    /// Stores a document, or removes it if the value is `nil`.
    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws

    /// Stores a document that is already JSON, for import.
    func set(_ document: StoredDocument) throws

    /// Removes documents that have lapsed, the earliest first.
    ///
    /// - Parameters:
    ///   - now: The current time of the world.
    ///   - most: The maximum number of documents to remove, so that no other transaction waits long.
    /// - Returns: The number of removed documents.
    /// - Throws: `StateError` if the store cannot be written.
    func removeLapsed(at now: Date, atMost most: Int) throws -> Int

    /// Appends a value to the log, and returns the number of its line.
    @discardableResult
    func appendLog(_ entry: some Encodable & Sendable) throws -> Int

    /// Removes all documents, and also the log if `includingLog` is true.
    func removeAll(includingLog: Bool) throws

    /// Removes the log; the numbers of later lines continue.
    func removeLog() throws

    /// Replaces all documents by those of another state.
    ///
    /// - Parameters:
    ///   - other: The other state.
    ///   - includingLog: Whether the log is removed too.
    /// - Throws: `StateError` if a store cannot be used.
    func replaceAll(with other: any StateReading, includingLog: Bool) throws
}

extension StateWriting {
    package func replaceAll(with other: any StateReading, includingLog: Bool) throws {
        try removeAll(includingLog: includingLog)
        try other.forEachDocument(set)
    }

    /// Stores a document that is already JSON and does not lapse.
    package func setEncodedValue(_ json: String, named name: String) throws {
        try set(StoredDocument(name: name, json: json))
    }

    /// Draws the next number of a counter, from 1.
    package func draw(from counter: StateKey<Int>) throws -> Int {
        let next = (try value(for: counter) ?? 0) + 1
        try setValue(next, for: counter)
        return next
    }
}
