import Foundation
import StateStorage
import Testing

@testable import SimulationCore

@Suite("The sweeper")
struct SweeperTests {
    @Test("runs at most once in half an hour, in both directions of the clock")
    func interval() throws {
        let simulation = Simulation(store: MemoryStateStore())
        let key = StateKey<Int>("kept/1")
        func isSwept(at minutes: Double) throws -> Bool {
            let now = SimulatedClock.defaultStart.addingTimeInterval(minutes * 60)
            return try simulation.store.write { state in
                try state.setValue(1, for: key)
                try simulation.sweeper.sweep("kept/", at: now, in: state) { (_: Int) in true }
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
}
