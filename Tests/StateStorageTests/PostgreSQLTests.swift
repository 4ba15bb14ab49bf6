import Foundation
import TVSimStatePostgreSQL
import TestSupport
import Testing

@testable import TVSimStateStorage

@Suite("A store in PostgreSQL", .serialized, .waitsForPrograms) struct PostgreSQLProgramTests {
    @Test("keeps the promises of every store", arguments: StorePromises.all)
    func promises(promise: Promise) async throws { try await promise.hold(.postgresql) }

    @Test("keeps the promises of all isolated worlds", arguments: WorldPromises.all)
    func worldPromises(promise: Promise) async throws { try await promise.hold(.postgresql) }

    @Test("is one store for several processes: each sees the documents, the journal and the worlds of the others")
    func shared() throws {
        let url = try PostgreSQLServer.shared.get().makeDatabase()
        let stores = try (0..<3).map { _ in try PostgreSQLStateStore(url: url) }
        try stores[0].write { try $0.setValue("shared", for: mark) }
        let place = try stores[1].append("line")
        #expect(try stores[2].read { try $0.value(for: mark) } == "shared")
        #expect(try stores[2].read { try $0.log(from: 1).map(\.number) } == [place.number])
        #expect(try stores.map { try $0.read { $0.opening } } == Array(repeating: place.opening, count: 3))
        #expect(try stores[0].worlds.add(MemoryStateStore(), as: "one"))
        #expect(try stores[1].worlds.names() == ["one"])
    }

