import GRDB

extension SQLiteStateStore {
    /// Brings the tables to this version.
    ///
    /// Only a file that is being made (`isNew`) may be empty: a store gets its name when it is whole, so that an empty one
    /// is what is left of another.
    static func migrate(_ queue: DatabaseQueue, path: String, isNew: Bool) throws {
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
        try queue.writeWithoutTransaction { database in
            // The journal mode is kept in the file and cannot change inside a transaction.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                if id == applicationID {
                    try migrateTables(database)
                    return .commit
                }
                guard id == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
                    throw StateError(.notADevice, "'\(path)' is a database of another program")
                }
                try database.execute(
                    sql: """
                        CREATE TABLE document (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
                        CREATE TABLE log (number INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
                        PRAGMA application_id = \(applicationID);
                        """)
                try migrateTables(database)
                return .commit
            }
        }
    }

    /// Adds what version 1 did not have, in the transaction that makes or finds the other tables.
    private static func migrateTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS replacement (count INTEGER NOT NULL);
                INSERT INTO replacement (count) SELECT 0 WHERE NOT EXISTS (SELECT * FROM replacement);
                PRAGMA user_version = \(version);
                """)
    }
}
