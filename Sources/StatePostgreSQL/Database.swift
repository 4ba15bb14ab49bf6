import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// A database with worlds: its connections, and the transactions that run on them.
final class Database: Sendable {
    /// How many connections a process has at most; more transactions wait.
    ///
    /// A server has ten threads for requests, and 16 for those that wait for a server outside of the simulation. Each may
    /// hold a connection, so that these keep no other request waiting.
    private static let mostConnections = 26
    /// How often a transaction is run at most.
    ///
    /// A repeated transaction has its world to itself, so that it succeeds unless a reader of other worlds is in its way.
    private static let mostAttempts = 10
    /// The key of the advisory locks: "tvsm".
    static let lockKey = 0x7476_736d

    private let address: DatabaseAddress
    private let library: LibPQ
    private let idle = Locked<[DatabaseConnection]>([])
    private let free = DispatchSemaphore(value: mostConnections)
    private let retries = Locked(0)

    /// Opens a database, and creates the tables if they are missing.
    ///
    /// - Throws: `StateError` if the address is invalid or contains a password, or the database cannot be used.
    init(url: String) throws {
        library = try LibPQ.loaded.get()
        address = try DatabaseAddress(url, library)
        try statements { _ in }
    }

    /// Returns how often transactions were repeated since the last call.
    func takeRetries() -> Int {
        retries.withLockedValue { retries in
            defer { retries = 0 }
            return retries
        }
    }

    // MARK: - Transactions

    /// Runs a closure with a consistent state of the database.
    ///
    /// - Parameters:
    ///   - query: The first query of the transaction, whose rows the closure gets.
    ///   - body: The closure.
    /// - Returns: The closure's result.
    /// - Throws: `StateError` if the database cannot be read, and what the closure throws.
    func read<Result>(
        _ query: String, _ body: (DatabaseConnection, _ rows: [[String?]]) throws -> Result
    ) throws -> Result {
        try translatingErrors(writing: false) {
            try withConnection { connection in
                let rows = try connection.beginReading(query)
                defer { connection.endReading() }
                return try body(connection, rows)
            }
        }
    }

    /// Runs a closure in a serializable transaction, again if another transaction changed what it read.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - held: The connection; `nil` for any.
    ///   - query: The first query of the transaction, whose rows the closure gets.
    ///   - body: The closure.
    /// - Returns: The closure's result.
    /// - Throws: `StateError` if the database cannot be written, and what the closure throws.
    func write<Result>(
        in world: String, on held: DatabaseConnection? = nil, _ query: String,
        _ body: (DatabaseConnection, _ rows: [[String?]]) throws -> Result
    ) throws -> Result {
        try translatingErrors(writing: true) {
            try withConnection(held) { connection in
                let key = Self.lock(of: world)
                var attempt = 1
                defer { if attempt > 1 { unlock(connection) } }
                while true {
                    do {
                        return try attemptWrite(connection, key, query, body)
                    } catch let conflict as DatabaseConnection.Failure where conflict.isConflict {
                        guard attempt < Self.mostAttempts else { throw conflict }
                        // The lock precedes BEGIN, because the transaction must see what others did before.
                        if attempt == 1 { try connection.run("SELECT pg_advisory_lock(\(key))") }
                        attempt += 1
                        retries.withLockedValue { $0 += 1 }
                    }
                }
            }
        }
    }

    private func attemptWrite<Result>(
        _ connection: DatabaseConnection, _ key: String, _ query: String,
        _ body: (DatabaseConnection, _ rows: [[String?]]) throws -> Result
    ) throws -> Result {
        connection.begin()
        do {
            let rows = try connection.run(
                "BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_advisory_xact_lock_shared(\(key)); \(query)")
            let result = try body(connection, rows)
            try connection.commit()
            return result
        } catch {
            // The body may have replaced an error of the database by its own.
            let cause = connection.failure ?? error
            let _: [[String?]]? = try? connection.run("ROLLBACK")
            throw cause
        }
    }

