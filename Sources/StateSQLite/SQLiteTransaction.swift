import Foundation
import GRDB
import TVSimStateStorage

/// The documents and log lines of a world, in one SQLite transaction.
struct SQLiteTransaction: StateWriting {
    /// The number of the device's own world; isolated worlds have higher numbers.
    static let device: Int64 = 0

    let database: Database
    let opening: Int
    let world: Int64

    /// Creates the view of a transaction on the device's own world.
    init(database: Database, opening: Int) {
        self.init(database: database, opening: opening, world: Self.device)
    }

    private init(database: Database, opening: Int, world: Int64) {
        (self.database, self.opening, self.world) = (database, opening, world)
    }

    /// Returns a view of an isolated world in the same transaction.
    func entering(_ world: Int64) -> SQLiteTransaction {
        // The lower 32 bits of the opening are the number of the world.
        SQLiteTransaction(database: database, opening: opening | Int(world), world: world)
    }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT body FROM world_document WHERE world = ? AND name = ?"),
            arguments: [world, key.name]
        ).map(key.decode)
    }

    func names(withPrefix prefix: String) throws -> [String] {
        // A half-open range lets SQLite use the index.
        try String.fetchAll(
            database, sql: "SELECT name FROM world_document WHERE world = ? AND name >= ? AND name < ? ORDER BY name",
            arguments: [world, prefix, prefix + "\u{10FFFF}"])
    }

    func document(named name: String) throws -> StoredDocument? {
        try Row.fetchOne(
            database.cachedStatement(sql: "SELECT body, lapses_at FROM world_document WHERE world = ? AND name = ?"),
            arguments: [world, name]
        ).map { try StoredDocument($0, name: name) }
    }

    func replacements() throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT replacements FROM world WHERE number = ?"), arguments: [world]) ?? 0
    }

    func revision() throws -> Int {
        // The version counts the commits of other connections, and the total the changes of this one.
        let others = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
        return others << 32 | database.totalChangesCount
    }

    func log(from first: Int) throws -> [LogLine] {
        try Row.fetchAll(
            database, sql: "SELECT number, line FROM world_log WHERE world = ? AND number >= ? ORDER BY number",
            arguments: [world, first]
        ).map { try LogLine($0) }
    }

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value {
            try set(StoredDocument(value, for: key))
        } else {
            try database.cachedStatement(sql: "DELETE FROM world_document WHERE world = ? AND name = ?")
                .execute(arguments: [world, key.name])
        }
    }

    func set(_ document: StoredDocument) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO world_document (world, name, body, lapses_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (world, name) DO UPDATE SET body = excluded.body, lapses_at = excluded.lapses_at
                """
        ).execute(arguments: [world, document.name, document.json, document.lapsesAt])
    }

    func removeLapsed(at now: Date, atMost most: Int) throws -> Int {
        try database.execute(
            sql: """
                DELETE FROM world_document WHERE world = ? AND name IN (
                    SELECT name FROM world_document WHERE world = ? AND lapses_at <= ? ORDER BY lapses_at, name LIMIT ?)
                """, arguments: [world, world, now.keptMilliseconds, most])
        return database.changesCount
    }

    func appendLog(_ entry: some Encodable & Sendable) throws -> Int {
        let number = try Int.fetchOne(
            database.cachedStatement(sql: "UPDATE world SET lines = lines + 1 WHERE number = ? RETURNING lines"),
            arguments: [world])
        guard let number = try number.map(LogLine.checked) else {
            throw StateError(.unwritable, "the log of the world cannot be written")
        }
        try database.cachedStatement(sql: "INSERT INTO world_log (world, number, line) VALUES (?, ?, ?)")
            .execute(arguments: [world, number, try LogLine(number: number, entry: entry).text()])
        if number % LogLine.trimming == 0 {
            try database.execute(
                sql: "DELETE FROM world_log WHERE world = ? AND number <= ?",
                arguments: [world, number - LogLine.mostKept])
        }
        return number
    }

    func removeAll(includingLog: Bool) throws {
        try database.execute(sql: "DELETE FROM world_document WHERE world = ?", arguments: [world])
        try database.execute(
            sql: "UPDATE world SET replacements = replacements + 1 WHERE number = ?", arguments: [world])
        if includingLog { try removeLog() }
    }

    func removeLog() throws {
        try database.execute(sql: "DELETE FROM world_log WHERE world = ?", arguments: [world])
    }
}
