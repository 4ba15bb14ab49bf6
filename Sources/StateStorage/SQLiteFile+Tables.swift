import GRDB

extension SQLiteFile {
    /// Marks the file as ours: "tvsm" in the application id of the SQLite header.
    private static let applicationID: Int32 = 0x7476_736d
    /// The version of the tables; a file of a newer version is refused, an older one migrated.
    private static let version = 3

    /// Brings the tables to this version.
    ///
    /// Only a file that is being made (`isNew`) may be empty: a store gets its name when it is whole, so that an empty one
    /// is what is left of another.
    static func migrate(_ queue: DatabaseQueue, path: String, isNew: Bool, isUnchanging: Bool = false) throws {
        let found = try queue.read { database in
            (
                id: try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
                version: try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            )
        }
        if found == (applicationID, version) { return }
        guard found.id == applicationID || found.id == 0 else {
            throw StateError(.notADevice, "'\(path)' is a database of another program")
        }
        guard isNew || found.id == applicationID else {
            throw StateError(.notADevice, "'\(path)' is damaged or is not a device of tvsim")
        }
        guard found.version <= version || found.id == 0 else {
            throw StateError(.futureVersion, "'\(path)' was written by a newer tvsim (state version \(found.version))")
        }
        guard !isUnchanging else {
            throw StateError(
                .unreadable,
                "'\(path)' was written by an older tvsim and must be brought to this one, but nothing can be written "
                    + "beside it; copy its folder to where that is possible")
        }
        try queue.writeWithoutTransaction { database in
            // The journal mode is kept in the file and cannot change inside a transaction.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                guard try id == applicationID || id == 0 && isEmpty(database) else {
                    throw StateError(.notADevice, "'\(path)' is a database of another program")
                }
                let older = id == applicationID ? try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 : 0
                // Another process may have been faster.
                if older < version { try makeTables(database, from: older) }
                return .commit
            }
        }
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Makes the tables, and brings into them what a file of an older version holds (`older`; 0: there is none).
    ///
    /// Numbers of worlds are never given twice, so that nobody takes one that was made anew for the one that was removed.
    /// No table has the name of an older one: what an older program still does that has the file open fails.
    private static func makeTables(_ database: Database, from older: Int) throws {
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
                PRAGMA user_version = \(version);
                """)
        guard older > 0 else { return }
        let device = SQLiteTransaction.device
        try database.execute(
            sql: """
                INSERT INTO world_document SELECT \(device), name, body FROM document;
                INSERT INTO world_log SELECT \(device), number, line FROM log;
                UPDATE world SET lines = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0);
                DROP TABLE document;
                DROP TABLE log;
                """)
        // The first version did not count replacements.
        guard older > 1 else { return }
        try database.execute(
            sql: """
                UPDATE world SET replacements = coalesce((SELECT count FROM replacement), 0);
                DROP TABLE replacement;
                """)
    }
}
