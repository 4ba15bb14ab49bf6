import Foundation
import TVSimStateStorage

/// A connection to a database.
///
/// A thread removes the connection from the list of idle ones while it uses it, so no other thread uses it then.
final class DatabaseConnection: @unchecked Sendable {
    /// An error of the database.
    struct Failure: Error {
        /// The SQLSTATE; `nil` if the connection was lost.
        let state: String?
        let message: String

        /// Whether the same transaction may succeed if it is repeated (PostgreSQL, 13.5, Serialization Failure Handling).
        var isConflict: Bool { state.map(["40001", "40P01", "23505"].contains) ?? false }

        /// Whether a prepared query is missing or exists already, because a pooler has replaced the connection.
        var isOfAnotherConnection: Bool { state.map(["26000", "42P05"].contains) ?? false }

        /// Whether the database cannot be used at the moment: the connection is lost, the server ends or begins, or it
        /// has too many connections.
        var isAbsence: Bool { state.map { $0.hasPrefix("57P") || $0.hasPrefix("08") || $0 == "53300" } ?? true }

        /// Whether the database ended the statement because it, or a lock of another session, took too long.
        var isTimeout: Bool { state.map(["57014", "55P03"].contains) ?? false }
    }

    private let library: LibPQ
    private let connection: LibPQ.Connection
    /// Whether the server did not answer in time; what it answers later belongs to no command.
    private var isAbandoned = false
    /// The names of the prepared queries.
    private var prepared: [String: String] = [:]
    /// The first error of the current transaction.
    private(set) var failure: Failure?
    /// Whether a commit was sent since ``begin()``.
    private(set) var mayHaveCommitted = false

    /// Connects.
    ///
    /// - Throws: `StateError` with the code `unavailable`.
    init(to address: DatabaseAddress, _ library: LibPQ) throws {
        let parameters = address.parameters
        let connection = withTexts(parameters.map(\.keyword)) { keywords in
            withTexts(parameters.map(\.value)) { values in library.connect(keywords, values, 1) }
        }
        guard let connection else { throw StateError(.unavailable, "the database cannot be reached: out of memory") }
        guard library.status(connection) == 0 else {
            defer { library.finish(connection) }
            let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
            throw StateError(.unavailable, "the database cannot be reached: \(Self.firstLine(message))")
        }
        (self.library, self.connection) = (library, connection)
        // libpq would write notices of the server to standard error.
        _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
        _ = library.setNonBlocking(connection, 1)
    }

    deinit { library.finish(connection) }

    /// Whether the connection is open, as far as this process knows.
    var isOpen: Bool { !isAbandoned && library.status(connection) == 0 }

    /// The version of the server, such as 150004.
    var serverVersion: Int { Int(library.serverVersion(connection)) }

    /// Forgets what happened to the last transaction.
    func begin() { (failure, mayHaveCommitted) = (nil, false) }

    /// Runs one or more commands, and returns the rows of the last one.
    @discardableResult
    func run(_ commands: String) throws(Failure) -> [[String?]] {
        try rows(of: answer { library.send(connection, commands) })
    }

    /// Runs a query with parameters, which is prepared at its first use.
    @discardableResult
    func run(_ query: String, _ parameters: [String]) throws(Failure) -> [[String?]] {
        let name = prepared[query] ?? "q\(prepared.count)"
        if prepared[query] == nil {
            _ = try rows(of: answer { library.sendPreparation(connection, name, query, 0, nil) })
            prepared[query] = name
        }
        return try rows(
            of: answer {
                withTexts(parameters) { values in
                    library.sendPrepared(connection, name, CInt(parameters.count), values, nil, nil, 0)
                }
            })
    }

