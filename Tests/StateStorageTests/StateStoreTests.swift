import Foundation
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

@Suite("A store in memory or in a file") struct StateStoreTests {
    @Test("keeps the promises of every store", arguments: StorePromises.all, [StoreForm.memory, .sqlite, .overlay])
    func promises(promise: Promise, form: StoreForm) async throws { try await promise.hold(form) }

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
                    // A request opens a connection of its own.
                    let own = try store.consistently(reading: []) { try $0.read { try $0.value(for: counter) } }
                    #expect(own == Counter(count: 1))
                } catch let error as StateError {
                    #expect(error.code == .missing, "\(error)")
                } catch {
                    Issue.record(error)
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("over another one reads what the other has, and changes only itself", arguments: [StoreForm.memory, .sqlite])
    func overlay(form: StoreForm) throws {
        let folder = try TemporaryFolder()
        let base = try form.make(in: folder)
        try base.write { state in
            for name in ["a", "b", "c"] { try state.setEncodedValue("1", named: name) }
            try state.appendLog("line")
        }
        let overlay = OverlayStore(over: base)
        try overlay.write { state in
            try state.setEncodedValue("2", named: "b")
            try state.setValue(nil, for: StateKey<Int>("c"))
            try state.setEncodedValue("2", named: "d")
            try state.appendLog("other line")
        }
        #expect(try overlay.read { try $0.documents() }.map { $0.name + $0.json } == ["a1", "b2", "d2"])
        #expect(try overlay.read { try $0.log(from: 1) }.map { try $0.text() } == [#""other line""#])
        #expect(try base.read { try $0.documents() }.map { $0.name + $0.json } == ["a1", "b1", "c1"])
        #expect(try base.read { try $0.log(from: 1) }.count == 1)
        try overlay.write { try $0.removeAll(includingLog: false) }
        #expect(try overlay.read { try $0.documents() }.isEmpty)
        #expect(try base.read { try $0.documents() }.count == 3)
    }

    @Test("in memory keeps the newest 10,000 lines or more, under their numbers")
    func longLog() throws {
        let store = MemoryStateStore()
        for _ in 0..<20_000 { try store.write { _ = try $0.appendLog(["line": ""]) } }
        #expect(try store.read { try $0.log(from: 1) }.map(\.number) == Array(10_001...20_000))
        #expect(try store.read { try $0.log(from: 19_999) }.map(\.number) == [19_999, 20_000])
        #expect(try store.read { try $0.log(from: 19_999, limit: .max) }.map(\.number) == [19_999, 20_000])
    }
}
