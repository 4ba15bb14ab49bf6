import StateStorage

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

        /// Reads the row; `nil` if the world does not exist.
        init?(_ rows: [[String?]]) {
            guard let row = rows.first, row.count == 3, let id = row[0], let opening = row[1].flatMap({ Int($0) }),
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
        try encodedValue(named: key.name).map(key.decode)
    }

    func names(withPrefix prefix: String) throws -> [String] {
        try rows("name", withPrefix: prefix).compactMap { $0[0] }
    }

    /// Returns columns of the documents whose names begin with a prefix, in one round trip.
    private func rows(_ columns: String, withPrefix prefix: String) throws -> [[String?]] {
        // A half-open range uses the index.
        try connection.run(
            "SELECT \(columns) FROM tvsim.document WHERE world = $1 AND name >= $2 AND name < $3 ORDER BY name",
            [world.id, prefix, prefix + "\u{10FFFF}"])
    }

    func values<Value: Codable & Sendable>(
        withPrefix prefix: String, as type: Value.Type
    ) throws -> [(key: StateKey<Value>, value: Value)] {
        try rows("name, body", withPrefix: prefix).map { row in
            let key = StateKey<Value>(row[0] ?? "")
            return (key, try key.decode(row[1] ?? ""))
        }
    }

    func documents() throws -> [(name: String, json: String)] {
        try rows("name, body", withPrefix: "").map { ($0[0] ?? "", $0[1] ?? "") }
    }

    func encodedValue(named name: String) throws -> String? {
        try connection.run("SELECT body FROM tvsim.document WHERE world = $1 AND name = $2", [world.id, name])
            .first?.first ?? nil
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
        ).compactMap { row in
            row[0].flatMap { Int($0) }.map { LogLine(number: $0, text: row[1] ?? "") }
        }
    }

    func firstLine() throws -> Int? {
        try integer("SELECT min(number) FROM tvsim.journal WHERE world = $1", [world.id])
    }

    func integer(_ query: String, _ parameters: [String]) throws -> Int? {
        try connection.run(query, parameters).first?.first.flatMap { $0.flatMap { Int($0) } }
    }

    // MARK: - Writing

    func setValue<Value>(_ value: Value?, for key: StateKey<Value>) throws {
        if let value { return try setEncodedValue(try key.encode(value), named: key.name) }
        try connection.run("DELETE FROM tvsim.document WHERE world = $1 AND name = $2", [world.id, key.name])
    }

    func setEncodedValue(_ json: String, named name: String) throws {
        try connection.run(
            """
            INSERT INTO tvsim.document (world, name, body) VALUES ($1, $2, $3)
            ON CONFLICT (world, name) DO UPDATE SET body = excluded.body
            """, [world.id, name, json])
    }

    func appendLog(_ entry: some Encodable & Sendable) throws -> Int {
        let number = try integer(
            """
            WITH place AS (UPDATE tvsim.journal_end SET lines = lines + 1 WHERE world = $1 RETURNING lines)
            INSERT INTO tvsim.journal (world, number, entry) SELECT $1, lines, $2 FROM place RETURNING number
            """, [world.id, try LogLine(number: 0, entry: entry).text()])
        guard let number else { throw StateError(.unwritable, "the log of the world cannot be written") }
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