    /// Commits a writing transaction.
    func commit() throws(Failure) {
        mayHaveCommitted = true
        let result = try answer { library.send(connection, "COMMIT") }
        let command = result.flatMap { library.commandStatus($0) }.map { String(cString: $0) }
        _ = try rows(of: result)
        // The database rolls a failed transaction back, and reports that as a success.
        guard command == "COMMIT" else {
            throw failure ?? Failure(state: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Begins a reading transaction with a query, in one message, and returns the rows.
    func beginReading(_ query: String) throws(Failure) -> [[String?]] {
        try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(query)")
    }

    /// Ends a reading transaction without waiting for the answer, which the next command discards.
    func endReading() { _ = library.send(connection, "COMMIT") }

    /// Returns the rows of a result, and releases it.
    private func rows(of result: LibPQ.Result?) throws(Failure) -> [[String?]] {
        defer { library.clear(result) }
        // PGRES_COMMAND_OK and PGRES_TUPLES_OK.
        guard let result, [1, 2].contains(library.resultStatus(result)) else { throw failed(result) }
        let columns = library.columnCount(result)
        return (0..<library.rowCount(result)).map { row in
            (0..<columns).map { column in
                library.isNull(result, row, column) == 1 ? nil : String(cString: library.value(result, row, column))
            }
        }
    }

    // MARK: - Waiting

    /// How long the server may take to answer in seconds.
    ///
    /// It is more than the limit of a statement, which ends those that only take long. A server that is frozen keeps its
    /// connections open and answers nothing, so the limit of the system would not end the wait.
    private static let longestWait: TimeInterval = 10

    /// Sends commands, and returns the last result.
    ///
    /// - Throws: ``Failure`` without a state if they cannot be sent, or the server does not answer in time.
    private func answer(_ send: () -> CInt) throws(Failure) -> LibPQ.Result? {
        let deadline = DispatchTime.now() + Self.longestWait
        // The answer to the end of a reading transaction may still come.
        try library.clear(lastResult(before: deadline))
        guard send() == 1 else { throw failed(nil) }
        return try lastResult(before: deadline)
    }

    /// Waits for all results of what was sent, and returns the last one; `nil` if nothing was sent.
    private func lastResult(before deadline: DispatchTime) throws(Failure) -> LibPQ.Result? {
        var last: LibPQ.Result?
        do throws(Failure) {
            while true {
                try receive(before: deadline)
                guard let next = library.nextResult(connection) else { return last }
                library.clear(last)
                last = next
            }
        } catch {
            library.clear(last)
            throw error
        }
    }

    /// Waits until a result is complete.
    private func receive(before deadline: DispatchTime) throws(Failure) {
        while true {
            let isSending = library.flush(connection) == 1
            guard isSending || library.isBusy(connection) == 1 else { return }
            let now = DispatchTime.now()
            let rest = now < deadline ? (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1 : 0
            var descriptor = pollfd(
                fd: library.socket(connection), events: Int16(POLLIN) | (isSending ? Int16(POLLOUT) : 0), revents: 0)
            let found = poll(&descriptor, 1, Int32(clamping: rest))
            if found < 0, errno == EINTR { continue }
            guard found != 0 else {
                isAbandoned = true
                let silence = Failure(state: nil, message: "it did not answer within \(Int(Self.longestWait)) seconds")
                failure = failure ?? silence
                throw silence
            }
            guard library.consumeInput(connection) == 1 else { throw failed(nil) }
        }
    }

    private func failed(_ result: LibPQ.Result?) -> Failure {
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
        let state = library.errorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) }
        let message = (library.errorField(result, CInt(UInt8(ascii: "M"))) ?? library.errorMessage(connection))
            .map { String(cString: $0) }
        let failure = Failure(state: state, message: Self.firstLine(message ?? "the connection was lost"))
        self.failure = self.failure ?? failure
        return failure
    }

    private static func firstLine(_ text: String) -> String {
        String(text.split(separator: "\n").first ?? "")
    }
}

/// Runs a closure with an array of C strings that ends with a null pointer.
private func withTexts<Result>(_ texts: [String], _ body: (LibPQ.Texts) -> Result) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { $0.map { UnsafePointer($0) } } + [nil])
}
