import TVSimStateStorage

/// The tables of a database, in the schema `tvsim`.
enum DatabaseTables {
    /// The version of the tables.
    private static let version = 3

    /// How long a statement may take in seconds, far longer than any does that does not wait for others.
    private static let longestStatement = 8
    /// How long it may wait for the lock of another session in seconds.
    private static let longestLock = 5

    /// Prepares a new connection, and creates the tables if they are missing.
    ///
    /// - Throws: `StateError` if the tables or the server have an unsupported version.
    static func prepare(_ connection: DatabaseConnection) throws {
        guard connection.serverVersion >= 130_000 else {
            throw StateError(.unsupported, "the database needs PostgreSQL 13 or newer")
        }
        // A sequential scan of a small table would lock the whole table for serializable transactions.
        let rows = try connection.run(
            """
            SET statement_timeout = '\(longestStatement)s';
            SET lock_timeout = '\(longestLock)s';
            SET enable_seqscan = off;
            SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
            SELECT to_regclass('tvsim.version') IS NOT NULL
            """)
        if rows.first?.first != "t" { try make(connection) }
        var found = try foundVersion(connection)
        if let former = found, former < version {
            try make(connection)
            found = try foundVersion(connection)
        }
        guard found == version else {
            throw StateError(
                .futureVersion,
                "the database was written by a newer tvsim (state version \(found.map(String.init) ?? "unknown"), "
                    + "this one reads up to \(version))")
        }
    }

    private static func foundVersion(_ connection: DatabaseConnection) throws -> Int? {
        try connection.run("SELECT max(number) FROM tvsim.version").first?[0].flatMap { Int($0) }
    }

    /// Creates the tables, or adds what those of an older version do not have.
    ///
    /// A second server that does the same waits and finds them.
    ///
    /// The opening of a world is random, so that a world is not mistaken for another one that had its name before.
    /// `journal_end` has the number of each world's last line, in a table of its own, because every request changes it.
    private static func make(_ connection: DatabaseConnection) throws {
        try connection.run(
            """
            BEGIN;
            SELECT pg_advisory_xact_lock(\(Database.lockKey));
            CREATE SCHEMA IF NOT EXISTS tvsim;
            CREATE TABLE IF NOT EXISTS tvsim.version (number integer PRIMARY KEY);
            INSERT INTO tvsim.version VALUES (\(version)) ON CONFLICT DO NOTHING;
            CREATE TABLE IF NOT EXISTS tvsim.world (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                name text COLLATE "C" NOT NULL UNIQUE,
                opening bigint NOT NULL DEFAULT floor(random() * 9007199254740991),
                replacements bigint NOT NULL DEFAULT 0);
            CREATE TABLE IF NOT EXISTS tvsim.document (
                world bigint, name text COLLATE "C", body text NOT NULL, PRIMARY KEY (world, name));
            ALTER TABLE tvsim.document ADD COLUMN IF NOT EXISTS lapses_at bigint;
            CREATE INDEX IF NOT EXISTS document_lapses ON tvsim.document (world, lapses_at, name)
                WHERE lapses_at IS NOT NULL;
            CREATE TABLE IF NOT EXISTS tvsim.journal (
                world bigint, number bigint, entry text NOT NULL, PRIMARY KEY (world, number));
            CREATE TABLE IF NOT EXISTS tvsim.journal_end (
                world bigint PRIMARY KEY, lines bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50);
            WITH made AS (INSERT INTO tvsim.world (name) VALUES ('') ON CONFLICT DO NOTHING RETURNING id)
            INSERT INTO tvsim.journal_end (world) SELECT id FROM made;
            COMMIT;
            """)
    }
}
