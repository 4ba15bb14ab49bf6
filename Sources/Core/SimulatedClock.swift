package import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The clock of a simulated world: it is frozen, is set or moved manually, or follows the wall clock.
///
/// Issuing and validating use the same clock. It has a resolution of one millisecond.
package struct SimulatedClock: Sendable {
    /// How the clock advances.
    package enum Mode: Codable, Sendable, Hashable {
        /// The clock is frozen at an instant until it is moved.
        case frozen(Date)
        /// The clock follows the wall clock, this many seconds ahead of it (negative: behind).
        case following(offset: TimeInterval)
    }

    /// The default start of a world: 2026-01-01T00:00:00Z.
    package static let defaultStart = Date(timeIntervalSince1970: 1_767_225_600)

    /// The range of the clock, in the years 1970 to 9899.
    package static let range = TimeText.range

    static let key = StateKey<Mode>("clock") { Self.isInRange($0) ? nil : ClockError().description }
    private let store: any StateStore

    init(store: any StateStore) {
        self.store = store
    }

    /// Returns how the clock advances.
    package func mode() throws -> Mode {
        try store.read { try $0.value(for: Self.key) } ?? .frozen(Self.defaultStart)
    }

    /// Returns the current time of the world.
    package func now() throws -> Date {
        try Self.instant(of: mode(), at: WallClock.now())
    }

    /// Returns the simulated time for a time of the wall clock, limited to ``range``.
    ///
    /// The sum is rounded, because the floating-point sum of two whole milliseconds may be slightly too late.
    static func instant(of mode: Mode, at wallTime: Date) -> Date {
        switch mode {
        case .frozen(let instant):
            return instant
        case .following(let offset):
            let last = range.upperBound.addingTimeInterval(-0.001)
            return min(max(wallTime.addingTimeInterval(offset), range.lowerBound), last).roundedToMilliseconds
        }
    }

    /// Sets the clock to an instant; a clock that follows the wall clock continues from there.
    ///
    /// - Throws: ``ClockError`` if the instant is out of range; the clock is then unchanged.
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
    /// - Throws: ``ClockError`` if the new time is out of range; the clock is then unchanged.
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

    /// Returns whether a clock can have a time or an offset.
    private static func isInRange(_ mode: Mode) -> Bool {
        switch mode {
        case .frozen(let instant): range.contains(instant)
        case .following(let offset): abs(offset) <= range.upperBound.timeIntervalSince(range.lowerBound)
        }
    }

    /// Validates an instant, and throws ``ClockError`` if it is out of range.
    static func check(_ instant: Date) throws(ClockError) {
        guard range.contains(instant) else { throw ClockError() }
    }

    /// Freezes the clock at its current time.
    package func freeze() throws {
        try store.write { state in
            let mode = try state.value(for: Self.key) ?? .frozen(Self.defaultStart)
            let instant = Self.instant(of: mode, at: WallClock.now())
            try state.setValue(.frozen(instant.roundedToMilliseconds), for: Self.key)
        }
    }

    /// Sets the clock to the wall clock's time and lets it follow the wall clock.
    package func follow() throws {
        try store.write { try $0.setValue(.following(offset: 0), for: Self.key) }
    }
}

/// The error if the clock would leave its range.
package struct ClockError: Error, CustomStringConvertible {
    /// The range of the clock, as text.
    package var description: String { "the time is out of range: expected a year from 1970 to 9899" }
}

/// The wall clock; no other code of the package reads the machine's time.
///
/// A simulated world uses ``SimulatedClock``. The wall clock is for network tasks, such as the certificate of a server.
package enum WallClock {
    /// Returns the machine's time in whole milliseconds.
    package static func now() -> Date {
        Date().roundedToMilliseconds
    }
}
