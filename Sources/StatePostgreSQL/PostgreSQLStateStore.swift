package import TVSimStateStorage

/// The store of a world in a PostgreSQL database, which many processes share.
///
/// A reader sees one snapshot. Writers do not wait for each other: their transactions are serializable and are repeated
/// after a conflict (PostgreSQL, 13.2.3, Serializable Isolation Level).
package struct PostgreSQLStateStore: KeptStateStore {
    package let kind = StoreKind.postgresql
    package let waitsForOthers = true

    private let database: Database
    /// The world's name; the empty name is the device's own world.
    private let name: String
    private let make: WorldMaking?
    /// The maximum number of isolated worlds.
    private let most: Int
    /// The connection for all transactions; `nil` for any.
    private let held: DatabaseConnection?

    init(
        _ database: Database, name: String = "", making make: WorldMaking? = nil,
        atMost most: Int = WorldLimit.standard, on held: DatabaseConnection? = nil
    ) {
        (self.database, self.name, self.make, self.most, self.held) = (database, name, make, most, held)
    }

    /// Opens the device's own world of a database, and creates the tables if they are missing.
    ///
    /// - Throws: `StateError` if the address is invalid or contains a password, or the database cannot be used.
    package init(url: String) throws {
        self.init(try Database(url: url))
    }

    /// Lets this program open databases by their address.
    package static func register() {
        StoreAddress.openDatabases { try PostgreSQLStateStore(url: $0) }
    }

    package func backUp(to path: String) throws {
        throw StateError(.unsupported, "a database is backed up with its own programs, such as pg_dump")
    }

    package func worlds(atMost most: Int) -> any WorldStores { PostgreSQLWorlds(database, atMost: most) }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try withWorld {
            try database.read(DatabaseTransaction.World.query(name)) { connection, rows in
                try DatabaseTransaction.World(rows).map { try body(DatabaseTransaction(connection, $0)) }
            }
        }
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try withWorld {
            try database.write(in: name, on: held, DatabaseTransaction.World.query(name)) { connection, rows in
                try DatabaseTransaction.World(rows).map { try body(DatabaseTransaction(connection, $0)) }
            }
        }
    }

    package func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        let text = try LogLine(number: 0, entry: entry).text()
        return try withWorld { try database.statements(on: held) { try append(text, $0) } }
    }

    /// Appends a line by one statement, so that the world's counter is locked for a moment only.
    ///
    /// The counter of a world is changed in the order of the commits, so a reader never sees a later line first. The
    /// commit does not wait for the disk, but a later commit of a document is never durable before this one.
    private func append(_ text: String, _ connection: DatabaseConnection) throws -> (opening: Int, number: Int)? {
        let row = try connection.run(
            """
            WITH place AS (
                UPDATE tvsim.journal_end AS e SET lines = e.lines + 1
                FROM tvsim.world AS w WHERE w.name = $1 AND e.world = w.id
                RETURNING w.id, w.opening, e.lines),
            line AS (INSERT INTO tvsim.journal (world, number, entry) SELECT id, lines, $2 FROM place)
            SELECT opening, lines, id, set_config('synchronous_commit', 'off', true) FROM place
            """, [name, text]
        ).first
        guard let row, let opening = row[0].flatMap({ Int($0) }), let number = row[1].flatMap({ Int($0) }) else {
            return nil
        }
        try connection.trimLog(of: row[2] ?? "", after: number)
        return (opening, number)
    }

    package func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try withWorld {
            let query = DatabaseTransaction.World.query(name, with: names)
            return try database.holding(query) { connection, rows in
                let held = HeldConnection(
                    connection, PostgreSQLStateStore(database, name: name, on: connection), query: query, names)
                guard let state = held.state(rows) else {
                    held.endReading()
                    return nil
                }
                let store = ConsistentStore(held, reading: state)
                defer { store.end() }
                return try body(store)
            }
        }
    }

    package func draw(from counter: StateKey<Int>) throws -> Int {
        try withWorld { try database.statements(on: held) { try draw(from: counter, $0) } }
    }

    /// Draws a number by one statement, so that two registrations do not conflict.
    private func draw(from counter: StateKey<Int>, _ connection: DatabaseConnection) throws -> Int? {
        try connection.run(
            """
            INSERT INTO tvsim.document AS d (world, name, body) SELECT id, $2, '1' FROM tvsim.world WHERE name = $1
            ON CONFLICT (world, name) DO UPDATE SET body = (d.body::bigint + 1)::text
            RETURNING body, set_config('synchronous_commit', 'off', true)
            """, [name, counter.name]
        ).first?[0].flatMap { Int($0) }
    }

    package func takeRetries() -> Int { database.takeRetries() }

    private func withWorld<Result>(_ body: () throws -> Result?) throws -> Result {
        try worlds(atMost: most).withWorld(name, making: make, body)
    }
}

/// The isolated worlds in a database.
private struct PostgreSQLWorlds: WorldStores {
    let areKept = true
    let most: Int
    private let database: Database

    init(_ database: Database, atMost most: Int) {
        (self.database, self.most) = (database, most)
    }

    func names() throws -> [String] {
        try database.read("SELECT name FROM tvsim.world WHERE name > '' ORDER BY name") { $1.compactMap { $0[0] } }
    }

    func names(after name: String, limit: Int) throws -> [String] {
        let query = "SELECT name FROM tvsim.world WHERE name > \(name.sqlLiteral) ORDER BY name LIMIT \(limit)"
        return try database.read(query) { $1.compactMap { $0[0] } }
    }

    func contains(_ name: String) throws -> Bool {
        guard !name.isEmpty else { return false }
        return try database.read(DatabaseTransaction.World.query(name)) { !$1.isEmpty }
    }

    func store(of name: String, making make: WorldMaking?) -> any StateStore {
        PostgreSQLStateStore(database, name: name, making: make, atMost: most)
    }

    func add(_ made: MemoryStateStore, as name: String) throws -> Bool {
        let documents = try made.read { try $0.documents() }
        return try database.write(in: "", "SELECT count(*) - 1 FROM tvsim.world") { connection, rows in
            guard try connection.run("SELECT id FROM tvsim.world WHERE name = $1", [name]).isEmpty else { return false }
            guard let others = rows.first?.first.flatMap({ $0.flatMap { Int($0) } }), others < most else { throw full }
            let made = try connection.run(
                "INSERT INTO tvsim.world (name) VALUES ($1) RETURNING id, opening, replacements", [name])
            guard let world = DatabaseTransaction.World(made) else { return false }
            try connection.run("INSERT INTO tvsim.journal_end (world) VALUES ($1)", [world.id])
            let state = DatabaseTransaction(connection, world)
            for document in documents { try state.set(document) }
            return true
        }
    }

    func remove(_ name: String) throws {
        guard !name.isEmpty else { return }
        try database.write(in: name, DatabaseTransaction.World.query(name)) { connection, rows in
            try DatabaseTransaction.World(rows).map { try DatabaseTransaction(connection, $0).remove() }
        }
    }
}
