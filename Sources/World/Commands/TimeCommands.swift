package import Foundation
package import TVSimCore
import TVSimStructuredText

/// The commands that change the clock, the faults and the whole world.
enum TimeCommands {
    static let rows: [any AnyCommandRow] = [
        advance, fault, removeFault, mark, clearFaults, setClock, followClock, freezeClock, reset,
    ]

    static let advance = CommandRow("advance", "Advances the clock.", step) { seconds, world in
        try moving { try world.simulation.clock.advance(by: seconds) }
    }

    /// The number of seconds by which the clock advances.
    private static let step = Format<TimeInterval>(Formats.duration.schema, write: Formats.duration.write) {
        (cursor, notes) throws(SourceError) in
        if case .string(let text) = cursor.value, CommandArguments.isBackwards(text) {
            throw SourceError(.wrongValue, at: cursor.path, CommandArguments.stepBack(text).reason)
        }
        return try Formats.duration.read(cursor, notes)
    }

    static let setClock = CommandRow(
        "setClock", "Sets the clock. A clock that follows the wall clock continues from there.", Formats.instant
    ) { instant, world in try moving { try world.simulation.clock.set(to: instant) } }

    static let followClock = CommandRow(
        "followClock", "Makes the clock follow the wall clock."
    ) { world in try world.simulation.clock.follow() }

    static let freezeClock = CommandRow(
        "freezeClock", "Stops the clock at its current instant."
    ) { world in try world.simulation.clock.freeze() }

    static let fault = CommandRow(
        making: "fault", "Adds a fault.", FaultFormat.fault
    ) { fault, world in
        try world.checkNames(in: fault.only)
        return CommandOutcome(fault: try world.simulation.faults.add(fault))
    }

    static let removeFault = CommandRow(
        "removeFault", "Removes the fault with this number. It may have been removed before.",
        Formats.count(in: 1...Int.largestExact)
    ) { id, world in try world.simulation.faults.remove(id) }

    static let mark = CommandRow(
        "mark", "Says in the journal what only the test knows about the app. It changes nothing.", Mark.format
    ) { _, _ in }

    static let clearFaults = CommandRow("clearFaults", "Removes all faults.") { world in
        try world.simulation.faults.clear()
    }

    static let reset = CommandRow(
        "reset", "Resets the world to the profile, and keeps the journal."
    ) { world in try world.reset() }

    private static func moving(_ change: () throws -> Void) throws {
        do {
            try change()
        } catch let error as ClockError {
            throw CommandError(.invalid, error.description)
        }
    }
}

extension SimulatorCommand {
    /// Sets the clock.
    package static func setClock(_ instant: Date) -> SimulatorCommand { TimeCommands.setClock.command(instant) }

    /// Advances the clock by a number of seconds.
    package static func advanceClock(seconds: TimeInterval) -> SimulatorCommand {
        TimeCommands.advance.command(seconds)
    }

    /// Makes the clock follow the wall clock.
    package static let followClock = TimeCommands.followClock.command(NoArguments())
    /// Stops the clock at its current instant.
    package static let freezeClock = TimeCommands.freezeClock.command(NoArguments())

    /// Adds a fault.
    package static func addFault(_ fault: Fault) -> SimulatorCommand { TimeCommands.fault.command(fault) }

    /// Removes the fault with a number.
    package static func removeFault(_ id: Int) -> SimulatorCommand { TimeCommands.removeFault.command(id) }

    /// Says what only the test knows about the app.
    package static func mark(_ mark: Mark) -> SimulatorCommand { TimeCommands.mark.command(mark) }

    /// Removes all faults.
    package static let clearFaults = TimeCommands.clearFaults.command(NoArguments())
    /// Resets the world to its profile, and keeps the journal.
    package static let reset = TimeCommands.reset.command(NoArguments())
}
