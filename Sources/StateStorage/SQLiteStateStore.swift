/// State in one SQLite file, which any number of processes share and a kill at any moment leaves readable.
///
/// The write-ahead log of SQLite gives one writer at a time, readers that never see half a change, and recovery by the
/// process that opens the file next. The folder (0700) and the file (0600) are private to the user.
///
/// A file holds a device's own world, and beside it isolated worlds (``worlds``).
package final class SQLiteStateStore: StateStore {
    /// How many lines of the log are kept, which take a few megabytes; older ones are removed.
    static let longestLog = 10_000

    package let waitsForOthers = true

    private let file: SQLiteFile

    /// Opens a store, and creates it if the file is missing and `creating` is true.
    ///
    /// - Throws: ``StateError`` when the file is missing, cannot be opened, is not a store, or has a newer version.
    package init(path: String, creating: Bool) throws {
        file = try SQLiteFile(path: path, creating: creating)
    }

    /// The isolated worlds in the same file.
    package var worlds: SQLiteWorlds { SQLiteWorlds(in: file) }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try file.read(body)
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try file.write(body)
    }

    /// Creates a store with its content, all or nothing.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fill: Writes the content; without it the store is empty.
    /// - Returns: `false` if the file exists already; it is then as it was.
    /// - Throws: ``StateError`` when the store cannot be created, and what `fill` throws.
    package static func make(
        _ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }
    ) throws -> Bool {
        try SQLiteFile.make(path, fill)
    }
}
