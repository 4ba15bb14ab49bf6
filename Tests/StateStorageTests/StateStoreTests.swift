import Foundation
import GRDB
import Testing

@testable import StateStorage

/// What every store promises, shown for each form of it.
@Suite struct StateStoreTests {
    enum Form: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case memory, sqlite
        var testDescription: String { rawValue }

        func make(in folder: TemporaryFolder) throws -> any StateStore {
            switch self {
            case .memory: MemoryStateStore()
            case .sqlite: try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: true)
            }
        }
    }

    @Test("returns the written value, and nil if there is no value", arguments: Form.allCases)
    func roundTrip(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        #expect(try store.read { try $0.value(for: counter) } == nil)
        try store.write { try $0.setValue(Counter(count: 3), for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 3))
        try store.write { try $0.setValue(nil, for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == nil)
    }

    @Test("reads every instant that was written, however far away", arguments: Form.allCases)
    func farInstants(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        for instant in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300), .init(timeIntervalSince1970: -1e300),
        ] {
            try store.write { try $0.setValue(Counter(count: 1, at: instant), for: counter) }
            let copy = try MemoryStateStore(copying: store)
            let kept = try #require(try copy.read { try $0.value(for: counter) })
            #expect(kept.at == instant || abs(instant.timeIntervalSince1970) > 1e13)
        }
    }

    @Test("is not created again by callers that open it during its removal")
    func removed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        for _ in 0..<40 {
            try SQLiteStateStore(path: path, creating: true).write { try $0.setValue(Counter(count: 1), for: counter) }
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do {
                    if number == 0 { return try StoreFiles.remove(path) }
                    let store = try SQLiteStateStore(path: path, creating: false)
                    #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
                } catch let error as StateError {
                    #expect(error.code == .missing, "\(error)")
                } catch {
                    Issue.record(error)
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("keeps nothing of a write that throws", arguments: Form.allCases)
    func rollback(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(Counter(count: 1), for: counter) }
        #expect(throws: Stop.self) {
            try store.write { state in
                try state.setValue(Counter(count: 2), for: counter)
                try state.appendLog(["never": "seen"])
                #expect(try state.value(for: counter) == Counter(count: 2))
                throw Stop()
            }
        }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
        #expect(try store.read { try $0.log(from: 1) }.isEmpty)
    }

    @Test("lists names by prefix, sorted, as the transaction sees them", arguments: Form.allCases)
    func names(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            for name in ["b/2", "a/1", "b/1", "b"] { try state.setEncodedValue("{}", named: name) }
        }
        try store.write { state in
            try state.setValue(nil, for: StateKey<[String: String]>("b/1"))
            try state.setEncodedValue("{}", named: "b/3")
            #expect(try state.names(withPrefix: "b/") == ["b/2", "b/3"])
        }
        #expect(try store.read { try $0.names(withPrefix: "b/") } == ["b/2", "b/3"])
        #expect(try store.read { try $0.names(withPrefix: "") } == ["a/1", "b", "b/2", "b/3"])
    }

    @Test("counts every replacement of the whole state, in any process", arguments: Form.allCases)
    func replacements(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        #expect(try store.read { try $0.replacements() } == 0)
        try store.write { state in
            try state.removeAll(includingLog: false)
            #expect(try state.replacements() == 1)
            try state.setValue(Counter(count: 1), for: counter)
        }
        #expect(try store.read { try $0.replacements() } == 1)
        #expect(throws: Stop.self) {
            try store.write { state in
                try state.removeAll(includingLog: true)
                throw Stop()
            }
        }
        #expect(try store.read { try $0.replacements() } == 1)
        if form == .sqlite {
            let other = try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: false)
            try other.write { try $0.removeAll(includingLog: true) }
            #expect(try store.read { try $0.replacements() } == 2)
        }
    }

    @Test("identifies its log and the log's first line", arguments: Form.allCases)
    func logOrigin(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        func first() throws -> Int? { try store.read { try $0.firstLine() } }
        func opening() throws -> Int { try store.read { $0.opening } }
        let opened = try opening()
        #expect(try first() == nil)
        for _ in 1...2 { try store.write { _ = try $0.appendLog("line") } }
        #expect(try first() == 1)
        try store.write { state in
            try state.removeLog()
            #expect(try state.firstLine() == nil)
            try state.appendLog("line")
            #expect(try state.firstLine() == 3)
        }
        #expect(try first() == 3)
        #expect(try opening() == opened)
        #expect(try MemoryStateStore(copying: store).read { $0.opening } != opened)
        guard form == .sqlite else { return }
        // Another file of the name: whoever has the old one open does not take one journal for the other.
        let path = folder.path + "/device.sqlite"
        try StoreFiles.remove(path)
        _ = try SQLiteStateStore(path: path, creating: true)
        #expect(try opening() != opened)
        #expect(try first() == nil)
    }

    @Test("numbers log lines from 1 and returns them from any number on", arguments: Form.allCases)
    func log(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        for number in 1...3 { try store.write { _ = try $0.appendLog(["line": "\(number)"]) } }
        let lines = try store.read { try $0.log(from: 2) }
        #expect(lines.map(\.number) == [2, 3])
        #expect(try lines.map { try $0.text() } == [#"{"line":"2"}"#, #"{"line":"3"}"#])
    }

    @Test("clears only its log, and the line numbers continue", arguments: Form.allCases)
    func forgottenLog(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            try state.setValue(["a": "1"], for: other)
            for number in 1...3 { try state.appendLog(["line": "\(number)"]) }
        }
        try store.write { try $0.removeLog() }
        #expect(try store.read { try $0.log(from: 1) }.isEmpty)
        #expect(try store.read { try $0.value(for: other) } == ["a": "1"])
        try store.write { state in
            try state.appendLog(["line": "4"])
            #expect(try state.log(from: 1).map(\.number) == [4])
        }
        #expect(try store.read { try $0.log(from: 2) }.map(\.number) == [4])
        #expect(try store.read { try $0.log(from: 5) }.isEmpty)
    }

    @Test("in memory keeps the newest 10,000 lines or more, under their numbers")
    func longLog() throws {
        let store = MemoryStateStore()
        for _ in 0..<20_000 { try store.write { _ = try $0.appendLog(["line": ""]) } }
        #expect(try store.read { try $0.log(from: 1) }.map(\.number) == Array(10_001...20_000))
        #expect(try store.read { try $0.log(from: 19_999) }.map(\.number) == [19_999, 20_000])
    }

    @Test("encodes a document in the same way whether it was stored as a value or as JSON", arguments: Form.allCases)
    func encoding(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(["b": "2", "a": "1"], for: other) }
        let json = try store.read { try $0.encodedValue(named: "other") }
        #expect(json == #"{"a":"1","b":"2"}"#)
        let copy = try MemoryStateStore(copying: store)
        #expect(try copy.read { try $0.value(for: other) } == ["a": "1", "b": "2"])
        try copy.write { try $0.setValue([:], for: other) }
        #expect(try store.read { try $0.value(for: other) } == ["a": "1", "b": "2"])
    }

    @Test("says which document is damaged, without quoting it", arguments: Form.allCases)
    func damagedDocument(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setEncodedValue(#"{"count":"secret"}"#, named: "test/counter") }
        let error = #expect(throws: StateError.self) { try store.read { try $0.value(for: counter) } }
        #expect(error?.code == .malformedDocument)
        #expect(error?.description.contains("test/counter") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("loses no update of concurrent writers", arguments: Form.allCases)
    func concurrentWriters(form: Form) async throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        try store.write { state in
                            var value = try state.value(for: counter) ?? Counter()
                            value.count += 1
                            try state.setValue(value, for: counter)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.read { try $0.value(for: counter) }?.count == 200)
    }
}
