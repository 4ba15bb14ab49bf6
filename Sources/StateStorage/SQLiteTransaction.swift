import GRDB

/// One SQLite transaction as the documents and log lines of a world.
final class SQLiteTransaction: StateWriting {
    /// The number of the device's own world; those beside it have higher ones.
    static let device: Int64 = 0

    let database: Database
    /// The number of the world.
    private let world: Int64
    let opening: Int
    /// Told that most of the file may be empty by now.
    private let whole: SQLiteTransaction?
    /// Whether everything of a kind was removed, which may have been most of the file.
    private(set) var hasRemovedMuch = false

    /// Creates the view of a transaction on the device's own world.
    convenience init(database: Database, opening: Int) {
        self.init(database: database, world: Self.device, opening: opening, of: nil)
    }

    private init(database: Database, world: Int64, opening: Int, of whole: SQLiteTransaction?) {
        self.database = database
        self.world = world
        self.opening = opening
        self.whole = whole
    }

    /// Returns the same transaction's view on a world beside the device's own.
    func entering(_ world: Int64) -> SQLiteTransaction {
        // Numbers of worlds are never given twice, nor are those of openings, which leave room for them.
        SQLiteTransaction(database: database, world: world, opening: opening | Int(world), of: self)
    }

    /// Remembers that much was removed.
    func noteRemoval() {
        hasRemovedMuch = true
        whole?.noteRemoval()
    }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        try encodedValue(named: key.name).map(key.decode)
    }

    func names(withPrefix prefix: String) throws -> [String] {
        // A half-open range on the primary key, so that a prefix is found by the index whatever it contains.
        try String.fetchAll(
            database, sql: "SELECT name FROM world_document WHERE world = ? AND name >= ? AND name < ? ORDER BY name",
            arguments: [world, prefix, prefix + "\u{10FFFF}"])
    }

    func encodedValue(named name: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT body FROM world_document WHERE world = ? AND name = ?"),
            arguments: [world, name])
    }

    func replacements() throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT replacements FROM world WHERE number = ?"), arguments: [world]) ?? 0
    }

    func log(from first: Int) throws -> [LogLine] {
        try Row.fetchAll(
            database, sql: "SELECT number, line FROM world_log WHERE world = ? AND number >= ? ORDER BY number",
            arguments: [world, first]
        ).map { LogLine(number: $0["number"], text: $0["line"]) }
    }

    func firstLine() throws -> Int? {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT min(number) FROM world_log WHERE world = ?"), arguments: [world])
    }

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value {
            try setEncodedValue(try key.encode(value), named: key.name)
        } else {
            try database.execute(
                sql: "DELETE FROM world_document WHERE world = ? AND name = ?", arguments: [world, key.name])
        }
    }

    func setEncodedValue(_ json: String, named name: String) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO world_document (world, name, body) VALUES (?, ?, ?)
                ON CONFLICT (world, name) DO UPDATE SET body = excluded.body
                """
        ).execute(arguments: [world, name, json])
    }

    func appendLog(_ entry: some Encodable & Sendable) throws {
        let number = try Int.fetchOne(
            database.cachedStatement(sql: "UPDATE world SET lines = lines + 1 WHERE number = ? RETURNING lines"),
            arguments: [world])
        guard let number else { throw StateError(.unwritable, "nothing was logged") }
        try database.cachedStatement(sql: "INSERT INTO world_log (world, number, line) VALUES (?, ?, ?)")
            .execute(arguments: [world, number, try DocumentCoding.encode(entry)])
        try database.cachedStatement(sql: "DELETE FROM world_log WHERE world = ? AND number <= ?")
            .execute(arguments: [world, number - SQLiteStateStore.longestLog])
    }

    func removeAll(includingLog: Bool) throws {
        noteRemoval()
        try database.execute(sql: "DELETE FROM world_document WHERE world = ?", arguments: [world])
        try database.execute(
            sql: "UPDATE world SET replacements = replacements + 1 WHERE number = ?", arguments: [world])
        if includingLog { try removeLog() }
    }

    func removeLog() throws {
        noteRemoval()
        try database.execute(sql: "DELETE FROM world_log WHERE world = ?", arguments: [world])
    }
}
