package import Foundation
import Settings
import StateStorage

/// The one clock of a simulated world: it stands, is set or moved by hand, or follows the wall clock.
///
/// Issuing and validating read the same clock. Instants have a resolution of one millisecond.
package struct SimulatedClock: Sendable {
    /// How the clock goes.
    package enum Mode: Codable, Sendable, Hashable {
        /// It stands at an instant until somebody moves it.
        case frozen(Date)
        /// It runs with the wall clock, this many seconds ahead of it (negative: behind).
        case following(offset: TimeInterval)
    }

    /// Where a world begins when nothing else is said: 2026-01-01T00:00:00Z.
    package static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)

    /// Where the clock can stand, the years 1970 to 9899.
    package static let range = TimeText.range

    static let key = StateKey<Mode>("clock")
    private let store: any StateStore

    init(store: any StateStore) {
        self.store = store
    }

    /// Returns how the clock goes.
    package func mode() throws -> Mode {
        try store.read { try $0.value(for: Self.key) } ?? .frozen(Self.defaultStart)
    }

    /// Returns the present instant of the world.
    package func now() throws -> Date {
        try Self.instant(of: mode(), at: WallClock.now())
    }

    /// A clock that follows comes to its end and stands there: nothing could write what would come after it.
    ///
    /// The sum of two instants in milliseconds is none itself: without rounding, what begins now would begin a little later.
    static func instant(of mode: Mode, at wallTime: Date) -> Date {
        switch mode {
        case .frozen(let instant):
            return instant
        case .following(let offset):
            let last = range.upperBound.addingTimeInterval(-0.001)
            return min(max(wallTime.addingTimeInterval(offset), range.lowerBound), last).roundedToMilliseconds
        }
    }

    /// Sets the clock to an instant; a clock that follows the wall clock goes on from there.
    ///
    /// - Throws: ``ClockError`` when it cannot stand there; it stays where it is then.
    package func set(to instant: Date) throws {
        try Self.check(instant)
        try store.write { state in
            switch try state.value(for: Self.key) {
            case .following?:
                let offset = instant.timeIntervalSince(WallClock.now())
                try state.setValue(.following(offset: offset), for: Self.key)
            case .frozen?, nil:
                try state.setValue(.frozen(instant.roundedToMilliseconds), for: Self.key)
            }
        }
    }

    /// Moves the clock forward by a number of seconds (negative: back).
    ///
    /// - Throws: ``ClockError`` when it cannot stand there; it stays where it is then.
    package func advance(by seconds: TimeInterval) throws {
        try store.write { state in
            let mode = try state.value(for: Self.key) ?? .frozen(Self.defaultStart)
            let wallTime = WallClock.now()
            let moved = Self.instant(of: mode, at: wallTime).addingTimeInterval(seconds).roundedToMilliseconds
            try Self.check(moved)
            switch mode {
            case .frozen: try state.setValue(.frozen(moved), for: Self.key)
            case .following: try state.setValue(.following(offset: moved.timeIntervalSince(wallTime)), for: Self.key)
            }
        }
    }

    /// Refuses what the clock cannot be: an instant at which it cannot stand, or one that it would follow at a distance
    /// beyond its whole range.
    func check() throws {
        switch try mode() {
        case .frozen(let instant):
            try Self.check(instant)
        case .following(let offset):
            let width = Self.range.upperBound.timeIntervalSince(Self.range.lowerBound)
            guard abs(offset) <= width else { throw ClockError() }
        }
    }

    /// Refuses an instant at which the clock cannot stand.
    static func check(_ instant: Date) throws(ClockError) {
        guard range.contains(instant) else { throw ClockError() }
    }

    /// Stops the clock where it is.
    package func freeze() throws {
        try store.write { state in
            let mode = try state.value(for: Self.key) ?? .frozen(Self.defaultStart)
            let instant = Self.instant(of: mode, at: WallClock.now())
            try state.setValue(.frozen(instant.roundedToMilliseconds), for: Self.key)
        }
    }

    /// Lets the clock show the wall clock's time and go with it.
    package func follow() throws {
        try store.write { try $0.setValue(.following(offset: 0), for: Self.key) }
    }
}

/// The clock cannot stand where it was to be moved.
package struct ClockError: Error, CustomStringConvertible {
    /// Where it can.
    package var description: String { "the clock goes from the year 1970 to the year 9899, and not past them" }
}

/// The only reader of the machine's time in the whole package.
///
/// What a simulated world asks for is ``SimulatedClock``; this is for what lives on the network's clock, such as the
/// certificate of a server.
package enum WallClock {
    /// Returns the machine's time, in whole milliseconds.
    package static func now() -> Date {
        Date().roundedToMilliseconds
    }
}
