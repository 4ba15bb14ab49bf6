import Foundation
import GRDB
import TestSupport
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

/// SQLite keeps values of any type in any column, so an edited file of a device may have some that no store wrote.
@Suite("A device file that was edited")
struct EditedFileTests {
    /// The columns of each table.
    static let columns = [
        "world.number", "world.name", "world.replacements", "world.lines", "world_document.world",
        "world_document.name", "world_document.body", "world_document.lapses_at", "world_log.world",
        "world_log.number", "world_log.line",
    ]

    static let values = [
        "-9223372036854775808", "-1", "9223372036854775807", "1e300", "-0.5", "'text'", "x'ff00'", "''",
    ]

    @Test("with any value in a column is read, or is an error with the file", arguments: columns)
    func edited(column: String) throws {
        let place = column.split(separator: ".")
        // An entry stands beside the edited one.
        let row = place[0] == "world_log" ? "WHERE number = 1" : ""
        var edits = 0
        for value in Self.values[each: Thoroughness.part(2, ci: 2), from: Self.columns.firstIndex(of: column) ?? 0] {
            let folder = try TemporaryFolder()
            let path = folder.path + "/device.sqlite"
            _ = try SQLiteStateStore.make(path) { state in
                try state.setValue(Counter(count: 7), for: counter)
                for number in 1...2 { _ = try state.appendLog(Counter(count: number)) }
            }
            // SQLite refuses a few edits itself, such as a text in a primary key.
            let edit = "UPDATE \(place[0]) SET \(place[1]) = \(value) \(row)"
            guard (try? DatabaseQueue(path: path).write { try $0.execute(sql: edit) }) != nil else { continue }
            edits += 1
            Self.use(path, edit)
        }
        #expect(edits > 1)
    }

    /// Reads and writes everything; each operation succeeds, or throws an error that names the file.
    private static func use(_ path: String, _ edit: String) {
        func attempt(_ body: (SQLiteStateStore) throws -> Void) {
            do {
                try body(try SQLiteStateStore(path: path, creating: false))
            } catch let error as StateError {
                #expect(error.code != .malformedDocument || error.description.contains(path), "\(edit): \(error)")
            } catch {
                Issue.record("\(edit): \(error)")
            }
        }
        let readings: [(any StateReading) throws -> Void] = [
            { _ = try $0.value(for: counter) }, { _ = try $0.names(withPrefix: "") }, { _ = try $0.documents() },
            { _ = try $0.document(named: counter.name) }, { _ = try $0.documents(after: "", limit: 10) },
            { _ = try $0.replacements() }, { _ = try $0.revision() }, { _ = try $0.log(from: 1) },
            { _ = try $0.log(from: 1, limit: 10) }, { _ = try $0.firstLine() }, { _ = try $0.lastLine() },
        ]
        for reading in readings { attempt { try $0.read(reading) } }
        attempt { _ = try $0.worlds(atMost: 10).names() }
        attempt { _ = try $0.append(Counter(count: 3)) }
        attempt { _ = try $0.write { try $0.removeLapsed(at: Date(timeIntervalSince1970: 5), atMost: 10) } }
        attempt { try $0.write { try $0.setValue(Counter(count: 1), for: counter) } }
        attempt { try $0.write { try $0.removeAll(includingLog: true) } }
    }

    @Test("with an impossible number of a journal entry says which, and can be cleared")
    func journalNumber() throws {
        for number in [Int.min, -1, 0, 9_007_199_254_740_993, Int.max] {
            let folder = try TemporaryFolder()
            let path = folder.path + "/device.sqlite"
            let store = try SQLiteStateStore(path: path, creating: true)
            for count in 1...2 { _ = try store.append(Counter(count: count)) }
            #expect(try store.read { try $0.firstLine() } == 1)
            #expect(try store.read { try $0.lastLine() } == 2)
            try DatabaseQueue(path: path).write {
                try $0.execute(sql: "UPDATE world_log SET number = ? WHERE number = 1", arguments: [number])
            }
            let error = try #require(throws: StateError.self) {
                try store.read { _ = (try $0.firstLine(), try $0.lastLine()) }
            }
            #expect(error.description.contains("an entry of the journal has the number \(number): expected"))
            #expect(error.description.contains(path))
            try store.write { try $0.removeLog() }
            #expect(try store.read { try $0.firstLine() } == nil)
        }
    }
}
