package import TVSimStateStorage

/// A store in one SQLite file, which several processes can share and which survives the death of any of them.
///
/// SQLite's write-ahead log allows one writer at a time and gives readers a consistent state. After a crash, the next
/// process that opens the file recovers it. The directory (0700) and the file (0600) are private to the user.
///
/// A file contains a device's own world and the isolated worlds beside it (``worlds(atMost:)``).
package final class SQLiteStateStore: KeptStateStore {
    package let kind = StoreKind.sqlite
    package let waitsForOthers = true

    private let file: SQLiteFile

    /// Opens a store, and creates it if the file is missing and `creating` is true.
    ///
    /// - Throws: ``StateError`` if the file is missing, cannot be opened, is not a store, or has a newer version.
    package init(path: String, creating: Bool) throws {
        file = try SQLiteFile(path: path, creating: creating)
    }

    package func worlds(atMost most: Int) -> any WorldStores { SQLiteWorlds(in: file, atMost: most) }

    package func backUp(to path: String) throws { try file.backUp(to: path) }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try file.read(body)
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try file.write(body)
    }

    package func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        try file.append { ($0.opening, try $0.appendLog(entry)) }
    }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        let result = try file.consistently { state in
            try SQLiteConnection(state, of: self, in: file.path) { $0 }.run(body)
        }
        guard let result else { throw StateError(.missing, "the world was removed") }
        return result
    }

    package func draw(from counter: StateKey<Int>) throws -> Int {
        try file.append { try $0.draw(from: counter) }
    }

    /// Creates a store with its content, or nothing if an error is thrown.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fill: Writes the content; the default writes none.
    /// - Returns: `false` if the file already exists; it is then unchanged.
    /// - Throws: ``StateError`` if the store cannot be created, and what `fill` throws.
    package static func make(
        _ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }
    ) throws -> Bool {
        try SQLiteFile.make(path, fill)
    }
}
