import GRDB
import TVSimStateStorage

extension SQLiteFile {
    /// A change of the tables from one version to the next.
    typealias Migration = @Sendable (Database) throws -> Void

    /// The migrations from version 1 to the current version, in order.
    static let migrations: [Migration] = [
        // The end of each document's use, so that a sweep finds what has lapsed by an index.
        { database in
            try database.execute(
                sql: """
                    ALTER TABLE world_document ADD COLUMN lapses_at INTEGER;
                    CREATE INDEX world_document_lapses ON world_document (world, lapses_at)
                        WHERE lapses_at IS NOT NULL;
                    """)
        },
        // The lines of the log hold decisions as values. Older lines hold texts, and stay as they are; only an older
        // program must not open the file.
        { _ in },
    ]

    /// "tvsm" in the application identifier of the SQLite header.
    private static let applicationID: Int32 = 0x7476_736d

    /// Verifies that a file is a store, and migrates it to the current version.
    ///
    /// - Throws: ``StateError`` if the file is not a store or has a newer version.
    static func migrate(
        _ queue: DatabaseQueue, path: String, by migrations: [Migration] = SQLiteFile.migrations
    ) throws {
        let found = try queue.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") ?? 0 }
        guard found == applicationID else {
            throw StateError(
                .notADevice,
                found == 0
                    ? "'\(path)' is damaged or not a tvsim device file" : "'\(path)' is a database of another program")
        }
        let current = migrations.count + 1
        let version = try queue.read(version)
        guard version >= 1 else {
            throw StateError(.notADevice, "'\(path)' is damaged: its state version is \(version)")
        }
        guard version <= current else {
            throw StateError(
                .futureVersion,
                "'\(path)' was written by a newer tvsim (state version \(version), this one reads up to \(current))")
        }
        guard version < current else { return }
        try queue.write { database in
            // Another process may have migrated the file in the meantime.
            for migration in migrations.dropFirst(try Self.version(of: database) - 1) { try migration(database) }
            try database.execute(sql: "PRAGMA user_version = \(current)")
        }
    }

    static func version(of database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Creates the tables of version 1.
    ///
    /// The numbers of worlds are not reused, so that a recreated world is not mistaken for the removed one.
    static func makeTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE world (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
                    replacements INTEGER NOT NULL, lines INTEGER NOT NULL);
                CREATE TABLE world_document (
                    world INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
                    PRIMARY KEY (world, name)) WITHOUT ROWID;
                CREATE TABLE world_log (
                    world INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (world, number)) WITHOUT ROWID;
                INSERT INTO world (number, name, replacements, lines) VALUES (\(SQLiteTransaction.device), '', 0, 0);
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = 1;
                """)
        for migration in migrations { try migration(database) }
        try database.execute(sql: "PRAGMA user_version = \(migrations.count + 1)")
    }
}
