import Foundation
import Testing

@testable import StateStorage

private let mark = StateKey<String>("mark")

/// What isolated worlds promise, shown for each form of them.
@Suite("Stores of isolated worlds")
struct WorldStoreTests {
    enum Form: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case memory, sqlite
        var testDescription: String { rawValue }

        func make(in folder: TemporaryFolder) throws -> any WorldStores {
            switch self {
            case .memory: MemoryWorlds(atMost: 100)
            case .sqlite: try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: true).worlds
            }
        }
    }

    /// Makes a store whose mark is a text.
    private static func marked(_ text: String) -> WorldMaking {
        {
            let store = MemoryStateStore()
            try store.write { try $0.setValue(text, for: mark) }
            return store
        }
    }

    @Test("create a world once, at its first read or write", arguments: Form.allCases)
    func making(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let first = worlds.store(of: "one", making: Self.marked("first"))
        #expect(try worlds.names().isEmpty)
        #expect(try !worlds.contains("one"))
        #expect(try first.read { try $0.value(for: mark) } == "first")
        let second = worlds.store(of: "one", making: Self.marked("second"))
        #expect(try second.read { try $0.value(for: mark) } == "first")
        try worlds.store(of: "B", making: Self.marked("other")).write { try $0.setValue("changed", for: mark) }
        #expect(try worlds.names() == ["B", "one"])
        #expect(try worlds.contains("one"))
        #expect(try second.read { try $0.value(for: mark) } == "first")
    }

    @Test("do not see each other: documents, log, replacements and removal are a world's own", arguments: Form.allCases)
    func isolation(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let (one, two) = (
            worlds.store(of: "one", making: Self.marked("1")), worlds.store(of: "two", making: Self.marked("2"))
        )
        for _ in 1...3 { try one.write { _ = try $0.appendLog("line") } }
        try two.write { state in
            try state.appendLog("line")
            try state.setValue("more", for: StateKey<String>("more"))
        }
        #expect(try one.read { try $0.log(from: 1) }.map(\.number) == [1, 2, 3])
        #expect(try two.read { try $0.log(from: 1) }.map(\.number) == [1])
        #expect(try one.read { try $0.names(withPrefix: "") } == ["mark"])
        try one.write { try $0.removeAll(includingLog: true) }
        #expect(try one.read { try $0.replacements() } == 1)
        #expect(try two.read { try $0.replacements() } == 0)
        #expect(try one.read { try $0.log(from: 1) }.isEmpty)
        #expect(try two.read { try $0.log(from: 1) }.count == 1)
        #expect(try two.read { try $0.names(withPrefix: "") } == ["mark", "more"])
        #expect(try one.read { $0.opening } != two.read { $0.opening })
    }

    @Test(
        "are removed completely; a later use creates another world", arguments: Form.allCases)
    func removal(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let store = worlds.store(of: "one", making: Self.marked("new"))
        try store.write { state in
            try state.setValue("old", for: mark)
            try state.appendLog("line")
        }
        let opening = try store.read { $0.opening }
        try worlds.remove("one")
        try worlds.remove("one")
        #expect(try worlds.names().isEmpty)
        #expect(try store.read { try $0.value(for: mark) } == "new")
        #expect(try store.read { try $0.log(from: 1) }.isEmpty)
        #expect(try store.read { $0.opening } != opening)
        #expect(try worlds.names() == ["one"])
    }

    @Test("create no world for a caller that requires an existing one", arguments: Form.allCases)
    func unmade(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let store = worlds.store(of: "one", making: nil)
        let error = #expect(throws: StateError.self) { try store.read { _ in } }
        #expect(error?.code == .missing)
        #expect(throws: StateError.self) { try store.write { _ in } }
        #expect(try worlds.names().isEmpty)
        try worlds.store(of: "one", making: Self.marked("made")).read { _ in }
        #expect(try store.read { try $0.value(for: mark) } == "made")
        #expect(try !worlds.contains(""))
    }

    @Test("keep nothing of a write that throws, except the world that was created for it", arguments: Form.allCases)
    func rollback(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let store = worlds.store(of: "one", making: Self.marked("new"))
        #expect(throws: Stop.self) {
            try store.write { state in
                try state.setValue("changed", for: mark)
                throw Stop()
            }
        }
        #expect(try store.read { try $0.value(for: mark) } == "new")
        let failing = worlds.store(of: "two") { throw Stop() }
        #expect(throws: Stop.self) { try failing.read { _ in } }
        #expect(try worlds.names() == ["one"])
    }

    @Test("find one world if many processes create it at the same time, and lose no update", arguments: Form.allCases)
    func concurrency(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds = try form.make(in: folder)
        let count = StateKey<Int>("count")
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            do {
                let store = worlds.store(of: "one", making: Self.marked("\(number)"))
                for _ in 1...20 { try store.write { try $0.setValue((try $0.value(for: count) ?? 0) + 1, for: count) } }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try worlds.names() == ["one"])
        #expect(try worlds.store(of: "one", making: nil).read { try $0.value(for: count) } == 160)
    }

    @Test("never exceed the maximum, even if many are created at the same time", arguments: Form.allCases)
    func limit(form: Form) throws {
        let folder = try TemporaryFolder()
        let worlds: any WorldStores =
            switch form {
            case .memory: MemoryWorlds(atMost: 5)
            case .sqlite:
                SQLiteWorlds(in: try SQLiteFile(path: folder.path + "/device.sqlite", creating: true), atMost: 5)
            }
        DispatchQueue.concurrentPerform(iterations: 10) { number in
            do {
                try worlds.store(of: "w\(number)", making: Self.marked("")).read { _ in }
            } catch {
                #expect((error as? StateError)?.code == .full)
            }
        }
        #expect(try worlds.names().count == 5)
        try worlds.remove(try #require(try worlds.names().first))
        #expect(try worlds.add(MemoryStateStore(), as: "one more"))
        #expect(throws: StateError.self) { try worlds.add(MemoryStateStore(), as: "too many") }
        #expect(try !worlds.add(MemoryStateStore(), as: "one more"))
    }

    @Test("in a device's file are visible to other processes, and do not change the device")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let device = try SQLiteStateStore(path: path, creating: true)
        try device.write { try $0.setValue("device", for: mark) }
        let world = device.worlds.store(of: "one", making: Self.marked("new"))
        try world.write { state in
            try state.setValue("kept", for: mark)
            try state.appendLog("line")
        }
        let other = try SQLiteStateStore(path: path, creating: false)
        #expect(try other.worlds.names() == ["one"])
        #expect(try other.worlds.store(of: "one", making: nil).read { try $0.value(for: mark) } == "kept")
        #expect(try other.read { try $0.value(for: mark) } == "device")
        #expect(try other.read { try $0.log(from: 1) }.isEmpty)
        // Erasing the device is no business of theirs, and removing them none of the device.
        try other.write { try $0.removeAll(includingLog: true) }
        #expect(try world.read { try $0.value(for: mark) } == "kept")
        try other.worlds.remove("one")
        #expect(try world.read { try $0.value(for: mark) } == "new")
        // A file that is gone takes them along.
        try StoreFiles.remove(path)
        #expect(try device.worlds.names().isEmpty)
        #expect(try world.read { try $0.value(for: mark) } == "new")
    }
}
