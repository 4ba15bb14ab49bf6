import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import Testing

/// A fault has a number in its world, by which it can be removed alone.
@Suite("The number of a fault") struct FaultIdentityTests {
    let faults = Simulation(store: MemoryStateStore()).faults
    let operation = FaultOperation(rawValue: "some.operation")

    private func add(_ error: String, id: Int? = nil, times: Int? = nil) throws -> Int {
        var fault = Fault(operation: operation, error: error, times: times)
        fault.id = id
        return try faults.add(fault)
    }

    private func listed() throws -> [String] { try faults.plan().numbered.map { "\($0.id ?? 0) \($0.name)" } }

    @Test("is the next one, and no other fault of the world ever gets it")
    func next() throws {
        #expect(try [add("a"), add("b")] == [1, 2])
        try faults.remove(2)
        #expect(try add("c") == 3)
        try faults.clear()
        #expect(try add("d") == 4)
        #expect(try listed() == ["4 d"])
    }

    @Test("removes one fault, and leaves the others with what they have counted")
    func removal() throws {
        for name in ["a", "b", "c"] { _ = try add(name, times: 2) }
        _ = try faults.take(operation)
        try faults.remove(2)
        try faults.remove(2)
        #expect(try listed() == ["1 a", "3 c"])
        #expect(try (0..<4).map { _ in try faults.take(operation)?.error } == ["a", "c", "c", nil])
        // Both are used up, and stay in the list until they are removed.
        #expect(try listed() == ["1 a", "3 c"])
        try faults.remove(1)
        #expect(try listed() == ["3 c"])
    }

    @Test("that the world never gave is refused, and so is one that another fault has")
    func refusals() throws {
        let unknown = #expect(throws: CommandError.self) { try faults.remove(1) }
        #expect(unknown?.code == .notFound)
        _ = try add("a", id: 7)
        let taken = #expect(throws: CommandError.self) { _ = try add("b", id: 7) }
        #expect(taken?.reason.contains("another fault has the number 7") == true)
        #expect(try add("c") == 8)
        for id in [0, -1, 9, Int.max] { #expect(throws: CommandError.self, "\(id)") { try faults.remove(id) } }
    }

    @Test("never grows beyond what the stored document can hold")
    func largest() throws {
        _ = try add("a", id: 1 << 52)
        let error = #expect(throws: CommandError.self) { _ = try add("b") }
        #expect(error?.reason == "no number of a fault is left: reset the world")
        #expect(try listed() == ["4503599627370496 a"])
    }

    @Test("is the place of a fault that an older tvsim stored")
    func stored() throws {
        let store = MemoryStateStore()
        let document =
            #"{"faults":[{"operation":"some.operation","error":"a","after":0},"#
            + #"{"operation":"some.operation","error":"b","after":0}]}"#
        try store.write { try $0.setEncodedValue(document, named: "faults") }
        let faults = Simulation(store: store).faults
        #expect(try faults.plan().numbered.map(\.id) == [1, 2])
        try faults.remove(1)
        #expect(try faults.plan().numbered.map { "\($0.id ?? 0) \($0.name)" } == ["2 b"])
        #expect(try faults.add(Fault(operation: operation, error: "c")) == 3)
    }

    @Test("leaves the chance of the faults beside it as it was")
    func chance() throws {
        func strikes(removing: Bool) throws -> [String?] {
            let faults = Simulation(store: MemoryStateStore()).faults
            for name in ["first", "second"] {
                var fault = Fault(
                    operation: name == "first" ? FaultOperation(rawValue: "other") : operation, error: name)
                fault.probability = 0.5
                try faults.add(fault)
            }
            if removing { try faults.remove(1) }
            return try (0..<20).map { _ in try faults.take(operation)?.error }
        }
        let alone = try strikes(removing: true)
        #expect(try strikes(removing: false) == alone)
        #expect(Set(alone) == [nil, "second"])
    }
}
