import Foundation
import Testing

@testable import TVSimStateStorage

let mark = StateKey<String>("mark")

/// What isolated worlds promise.
///
/// Each test suite holds the promises for some forms of stores.
enum WorldPromises {
    static let all = [making, isolation, removal, unmade, rollback, concurrency, limit]

    /// Makes a store whose mark is a text.
    static func marked(_ text: String) -> WorldMaking {
        {
            let store = MemoryStateStore()
            try store.write { try $0.setValue(text, for: mark) }
            return store
        }
    }

    static let making = Promise(
        "create a world once, at its first read or write"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let first = worlds.store(of: "one", making: marked("first"))
        #expect(try worlds.names().isEmpty)
        #expect(try !worlds.contains("one"))
        #expect(try first.read { try $0.value(for: mark) } == "first")
        let second = worlds.store(of: "one", making: marked("second"))
        #expect(try second.read { try $0.value(for: mark) } == "first")
        try worlds.store(of: "B", making: marked("other")).write { try $0.setValue("changed", for: mark) }
        #expect(try worlds.names() == ["B", "one"])
        #expect(try worlds.names(after: "", limit: 1) == ["B"])
        #expect(try worlds.names(after: "B", limit: 9) == ["one"])
        #expect(try worlds.names(after: "one", limit: 9).isEmpty)
        #expect(try worlds.contains("one"))
        #expect(try second.read { try $0.value(for: mark) } == "first")
    }

    static let isolation = Promise(
        "do not see each other: documents, log, replacements and removal are a world's own"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let (one, two) = (
            worlds.store(of: "one", making: marked("1")), worlds.store(of: "two", making: marked("2"))
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

    static let removal = Promise(
        "are removed completely; a later use creates another world"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let store = worlds.store(of: "one", making: marked("new"))
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

    static let unmade = Promise(
        "create no world for a caller that requires an existing one"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let store = worlds.store(of: "one", making: nil)
        let error = #expect(throws: StateError.self) { try store.read { _ in } }
        #expect(error?.code == .missing)
        #expect(throws: StateError.self) { try store.write { _ in } }
        #expect(try worlds.names().isEmpty)
        try worlds.store(of: "one", making: marked("made")).read { _ in }
        #expect(try store.read { try $0.value(for: mark) } == "made")
        #expect(try !worlds.contains(""))
    }

    static let rollback = Promise(
        "keep nothing of a write that throws, except the world that was created for it"
    ) { form in
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let store = worlds.store(of: "one", making: marked("new"))
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

    static let concurrency = Promise(
        "find one world if many processes create it at the same time, and lose no update"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder)
        let count = StateKey<Int>("count")
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            do {
                let store = worlds.store(of: "one", making: marked("\(number)"))
                for _ in 1...20 { try store.write { try $0.setValue((try $0.value(for: count) ?? 0) + 1, for: count) } }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try worlds.names() == ["one"])
        #expect(try worlds.store(of: "one", making: nil).read { try $0.value(for: count) } == 160)
    }

    static let limit = Promise(
        "never exceed the maximum, even if many are created at the same time"
    ) { form in
        let folder = try TemporaryFolder()
        let worlds = try form.makeWorlds(in: folder, atMost: 5)
        DispatchQueue.concurrentPerform(iterations: 10) { number in
            do {
                try worlds.store(of: "w\(number)", making: marked("")).read { _ in }
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
}