    @Test("loses no update and no line of many writers at several servers, and numbers the lines without a gap")
    func contention() throws {
        let url = try PostgreSQLServer.shared.get().makeDatabase()
        let stores = try (0..<4).map { _ in try PostgreSQLStateStore(url: url) }
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            for _ in 0..<10 {
                do {
                    try stores[number % 4].write { state in
                        let count = try state.value(for: counter)?.count ?? 0
                        try state.setValue(Counter(count: count + 1), for: counter)
                    }
                    _ = try stores[number % 4].append("line")
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(try stores[0].read { try $0.value(for: counter) }?.count == 160)
        #expect(try stores[0].read { try $0.log(from: 1).map(\.number) } == Array(1...160))
        // The writers of one document conflict, and this is told once.
        #expect(stores.map { $0.takeRetries() }.reduce(0, +) > 0)
        #expect(stores.allSatisfy { $0.takeRetries() == 0 })
    }

    @Test("shows a reader no line before an earlier one")
    func orderOfLines() throws {
        let url = try PostgreSQLServer.shared.get().makeDatabase()
        let (writers, reader) = (
            try (0..<4).map { _ in try PostgreSQLStateStore(url: url) }, try PostgreSQLStateStore(url: url)
        )
        DispatchQueue.concurrentPerform(iterations: 5) { number in
            do {
                if number < 4 {
                    for _ in 0..<100 { _ = try writers[number].append("line") }
                } else {
                    var seen = 0
                    while seen < 400 {
                        let numbers = try reader.read { try $0.log(from: seen + 1).map(\.number) }
                        #expect(numbers == Array(seen + 1..<seen + 1 + numbers.count))
                        seen += numbers.count
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test("keeps the newest lines of its journal")
    func longLog() throws {
        let store = try PostgreSQLStateStore(url: PostgreSQLServer.shared.get().makeDatabase())
        for _ in 0..<10_500 { _ = try store.append("") }
        #expect(try store.read { try $0.firstLine() } == 501)
        // A list of commands writes its lines in its transaction.
        try store.write { state in for _ in 0..<500 { _ = try state.appendLog("") } }
        #expect(try store.read { try $0.firstLine() } == 1_001)
    }

    @Test("runs again what the database's restart interrupted, and is unavailable without the database")
    func restart() throws {
        let server = try PostgreSQLServer()
        let store = try PostgreSQLStateStore(url: server.makeDatabase())
        try store.write { try $0.setValue("before", for: mark) }
        try server.stop()
        for _ in 0..<2 {
            let error = #expect(throws: StateError.self) { try store.read { try $0.value(for: mark) } }
            #expect(error?.code == .unavailable)
        }
        try server.start()
        #expect(try store.read { try $0.value(for: mark) } == "before")
        try server.stop()
        try server.start()
        // The connection was lost, which only its next use shows.
        try store.write { try $0.setValue("after", for: mark) }
        #expect(try store.read { try $0.value(for: mark) } == "after")
    }

    @Test("gives up a lock of another session and a server that is frozen, and goes on afterwards")
    func silence() async throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        let store = try PostgreSQLStateStore(url: url)
        try store.write { try $0.setValue(1, for: Self.number) }
        let database = try #require(URL(string: url)?.lastPathComponent)
        // The session holds the lock longer than a statement may wait for it.
        let holder = Thread {
            _ = try? server.run(
                "BEGIN; LOCK TABLE tvsim.document IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(7); COMMIT", in: database)
        }
        holder.start()
        func isLocked() throws -> Bool {
            try server.run(
                "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'tvsim.document'::regclass",
                in: database) != "0\n"
        }
        try await until("the table is locked") { try isLocked() }
        let locked = #expect(throws: StateError.self) { try store.read { try $0.value(for: Self.number) } }
        #expect(locked?.code == .unavailable && locked?.description.contains("did not answer in time") == true)
        try await until("the lock has gone") { try !isLocked() }
        #expect(try store.read { try $0.value(for: Self.number) } == 1)
        let backends = try server.run(
            "SELECT pid FROM pg_stat_activity WHERE datname = '\(database)' AND pid <> pg_backend_pid()", in: database
        ).split(separator: "\n").compactMap { pid_t($0) }
        try #require(!backends.isEmpty)
        for backend in backends { kill(backend, SIGSTOP) }
        defer { for backend in backends { kill(backend, SIGCONT) } }
        // The read runs again on a new connection, which another process of the server answers.
        #expect(try store.read { try $0.value(for: Self.number) } == 1)
    }

    private static let number = StateKey<Int>("number")

    @Test("refuses the tables of a newer version in one line")
    func newerVersion() throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        _ = try PostgreSQLStateStore(url: url)
        let name = try #require(url.firstMatch(of: /test\d+/)).output
        try server.run("UPDATE tvsim.version SET number = 99", in: String(name))
        let error = #expect(throws: StateError.self) { try PostgreSQLStateStore(url: url) }
        #expect(error?.code == .futureVersion)
        let reason = "the database was written by a newer tvsim (state version 99, this one reads up to "
        #expect(error?.description.hasPrefix(reason) == true)
    }

    @Test("adds to the tables of version 1 what they do not have, and keeps the documents")
    func olderVersion() throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        try PostgreSQLStateStore(url: url).write { try $0.setValue("before", for: mark) }
        let name = String(try #require(url.firstMatch(of: /test\d+/)).output)
        try server.run("UPDATE tvsim.version SET number = 1", in: name)
        try server.run("ALTER TABLE tvsim.document DROP COLUMN lapses_at", in: name)
        let store = try PostgreSQLStateStore(url: url)
        #expect(try store.read { try $0.value(for: mark) } == "before")
        #expect(try store.write { try $0.removeLapsed(at: .distantFuture, atMost: 10) } == 0)
    }

    @Test("has its tables made once, by whichever of many servers is first")
    func firstServer() throws {
        let url = try PostgreSQLServer.shared.get().makeDatabase()
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            do { _ = try PostgreSQLStateStore(url: url).append("line") } catch { Issue.record(error) }
        }
        #expect(try PostgreSQLStateStore(url: url).read { try $0.log(from: 1) }.count == 6)
    }

    @Test(
        "takes no password from its address, and quotes none",
        arguments: [
            "postgres://me:secret@db/tvsim", "postgresql://db/tvsim?password=secret", "postgres://me:secret@[db/tvsim",
            "postgres://db/tvsim?secret", "postgres://db/?sslpassword=secret",
        ])
    func password(url: String) throws {
        let error = #expect(throws: StateError.self) { try PostgreSQLStateStore(url: url) }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("secret") == false)
    }
}
