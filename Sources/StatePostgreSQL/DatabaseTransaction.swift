import Foundation
import TVSimStateStorage

/// The documents and log lines of a world, in one transaction.
final class DatabaseTransaction: StateWriting {
    /// A row of the table `world`, as text.
    struct World {
        let id: String
        let opening: Int
        let replacements: Int

        /// Returns the query of a world by its name.
        static func query(_ name: String) -> String {
            "SELECT id, opening, replacements FROM tvsim.world WHERE name = \(name.sqlLiteral)"
        }

        /// Returns the query of a world and some of its documents: a row for each document, with the world's columns.
        static func query(_ name: String, with documents: [String]) -> String {
            guard !documents.isEmpty else { return query(name) }
            return """
                SELECT w.id, w.opening, w.replacements, d.name, d.body FROM tvsim.world AS w LEFT JOIN tvsim.document AS d
                ON d.world = w.id AND d.name IN (\(documents.map(\.sqlLiteral).joined(separator: ", ")))
                WHERE w.name = \(name.sqlLiteral)
                """
        }

        /// Reads the row; `nil` if the world does not exist.
        init?(_ rows: [[String?]]) {
            guard let row = rows.first, row.count >= 3, let id = row[0], let opening = row[1].flatMap({ Int($0) }),
                let replacements = row[2].flatMap({ Int($0) })
            else { return nil }
            (self.id, self.opening, self.replacements) = (id, opening, replacements)
        }
    }

    let connection: DatabaseConnection
    let world: World
    private var replaced = 0

    init(_ connection: DatabaseConnection, _ world: World) {
        (self.connection, self.world) = (connection, world)
    }

    var opening: Int { world.opening }

    // MARK: - Reading

    func value<Value>(for key: StateKey<Value>) throws -> Value? {
        let row = try connection.run(
            "SELECT body FROM tvsim.document WHERE world = $1 AND name = $2", [world.id, key.name]
        ).first
        return try row?[0].map(key.decode)
    }

    func names(withPrefix prefix: String) throws -> [String] {
        // A half-open range uses the index.
        try connection.run(
            "SELECT name FROM tvsim.document WHERE world = $1 AND name >= $2 AND name < $3 ORDER BY name",
            [world.id, prefix, prefix + "\u{10FFFF}"]
        ).compactMap { $0[0] }
    }

    func documents() throws -> [StoredDocument] {
        try connection.run(
            "SELECT name, body, lapses_at FROM tvsim.document WHERE world = $1 ORDER BY name", [world.id]
        ).map(Self.document)
    }

    func document(named name: String) throws -> StoredDocument? {
        try connection.run(
            "SELECT name, body, lapses_at FROM tvsim.document WHERE world = $1 AND name = $2", [world.id, name]
        ).first.map(Self.document)
    }

    static func document(_ row: [String?]) -> StoredDocument {
        StoredDocument(name: row[0] ?? "", json: row[1] ?? "", lapsesAt: row[2].flatMap { Int64($0) })
    }

    func replacements() -> Int { world.replacements + replaced }

    func revision() throws -> Int {
        // The snapshot differs after each transaction that changed anything in the database.
        try integer("SELECT hashtextextended(pg_current_snapshot()::text, 0)", []) ?? 0
    }

    func log(from first: Int) throws -> [LogLine] {
        try connection.run(
            "SELECT number, entry FROM tvsim.journal WHERE world = $1 AND number >= $2 ORDER BY number",
            [world.id, String(first)]
        ).compactMap(Self.line)
    }

    static func line(_ row: [String?]) throws -> LogLine? {
        try row[0].flatMap { Int($0) }.map { try LogLine(stored: $0, text: row[1] ?? "") }
    }

    func firstLine() throws -> Int? {
        try integer("SELECT min(number) FROM tvsim.journal WHERE world = $1", [world.id]).map(LogLine.checked)
    }

    func integer(_ query: String, _ parameters: [String]) throws -> Int? {
        try connection.run(query, parameters).first?.first.flatMap { $0.flatMap { Int($0) } }
    }

    // MARK: - Writing

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value { return try set(StoredDocument(value, for: key)) }
        try connection.run("DELETE FROM tvsim.document WHERE world = $1 AND name = $2", [world.id, key.name])
    }

    func set(_ document: StoredDocument) throws {
        // An empty text stands for NULL, because parameters are texts.
        try connection.run(
            """
            INSERT INTO tvsim.document (world, name, body, lapses_at) VALUES ($1, $2, $3, nullif($4, '')::bigint)
            ON CONFLICT (world, name) DO UPDATE SET body = excluded.body, lapses_at = excluded.lapses_at
            """, [world.id, document.name, document.json, document.lapsesAt.map { String($0) } ?? ""])
    }

    func removeLapsed(at now: Date, atMost most: Int) throws -> Int {
        guard let now = now.keptMilliseconds else { return 0 }
        return try connection.run(
            """
            DELETE FROM tvsim.document WHERE world = $1 AND name IN (
                SELECT name FROM tvsim.document WHERE world = $1 AND lapses_at <= $2 ORDER BY lapses_at, name LIMIT $3)
            RETURNING 1
            """, [world.id, String(now), String(most)]
        ).count
    }

    func appendLog(_ entry: some Encodable & Sendable) throws -> Int {
        let number = try integer(
            """
            WITH place AS (UPDATE tvsim.journal_end SET lines = lines + 1 WHERE world = $1 RETURNING lines)
            INSERT INTO tvsim.journal (world, number, entry) SELECT $1, lines, $2 FROM place RETURNING number
            """, [world.id, try LogLine(number: 0, entry: entry).text()])
        guard let number else { throw StateError(.unwritable, "the log of the world cannot be written") }
        try connection.trimLog(of: world.id, after: number)
        return number
    }

    func removeAll(includingLog: Bool) throws {
        try connection.run("DELETE FROM tvsim.document WHERE world = $1", [world.id])
        try connection.run("UPDATE tvsim.world SET replacements = replacements + 1 WHERE id = $1", [world.id])
        replaced += 1
        if includingLog { try removeLog() }
    }

    func removeLog() throws {
        try connection.run("DELETE FROM tvsim.journal WHERE world = $1", [world.id])
    }

    /// Removes the world.
    func remove() throws {
        try connection.run("DELETE FROM tvsim.document WHERE world = $1", [world.id])
        try removeLog()
        try connection.run("DELETE FROM tvsim.journal_end WHERE world = $1", [world.id])
        try connection.run("DELETE FROM tvsim.world WHERE id = $1", [world.id])
    }
}

extension DatabaseConnection {
    /// Removes the oldest lines of a world's log, so that the newest ones are kept.
    ///
    /// - Parameters:
    ///   - world: The number of the world.
    ///   - number: The number of the line that was appended last.
    /// - Throws: ``DatabaseError`` if the database refuses it.
    func trimLog(of world: String, after number: Int) throws {
        guard try LogLine.checked(number) % LogLine.trimming == 0 else { return }
        try run(
            "DELETE FROM tvsim.journal WHERE world = $1 AND number <= $2", [world, String(number - LogLine.mostKept)])
    }
}
