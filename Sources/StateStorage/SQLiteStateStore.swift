/// State in one SQLite file, shared by any number of processes and readable after a kill at any moment.
///
/// SQLite's write-ahead log gives one writer at a time, readers that never see half a change, and recovery by whoever
/// opens the file next; `synchronous=FULL` makes a returned write survive a power cut too. The folder is private to
/// the user (0700), and so is the file (0600).
///
/// A file holds a device's own world, and beside it isolated worlds (``worlds``).
package final class SQLiteStateStore: StateStore {
    /// How many lines of the log are kept: days of clicking, and a file of a few megabytes; older ones go.
    static let longestLog = 10_000

    package let waitsForOthers = true

    private let file: SQLiteFile

    /// Opens a store, and creates it when there is no file and `creating` is true.
    ///
    /// - Throws: ``StateError`` when the file cannot be opened, is not a store of tvsim, or is of a newer version.
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

    /// Makes a store whole under a hidden name, and links it to its own.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold; without it the store is empty.
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    package static func make(
        _ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }
    ) throws -> Bool {
        try SQLiteFile.make(path, fill)
    }

    /// Makes a store that belongs to this process as long as it lives.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold.
    /// - Returns: What holds it; `nil` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    package static func makeHeld(_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> FileHold? {
        try SQLiteFile.makeHeld(path, fill)
    }
}
