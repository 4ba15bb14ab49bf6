/// Keeps named documents so that a reported change is durable.
///
/// A store owns documents and transactions, and does not know what the documents mean. ``MemoryStateStore`` is for
/// `tvsim run` and tests, ``SQLiteStateStore`` for devices that outlive a process.
///
/// A write is all or nothing: when the body throws, nothing of it is kept. When ``write(_:)`` has returned, the change is
/// on the disk, if the store has one, and the next ``read(_:)`` of any process sees it.
package protocol StateStore: Sendable {
    /// Whether other processes may lock the store, so that a caller may have to wait for them.
    var waitsForOthers: Bool { get }

    /// Reads the documents as of one moment.
    ///
    /// - Throws: ``StateError`` when the store cannot be read or a document does not decode, and what `body` throws. A
    ///   missing document is not an error: it reads as `nil`.
    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result

    /// Changes documents, all or nothing, without another writer in between.
    ///
    /// The body must use the transaction and not the store.
    ///
    /// - Throws: ``StateError`` when the store cannot be written, and what `body` throws.
    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result
}

/// The documents as one transaction sees them.
package protocol StateReading {
    /// Returns the document of a key; `nil` if it does not exist.
    func value<Value>(for key: StateKey<Value>) throws -> Value?

    /// Returns the names of all documents that begin with a prefix, sorted.
    func names(withPrefix prefix: String) throws -> [String]

    /// Returns a document as its canonical JSON, for export.
    func encodedValue(named name: String) throws -> String?

    /// The number of this opening of the store in this process.
    ///
    /// Numbers of lines and of replacements can be compared within one opening. A file that was replaced, or a world that was
    /// removed and created again, has another opening.
    var opening: Int { get }

    /// Returns how often all documents were removed: counters in them may have started again since.
    func replacements() throws -> Int

    /// Returns the log lines with a number of at least `first`, in order.
    func log(from first: Int) throws -> [LogLine]

    /// Returns the number of the oldest log line; `nil` if the log is empty.
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

    /// Stores a document that is JSON already, for import.
    func setEncodedValue(_ json: String, named name: String) throws

    /// Adds a value to the log, as one line of JSON.
    func appendLog(_ entry: some Encodable & Sendable) throws

    /// Removes every document, and the log where asked.
    func removeAll(includingLog: Bool) throws

    /// Removes the log; the numbers of later lines continue.
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

    /// Returns the logged value; `nil` if the store keeps only its JSON, or it has another type.
    package func value<Value>(as type: Value.Type) -> Value? {
        switch content {
        case .text: nil
        case .entry(let entry): entry as? Value
        }
    }

    /// Returns the line as JSON; a store in memory encodes it only here.
    package func text() throws -> String {
        switch content {
        case .text(let text): text
        case .entry(let entry): try DocumentCoding.encode(entry)
        }
    }
}
