import TVSimStateStorage
import Testing

@testable import TVSimCore

/// An operation can fail early, or late in an ordinary answer, and its faults are decided once for both.
@Suite("A fault of an operation with a late stage") struct FaultDrawTests {
    let faults = Simulation(store: MemoryStateStore()).faults
    let operation = FaultOperation(rawValue: "some.operation")

    private func add(_ error: String, after: Int = 0, times: Int? = nil, probability: Double? = nil) throws {
        var fault = Fault(operation: operation, error: error, after: after, times: times)
        fault.probability = probability
        try faults.add(fault)
    }

    private func drawn() throws -> FaultDraw {
        try faults.draw(operation) { $0.hasPrefix("late") ? .late : $0.hasPrefix("early") ? .early : nil }
    }

    /// The error of an operation, which a refusal ends before its late stage.
    private func strike(isRefused: Bool = false) throws -> String? {
        let draw = try drawn()
        if let due = draw.due { return due.error }
        return isRefused ? nil : try faults.reach(draw)?.error
    }

    @Test("lets the faults after it strike as long as it has not begun, whatever stage they have")
    func after() throws {
        try add("early", after: 1, times: 1)
        try add("late", after: 1, times: 2)
        try add("early 2", times: 2)
        // The late one counts the fourth operation first, which is the first that gets there.
        #expect(
            try (0..<7).map { _ in try strike() } == ["early 2", "early", "early 2", nil, "late", "late", nil])
    }

    @Test("passes an operation on that its probability does not strike, whatever stage the next one has")
    func probability() throws {
        for (first, second) in [("early", "late"), ("late", "early"), ("late", "late 2"), ("early", "early 2")] {
            try faults.clear()
            try add(first, probability: 0.5)
            try add(second)
            #expect(Set(try (0..<40).map { _ in try strike() }) == [first, second], "\(first), \(second)")
        }
    }

    @Test("is not counted in the late stage by an operation that ends before")
    func refused() throws {
        try add("late", after: 1, times: 1)
        let errors = try [true, true, false, true, false, false].map { try strike(isRefused: $0) }
        #expect(errors == [nil, nil, nil, nil, "late", nil])
    }

    @Test("strikes as often as it says, also for operations that overlap, and not after it was removed")
    func overlapping() throws {
        try add("late", times: 1)
        let draws = try (0..<2).map { _ in try drawn() }
        #expect(try draws.map { try faults.reach($0)?.error } == ["late", nil])
        try add("late")
        let draw = try drawn()
        try faults.clear()
        #expect(try faults.reach(draw) == nil)
    }

    @Test("that the caller cannot report is not counted, and does not stop the others")
    func unreportable() throws {
        try add("another", times: 1)
        try add("late", times: 1)
        #expect(try [strike(), strike()] == ["late", nil])
        #expect(try faults.take(operation)?.error == "another")
    }
}
