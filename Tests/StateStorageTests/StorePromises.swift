import Foundation
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

/// What every store promises.
///
/// Each test suite holds the promises for some forms of stores.
enum StorePromises {
    static let all = [
        roundTrip, farInstants, rollback, names, replacements, logOrigin, log, forgottenLog, append, encoding,
        damagedDocument, concurrentWriters, documents, pages, snapshot, consistently, ownWrites, numbers, lapses,
        replaced, oneTransaction, unholdable,
    ]

    static let roundTrip = Promise(
        "returns the written value, and nil if there is no value"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        #expect(try store.read { try $0.value(for: counter) } == nil)
        try store.write { try $0.setValue(Counter(count: 3), for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 3))
        try store.write { try $0.setValue(nil, for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == nil)
    }

    static let farInstants = Promise(
        "reads every instant that was written, however far away"
    ) { form in
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

    static let unholdable = Promise(
        "refuses a value that no document can hold, says where it is, and keeps what it has"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        let good = Figures(numbers: ["a": [0, nil, .greatestFiniteMagnitude, -1e-300]], at: .distantFuture)
        try store.write { state in
            try state.setValue(good, for: figures)
            try state.appendLog(good)
        }
        for (wrong, place) in [
            (Figures(numbers: ["a": [0, .nan]]), "numbers.a.1"), (Figures(numbers: ["b": [.infinity]]), "numbers.b.0"),
            (Figures(numbers: ["b": [nil, -Double.infinity]]), "numbers.b.1"), (Figures(ratio: .nan), "ratio"),
            (Figures(ratio: -.infinity), "ratio"), (Figures(at: Date(timeIntervalSince1970: .nan)), "at"),
        ] {
            let errors = [
                #expect(throws: StateError.self) {
                    try store.write { state in
                        try state.setValue(Counter(count: 1), for: counter)
                        try state.setValue(wrong, for: figures)
                    }
                },
                #expect(throws: StateError.self) { try store.write { _ = try $0.appendLog(wrong) } },
                #expect(throws: StateError.self) { try store.append(wrong) },
            ]
            for error in errors {
                #expect(error?.code == .malformedDocument, "\(wrong)")
                #expect(error?.description.contains("at '\(place)'") == true, "\(String(describing: error))")
            }
        }
        #expect(try store.read { try $0.value(for: figures) } == good)
        #expect(try store.read { try $0.documents() }.map(\.name) == ["test/figures"])
        #expect(try store.read { try $0.log(from: 1).map { try $0.text() } }.count == 1)
    }

    static let rollback = Promise(
        "keeps nothing of a write that throws"
    ) { form in
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

    static let oneTransaction = Promise(
        "keeps all that a program does within one transaction, or nothing of it"
    ) { form in
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        func work(in store: any StateStore) throws {
            try store.write { try $0.setValue(Counter(count: 1), for: counter) }
            #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
            _ = try store.append("line")
            try store.consistently(reading: []) { store in
                try store.write { try $0.setValue(Counter(count: 2), for: counter) }
            }
        }
        #expect(throws: Stop.self) {
            try store.write { state in
                try work(in: TransactionStore(state, of: store))
                throw Stop()
            }
        }
        #expect(try store.read { try $0.value(for: counter) } == nil)
        #expect(try store.read { try $0.lastLine() } == nil)
        try store.write { try work(in: TransactionStore($0, of: store)) }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 2))
        #expect(try store.read { try $0.log(from: 1).count } == 1)
    }

    static let names = Promise(
        "lists names by prefix, sorted, as the transaction sees them"
    ) { form in
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

    static let replacements = Promise(
        "counts every replacement of the whole state, in any process"
    ) { form in
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

    static let logOrigin = Promise(
        "identifies its log and the log's first line"
    ) { form in
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
        // The file is another one now. A process that still reads the old one must not mix their journals.
        let path = folder.path + "/device.sqlite"
        try StoreFiles.remove(path)
        _ = try SQLiteStateStore(path: path, creating: true)
        #expect(try opening() != opened)
        #expect(try first() == nil)
    }

    static let log = Promise(
        "numbers log lines from 1 and returns them from any number on"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        for number in 1...3 { try store.write { _ = try $0.appendLog(["line": "\(number)"]) } }
        let lines = try store.read { try $0.log(from: 2) }
        #expect(lines.map(\.number) == [2, 3])
        #expect(try lines.map { try $0.text() } == [#"{"line":"2"}"#, #"{"line":"3"}"#])
    }

    static let forgottenLog = Promise(
        "clears only its log, and the line numbers continue"
    ) { form in
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

    static let encoding = Promise(
        "encodes a document in the same way whether it was stored as a value or as JSON"
    ) { form in
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

    static let damagedDocument = Promise(
        "says which document is damaged, without quoting it"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setEncodedValue(#"{"count":"secret"}"#, named: "test/counter") }
        let error = #expect(throws: StateError.self) { try store.read { try $0.value(for: counter) } }
        #expect(error?.code == .malformedDocument)
        #expect(error?.description.contains("test/counter") == true)
        #expect(error?.description.contains("secret") == false)
    }

    static let concurrentWriters = Promise(
        "loses no update of concurrent writers"
    ) { form in
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

    static let append = Promise(
        "appends a line in a transaction of its own, between the lines of others"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { _ = try $0.appendLog("1") }
        let place = try store.append("2")
        try store.write { _ = try $0.appendLog("3") }
        #expect(place.number == 2)
        #expect(try store.read { $0.opening } == place.opening)
        #expect(try store.read { try $0.log(from: 1).map { try $0.text() } } == ["\"1\"", "\"2\"", "\"3\""])
    }

    static let documents = Promise(
        "returns all documents as JSON, as the transaction sees them"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            for name in ["b/2", "a/1", "b/1"] { try state.setValue([name], for: StateKey<[String]>(name)) }
        }
        try store.write { state in
            try state.setValue(nil, for: StateKey<[String]>("b/1"))
            try state.setValue(["new"], for: StateKey<[String]>("b/3"))
            #expect(try state.documents().map(\.name) == ["a/1", "b/2", "b/3"])
        }
        let documents = try store.read { try $0.documents() }
        #expect(documents.map(\.name) == ["a/1", "b/2", "b/3"])
        #expect(documents.map(\.json) == [#"["a/1"]"#, #"["b/2"]"#, #"["new"]"#])
    }

    static let pages = Promise(
        "returns documents and log lines page by page, each once, as the transaction sees them"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            for name in ["b/2", "a/1", "b/1", "c"] { try state.setEncodedValue("\"\(name)\"", named: name) }
            for line in 1...5 { try state.appendLog(line) }
        }
        func check(_ state: any StateReading, _ expected: [[String]]) throws {
            var (pages, last) = ([[String]](), "")
            while case let page = try state.documents(after: last, limit: 2), let end = page.last {
                #expect(page.map(\.json) == page.map { "\"\($0.name)\"" })
                pages.append(page.map(\.name))
                last = end.name
            }
            #expect(pages == expected)
        }
        try store.read { state in
            try check(state, [["a/1", "b/1"], ["b/2", "c"]])
            #expect(try state.documents(after: "b/1x", limit: 9).map(\.name) == ["b/2", "c"])
            #expect(try state.log(from: 2, limit: 2).map(\.number) == [2, 3])
            #expect(try state.log(from: 5, limit: 2).map { try $0.text() } == ["5"])
            #expect(try state.log(from: 6, limit: 2).isEmpty)
            #expect(try state.lastLine() == 5)
        }
        try store.write { state in
            try check(state, [["a/1", "b/1"], ["b/2", "c"]])
            try state.setValue(nil, for: StateKey<[String: String]>("b/1"))
            try state.setEncodedValue("\"b/3\"", named: "b/3")
            try check(state, [["a/1", "b/2"], ["b/3", "c"]])
            try state.removeLog()
            #expect(try state.lastLine() == nil)
            try state.appendLog(6)
            #expect(try state.log(from: 1, limit: 2).map(\.number) == [6])
            #expect(try state.lastLine() == 6)
        }
    }

    static let snapshot = Promise(
        "shows a long reader the state of its beginning, while others write"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            for name in ["a", "b", "c"] { try state.setEncodedValue("1", named: name) }
        }
        let seen = try store.snapshot { state in
            var seen = try state.documents(after: "", limit: 1)
            try store.write { state in
                try state.setEncodedValue("2", named: "b")
                try state.setValue(nil, for: StateKey<Int>("c"))
                try state.setEncodedValue("2", named: "d")
            }
            while let last = seen.last, let next = try state.documents(after: last.name, limit: 1).first {
                seen.append(next)
            }
            return seen
        }
        #expect(seen.map(\.name) == ["a", "b", "c"])
        #expect(seen.map(\.json) == ["1", "1", "1"])
        #expect(try store.read { try $0.documents() }.map(\.json) == ["1", "2", "2"])
    }
}
