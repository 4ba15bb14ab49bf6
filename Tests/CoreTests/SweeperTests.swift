import Foundation
import TVSimStateStorage
import Testing

@testable import TVSimCore

@Suite("The sweeper")
struct SweeperTests {
    private struct Ticket: Codable, Sendable, Lapsing {
        var lapsesAt = Date(timeIntervalSince1970: 0)
    }

    @Test("runs at most once in half an hour, in both directions of the clock")
    func interval() throws {
        let simulation = Simulation(store: MemoryStateStore())
        let key = StateKey<Ticket>("kept/1")
        func isSwept(at minutes: Double) throws -> Bool {
            let now = SimulatedClock.defaultStart.addingTimeInterval(minutes * 60)
            return try simulation.store.write { state in
                try state.setValue(Ticket(), for: key)
                try simulation.sweeper.sweep(at: now, in: state)
                return try state.value(for: key) == nil
            }
        }
        #expect(try isSwept(at: 0))
        #expect(try !isSwept(at: 29.9))
        #expect(try isSwept(at: 30))
        #expect(try !isSwept(at: 1))
        #expect(try isSwept(at: 0))
        #expect(try isSwept(at: -600))
    }

    @Test("removes a part at a time, so that a large world holds no request up")
    func parts() throws {
        let simulation = Simulation(store: MemoryStateStore())
        try simulation.store.write { state in
            for number in 1...120 { try state.setValue(Ticket(), for: StateKey("kept/\(number)")) }
        }
        let kept = try (1...4).map { _ in
            try simulation.store.write { state in
                try simulation.sweeper.sweep(at: SimulatedClock.defaultStart, in: state)
                return try state.names(withPrefix: "kept/").count
            }
        }
        #expect(kept == [70, 20, 0, 0])
    }
}
