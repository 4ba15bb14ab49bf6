/// Keeps named documents of state so that what was reported as changed is there afterwards.
///
/// This room owns documents and transactions; it knows nothing of what the documents mean. There are two forms:
/// ``MemoryStateStore`` for `tvsim run` and tests, ``SQLiteStateStore`` for devices that outlive a process.
///
/// A write is all or nothing: when the body throws, nothing of it is kept. When ``write(_:)`` has returned, the change
/// has reached the disk (where there is one) and the next ``read(_:)`` of any process sees it.
package protocol StateStore: Sendable {
    /// Whether other processes may hold the store, so that whoever reads or writes may have to wait for them.
    var waitsForOthers: Bool { get }

    /// Reads a consistent picture of the documents.
    ///
    /// - Throws: ``StateError`` when the store cannot be read or a document does not decode; and whatever `body` throws.
    ///   A document that is not there is not an error: it reads as `nil`.
    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result

    /// Changes documents, all or nothing, with no other writer in between.
    ///
    /// Bodies must not call the store again: they have the transaction.
    ///
    /// - Throws: ``StateError`` when the store cannot be written; and whatever `body` throws.
    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result
}

/// The documents as one transaction sees them.
package protocol StateReading {
    /// Returns the document under a key, or `nil` when there is none.
    func value<Value>(for key: StateKey<Value>) throws -> Value?

    /// Returns the names of all documents that begin with a prefix, sorted.
    func names(withPrefix prefix: String) throws -> [String]

    /// Returns a document as its canonical JSON, for export.
    func encodedValue(named name: String) throws -> String?

    /// Which opening of a store this is, of all in this process: of two pictures with one opening, equal numbers of lines and
    /// of replacements mean the same. A file that was replaced is opened anew, and so is a world that was made anew.
    var opening: Int { get }

    /// Returns how often everything in the store was replaced: what was drawn from it before may be drawn anew since.
    func replacements() throws -> Int

    /// Returns the log lines with a number of at least `first`, in order.
    func log(from first: Int) throws -> [LogLine]

    /// Returns the number of the oldest log line that is kept; `nil`: there is none.
    func firstLine() throws -> Int?
}

extension StateReading {
    /// Returns all documents, by their names, as canonical JSON.
    package func documents() throws -> [(name: String, json: String)] {
        try names(withPrefix: "").map { ($0, try encodedValue(named: $0) ?? "null") }
    }
}

/// The documents as one writing transaction sees and changes them.
package protocol StateWriting: StateReading {
    /// Stores a document; `nil` removes it.
    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws

    /// Stores a document that is already JSON, for import.
    func setEncodedValue(_ json: String, named name: String) throws

    /// Adds a value to the log, as one line of JSON.
    func appendLog(_ entry: some Encodable & Sendable) throws

    /// Removes every document, and the log where asked.
    func removeAll(includingLog: Bool) throws

    /// Removes the log and no document; the numbers of later lines go on from where they were.
    func removeLog() throws
}

/// The typed name of a document, and how its value becomes text.
package struct StateKey<Value: Sendable>: Sendable {
    /// The name in the store, such as `device/permissions`.
    package let name: String
    let encode: @Sendable (Value) throws -> String
    let decode: @Sendable (String) throws -> Value

    /// Creates a key with a coding of its own.
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - encode: Writes the value as JSON; equal values must be equal texts.
    ///   - decode: Reads the value; throws where the text is damaged.
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
    /// Creates a key whose value is stored as its `Codable` conformance writes it.
    package init(_ name: String) {
        self.init(
            name, encode: { try DocumentCoding.encode($0) },
            decode: { try DocumentCoding.decode(Value.self, from: $0, named: name) })
    }
}

/// One line of a store's log.
package struct LogLine: Sendable {
    /// The line's number, from 1.
    package let number: Int
    private let content: Content

    private enum Content: Sendable {
        case text(String)
        case entry(any Encodable & Sendable)
    }

    init(number: Int, text: String) {
        self.number = number
        content = .text(text)
    }

    init(number: Int, entry: any Encodable & Sendable) {
        self.number = number
        content = .entry(entry)
    }

    /// Returns what was logged as it came; `nil`: the log holds JSON, or something of another type.
    package func value<Value>(as type: Value.Type) -> Value? {
        switch content {
        case .text: nil
        case .entry(let entry): entry as? Value
        }
    }

    /// Returns the line as JSON.
    ///
    /// A log in memory is encoded only here, since most logs are never read.
    package func text() throws -> String {
        switch content {
        case .text(let text): text
        case .entry(let entry): try DocumentCoding.encode(entry)
        }
    }
}