    /// Returns the key of a world's advisory lock, which first attempts share and repeated ones hold alone.
    private static func lock(of world: String) -> String {
        "\(lockKey), hashtext(\(world.sqlLiteral))"
    }

    private func unlock(_ connection: DatabaseConnection) {
        let _: [[String?]]? = try? connection.run("SELECT pg_advisory_unlock_all()")
    }

    /// Runs statements that are transactions of their own.
    ///
    /// - Throws: `StateError` if the database cannot be used.
    func statements<Result>(
        on held: DatabaseConnection? = nil, _ body: (DatabaseConnection) throws -> Result
    ) throws -> Result {
        try translatingErrors(writing: true) { try withConnection(held, body) }
    }

    /// Runs a closure with a connection of its own, which begins and ends the transactions.
    ///
    /// - Parameters:
    ///   - query: The first query of a reading transaction, which is open when the closure begins.
    ///   - body: The closure, which gets the rows of the query. It runs once, because it may change the state.
    /// - Returns: The closure's result.
    /// - Throws: `StateError` if the database cannot be read, and what the closure throws.
    func holding<Result>(
        _ query: String, _ body: (DatabaseConnection, _ rows: [[String?]]) throws -> Result
    ) throws -> Result {
        free.wait()
        defer { free.signal() }
        let (connection, rows) = try translatingErrors(writing: false) {
            try connected { ($0, try $0.beginReading(query)) }
        }
        defer { putBack(connection) }
        return try body(connection, rows)
    }

    // MARK: - Connections

    /// Runs a closure with a connection.
    ///
    /// If the database was restarted, the connections of before are lost. The first transaction to notice this forgets
    /// all of them. It runs again on a new connection if its own was lost before it committed.
    private func withConnection<Result>(
        _ held: DatabaseConnection? = nil, _ body: (DatabaseConnection) throws -> Result
    ) throws -> Result {
        if let held {
            held.begin()
            return try body(held)
        }
        free.wait()
        defer { free.signal() }
        return try connected { connection in
            defer { putBack(connection) }
            return try body(connection)
        }
    }

    /// Runs a closure with an idle connection or a new one, which the closure puts back.
    private func connected<Result>(_ body: (DatabaseConnection) throws -> Result) throws -> Result {
        if let connection = idle.withLockedValue({ $0.popLast() }) {
            do {
                connection.begin()
                return try body(connection)
            } catch let failure as DatabaseConnection.Failure where failure.isAbsence && !connection.mayHaveCommitted {
                idle.withLockedValue { $0.removeAll() }
            }
        }
        let connection = try DatabaseConnection(to: address, library)
        try DatabaseTables.prepare(connection)
        connection.begin()
        return try body(connection)
    }

    private func putBack(_ connection: DatabaseConnection) {
        if connection.isOpen { idle.withLockedValue { $0.append(connection) } }
    }

    private func translatingErrors<Result>(writing: Bool, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw Self.translated(error, writing: writing)
        }
    }

    /// Returns the error for callers of a store.
    static func translated(_ error: any Error, writing: Bool) -> any Error {
        guard let failure = error as? DatabaseConnection.Failure else { return error }
        if failure.isConflict {
            return StateError(.unavailable, "too many requests change the same state at the same time; try again")
        }
        if failure.isOfAnotherConnection {
            return StateError(
                .unsupported,
                "the database cannot be used: a pooler gives a client another connection for each transaction; use one "
                    + "that keeps the connection (PgBouncer: pool_mode = session)")
        }
        if failure.isTimeout {
            return StateError(
                .unavailable, "the database did not answer in time: \(failure.message); another session may hold a lock"
            )
        }
        let code: StateError.Code = failure.isAbsence ? .unavailable : writing ? .unwritable : .unreadable
        return StateError(code, "the database cannot be \(writing ? "written" : "read"): \(failure.message)")
    }
}

extension String {
    /// The text as a literal of SQL.
    var sqlLiteral: String { "'\(replacing("'", with: "''"))'" }
}
