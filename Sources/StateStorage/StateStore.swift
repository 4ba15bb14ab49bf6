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
    /// Other readers and writers do not wait for it.
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

    /// Runs a closure whose reads all see one state of the store, until it first writes or appends to the log.
    ///
    /// A server runs each request in it. A store on disk or in a database then reads each document at most once, in one
    /// transaction. After that, later reads see one newer state. The closure must not keep the store.
    ///
    /// ```swift
    /// try store.consistently(reading: ["clock"]) { store in
    ///     let now = try store.read { try $0.value(for: clock) }
    ///     try store.append("It is \(now).")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - names: The names of documents that the closure will probably read; a database reads them together.
    ///   - body: The closure; its argument is the store that it must use.
    /// - Returns: The closure's result.
    /// - Throws: As ``read(_:)`` and ``write(_:)``.
    func consistently<Result>(reading names: [String], _ body: (any StateStore) throws -> Result) throws -> Result

    /// Draws the next number of a counter, from 1, in a transaction of its own.
    ///
    /// No number is drawn twice, but the number of a caller that fails afterwards is lost. Like a log line, a drawn
    /// number is durable when a later ``write(_:)`` has returned.
    ///
    /// - Throws: As ``write(_:)``.
    func draw(from counter: StateKey<Int>) throws -> Int

    /// Returns how often this process repeated a transaction of the store since the last call of this function.
    func takeRetries() -> Int
}

extension StateStore {
    package var kind: StoreKind { .memory }

    package func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        try write { ($0.opening, try $0.appendLog(entry)) }
    }

    package func snapshot<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try consistently(reading: []) { try $0.read(body) }
    }

    package func takeRetries() -> Int { 0 }

    package func draw(from counter: StateKey<Int>) throws -> Int {
        try write { try $0.draw(from: counter) }
    }
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

    /// Copies the store with its isolated worlds and journals to a new file, as it is at one moment.
    ///
    /// Other processes may use the store meanwhile.
    ///
    /// - Parameter path: The file, which must not exist.
    /// - Throws: ``StateError`` if the store is not a file, or the copy cannot be made.
    func backUp(to path: String) throws
}

extension KeptStateStore {
    /// The isolated worlds, with the standard maximum.
    package var worlds: any WorldStores { worlds(atMost: WorldLimit.standard) }
}
