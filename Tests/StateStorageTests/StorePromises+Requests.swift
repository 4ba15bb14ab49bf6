import Foundation
import Testing

@testable import TVSimStateStorage

/// A document that lapses.
private struct Ticket: Codable, Sendable, Hashable, Lapsing {
    let lapsesAt: Date

    static func key(_ number: Int) -> StateKey<Ticket> { StateKey("test/ticket/\(number)") }
}

extension StorePromises {
    static let consistently = Promise(
        "shows a request one state until it writes, whatever others write meanwhile"
    ) { form in
        // An overlay has one user.
        guard form != .overlay else { return }
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(["a": "1"], for: other) }
        try store.consistently(reading: [other.name, "missing"]) { own in
            try store.write { state in
                try state.setValue(["a": "2"], for: other)
                try state.setValue(Counter(count: 2), for: counter)
            }
            #expect(try own.read { try $0.value(for: other) } == ["a": "1"])
            #expect(try own.read { try $0.value(for: counter) } == nil)
            #expect(try own.read { try $0.value(for: StateKey<Int>("missing")) } == nil)
            #expect(try store.read { try $0.value(for: other) } == ["a": "2"])
            try own.write { state in
                #expect(try state.value(for: other) == ["a": "2"])
                try state.setValue(["a": "3"], for: other)
            }
            #expect(try own.read { try $0.value(for: other) } == ["a": "3"])
            #expect(try own.read { try $0.value(for: counter) } == Counter(count: 2))
        }
        #expect(try store.read { try $0.value(for: other) } == ["a": "3"])
    }

    static let ownWrites = Promise(
        "lets a request append lines and read on, and keeps what it wrote if it then fails"
    ) { form in
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        let opening = try store.read { $0.opening }
        #expect(throws: Stop.self) {
            try store.consistently(reading: []) { own in
                #expect(try own.read { $0.opening } == opening)
                #expect(try own.append("1") == (opening, 1))
                #expect(try own.read { try $0.value(for: counter) } == nil)
                try own.write { try $0.setValue(Counter(count: 1), for: counter) }
                #expect(try own.append("2").number == 2)
                throw Stop()
            }
        }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
        #expect(try store.read { try $0.log(from: 1).map(\.number) } == [1, 2])
    }

    static let numbers = Promise(
        "draws each number of a counter once, also for requests at the same time"
    ) { form in
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        let key = StateKey<Int>("numbers")
        let drawn = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try store.consistently(reading: []) { own in try (0..<5).map { _ in try own.draw(from: key) } }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(drawn.sorted() == Array(1...20))
        #expect(try store.draw(from: key) == 21)
        #expect(try store.read { try $0.value(for: key) } == 21)
    }

    static let replaced = Promise(
        "takes all documents of a store in memory in place of its own, and they lapse when they did there"
    ) { form in
        guard form != .overlay else { return }
        let folder = try TemporaryFolder()
        let (store, source) = (try form.make(in: folder), MemoryStateStore())
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        for (number, store) in [store, source].enumerated() {
            try store.write { state in
                try state.setValue(Ticket(lapsesAt: start), for: Ticket.key(number))
                try state.setValue(Counter(count: number), for: counter)
                try state.appendLog(["line": "\(number)"])
            }
        }
        let before = try store.read { try $0.replacements() }
        try source.read { other in try store.write { try $0.replaceAll(with: other, includingLog: false) } }
        try source.write { try $0.setValue(Counter(count: 9), for: counter) }
        #expect(try store.read { try $0.names(withPrefix: "") } == [counter.name, Ticket.key(1).name].sorted())
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
        #expect(try store.read { try $0.log(from: 1).count } == 1)
        #expect(try store.read { try $0.replacements() } == before + 1)
        #expect(try store.write { try $0.removeLapsed(at: start, atMost: 10) } == 1)
        #expect(try store.read { try $0.names(withPrefix: "") } == [counter.name])
    }

    static let lapses = Promise(
        "removes documents that have lapsed, the earliest first, and no others"
    ) { form in
        // An overlay ends with a request, so it keeps them.
        guard form != .overlay else { return }
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }
        func kept() throws -> [String] { try store.read { try $0.names(withPrefix: "test/ticket/") } }
        func remove(at seconds: Double, atMost most: Int = 10) throws -> Int {
            try store.write { try $0.removeLapsed(at: after(seconds), atMost: most) }
        }
        try store.write { state in
            try state.setValue(Counter(count: 1), for: counter)
            for number in 1...4 { try state.setValue(Ticket(lapsesAt: after(Double(number))), for: Ticket.key(number)) }
            // A changed document lapses at its new time.
            try state.setValue(Ticket(lapsesAt: after(9)), for: Ticket.key(1))
            try state.setValue(nil, for: Ticket.key(2))
        }
        #expect(try remove(at: 2.999) == 0)
        #expect(try remove(at: 5, atMost: 1) == 1)
        #expect(try kept() == ["test/ticket/1", "test/ticket/4"])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try store.write { state in
                #expect(try state.removeLapsed(at: after(5), atMost: 10) == 1)
                throw Stop()
            }
        }
        #expect(try remove(at: 5) == 1)
        #expect(try kept() == ["test/ticket/1"])
        // A copy of the documents, as an export is, knows when they lapse.
        let copy = try MemoryStateStore(copying: store)
        #expect(try copy.write { try $0.removeLapsed(at: after(9), atMost: 10) } == 1)
        #expect(try copy.read { try $0.names(withPrefix: "") } == [counter.name])
    }
}
