import Foundation
import TVSimStructuredText

/// A PostgreSQL server that `Tests/postgresql-server` starts for tests, and that ends with this process.
package final class PostgreSQLServer: Sendable {
    /// The server of all tests that do not stop it.
    package static let shared = Result { try PostgreSQLServer() }

    /// The directory of the server's socket.
    private let folder: String
    private let input = Pipe()
    private let output = Pipe()
    private let databases = Locked(0)

    /// Starts a server.
    ///
    /// - Throws: ``Tool/Missing`` if PostgreSQL is not installed.
    package init() throws {
        try ProgramTests.check()
        let process = Process()
        process.executableURL = Repository.root.appending(path: "Tests/postgresql-server")
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        folder = try Self.line(of: output)
    }

    /// Returns the next line, which the script writes at once.
    private static func line(of pipe: Pipe) throws -> String {
        let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        guard text.hasSuffix("\n") else {
            throw Tool.Missing(description: "PostgreSQL cannot be started; install it with: apt-get install postgresql")
        }
        return String(text.dropLast())
    }

    /// Creates an empty database.
    ///
    /// - Returns: Its address.
    package func makeDatabase() throws -> String {
        let number = databases.withLockedValue { number in
            number += 1
            return number
        }
        try run("CREATE DATABASE test\(number)", in: "tvsim")
        return "postgres://tvsim@/test\(number)?host=\(folder)"
    }

    /// Runs a command of SQL, and returns its output.
    @discardableResult
    package func run(_ command: String, in database: String) throws -> String {
        let outcome = try Tool.run("psql", ["-h", folder, "-U", "tvsim", "-Atqc", command, database])
        guard outcome.status == 0 else { throw Tool.Missing(description: outcome.error) }
        return outcome.output
    }

    /// Stops the server as if its machine had failed.
    package func stop() throws { try control("-m immediate stop") }

    /// Starts the server again.
    package func start() throws { try control("start") }

    private func control(_ command: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        let answer = try Self.line(of: output)
        guard answer == "done" else { throw Tool.Missing(description: "pg_ctl \(command): \(answer)") }
    }
}
