import GRDB

/// One SQLite transaction as documents and log lines.
final class SQLiteTransaction: StateWriting {
    private let database: Database
    /// Which opening of the file this is.
    private let opening: Int
    /// Whether everything of a kind was removed, which may have been most of the file.
    private(set) var hasRemovedMuch = false

    init(database: Database, opening: Int) {
        self.database = database
        self.opening = opening
    }

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        try encodedValue(named: key.name).map { try DocumentCoding.decode(Value.self, from: $0, named: key.name) }
    }

    func names(withPrefix prefix: String) throws -> [String] {
        // A half-open range on the primary key, so that a prefix is found by the index whatever it contains.
        try String.fetchAll(
            database, sql: "SELECT name FROM document WHERE name >= ? AND name < ? ORDER BY name",
            arguments: [prefix, prefix + "\u{10FFFF}"])
    }

    func encodedValue(named name: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT body FROM document WHERE name = ?"), arguments: [name])
    }

    func replacements() throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT count FROM replacement")) ?? 0
    }

    func log(from first: Int) throws -> [LogLine] {
        try Row.fetchAll(
            database, sql: "SELECT number, line FROM log WHERE number >= ? ORDER BY number", arguments: [first]
        ).map { LogLine(number: $0["number"], text: $0["line"]) }
    }

    func logOrigin() throws -> LogOrigin {
        let first = try Int.fetchOne(database.cachedStatement(sql: "SELECT min(number) FROM log"))
        return LogOrigin(opening: opening, first: first)
    }

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value {
            try setEncodedValue(try DocumentCoding.encode(value), named: key.name)
        } else {
            try database.execute(sql: "DELETE FROM document WHERE name = ?", arguments: [key.name])
        }
    }

    func setEncodedValue(_ json: String, named name: String) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO document (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body
                """
        ).execute(arguments: [name, json])
    }

    func appendLog(_ entry: some Encodable & Sendable) throws {
        try database.cachedStatement(sql: "INSERT INTO log (line) VALUES (?)")
            .execute(arguments: [try DocumentCoding.encode(entry)])
        try database.cachedStatement(sql: "DELETE FROM log WHERE number <= ?")
            .execute(arguments: [database.lastInsertedRowID - Int64(SQLiteStateStore.longestLog)])
    }

    func removeAll(includingLog: Bool) throws {
        hasRemovedMuch = true
        try database.execute(sql: "DELETE FROM document")
        try database.execute(sql: "UPDATE replacement SET count = count + 1")
        if includingLog { try removeLog() }
    }

    func removeLog() throws {
        hasRemovedMuch = true
        try database.execute(sql: "DELETE FROM log")
    }
}
