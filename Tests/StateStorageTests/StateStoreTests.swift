import Foundation
import Testing

@testable import StateStorage

@Suite("A store in memory or in a file") struct StateStoreTests {
    @Test("keeps the promises of every store", arguments: StorePromises.all, [StoreForm.memory, .sqlite])
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
                } catch let error as StateError {
                    #expect(error.code == .missing, "\(error)")
                } catch {
                    Issue.record(error)
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("in memory keeps the newest 10,000 lines or more, under their numbers")
    func longLog() throws {
        let store = MemoryStateStore()
        for _ in 0..<20_000 { try store.write { _ = try $0.appendLog(["line": ""]) } }
        #expect(try store.read { try $0.log(from: 1) }.map(\.number) == Array(10_001...20_000))
        #expect(try store.read { try $0.log(from: 19_999) }.map(\.number) == [19_999, 20_000])
    }
}
