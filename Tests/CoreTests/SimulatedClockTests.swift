import Foundation
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimCore

@Suite struct SimulatedClockTests {
    let simulation = Simulation(store: MemoryStateStore())

    @Test("stands at the default start until it is changed")
    func frozen() throws {
        #expect(try TimeText.format(simulation.clock.now()) == "2026-01-01T00:00:00Z")
        #expect(try simulation.clock.now() == simulation.clock.now())
    }

    @Test("is set and advanced exactly")
    func moves() throws {
        let clock = simulation.clock
        try clock.set(to: Date(timeIntervalSince1970: 1_000))
        try clock.advance(by: 31 * 86_400)
        #expect(try clock.now() == Date(timeIntervalSince1970: 1_000 + 31 * 86_400))
        try clock.advance(by: -1)
        #expect(try clock.now() == Date(timeIntervalSince1970: 999 + 31 * 86_400))
    }

    @Test("has whole milliseconds at every distance from the wall clock, so that a period that begins now has begun")
    func wholeMilliseconds() {
        let wall = Date(timeIntervalSince1970: 1_795_459_200.123)
        for step in 0..<2_000 {
            let offset = Date(timeIntervalSince1970: 1_767_225_600).timeIntervalSince(wall) - Double(step) / 1000
            for later in [0, 0.001, 0.017, 1.234] {
                let now = SimulatedClock.instant(of: .following(offset: offset), at: wall + later)
                #expect(Date(millisecondsSince1970: now.millisecondsSince1970) == now)
            }
        }
    }

    @Test("follows the wall clock, keeps an offset, and can be frozen")
    func follows() throws {
        let clock = simulation.clock
        try clock.follow()
        #expect(abs(try clock.now().timeIntervalSince(Date())) < 60)
        try clock.advance(by: 3600)
        #expect(abs(try clock.now().timeIntervalSince(Date()) - 3600) < 60)
        try clock.set(to: Date(timeIntervalSince1970: 0))
        #expect(abs(try clock.now().timeIntervalSince1970) < 60)
        try clock.freeze()
        #expect(try clock.now() == clock.now())
    }

    /// Where the clock stands, by how much it is moved, and where it is then; `nil`: it stays.
    static let ends: [(from: String, by: TimeInterval, to: String?)] = [
        ("9899-12-31T23:59:58Z", 1, "9899-12-31T23:59:59Z"), ("9899-12-31T23:59:59Z", 1, nil),
        ("1970-01-01T00:00:01Z", -1, "1970-01-01T00:00:00Z"), ("1970-01-01T00:00:00Z", -1, nil),
        ("2026-01-01T00:00:00Z", 1e300, nil), ("2026-01-01T00:00:00Z", -.infinity, nil),
    ]

    @Test("rejects times outside of the years 1970 to 9899, and keeps its time", arguments: ends)
    func range(from: String, by seconds: TimeInterval, to: String?) throws {
        let clock = simulation.clock
        try clock.set(to: try #require(TimeText.instant(from)))
        if let to {
            try clock.advance(by: seconds)
            #expect(try TimeText.format(clock.now()) == to)
        } else {
            #expect(throws: ClockError.self) { try clock.advance(by: seconds) }
            #expect(throws: ClockError.self) { try clock.set(to: clock.now().addingTimeInterval(seconds)) }
            #expect(try TimeText.format(clock.now()) == from)
            try clock.follow()
            let before = try clock.mode()
            #expect(throws: ClockError.self) { try clock.advance(by: seconds * 1e12) }
            #expect(try clock.mode() == before)
        }
    }

    /// How far ahead of the wall clock a following clock is, and where it comes to stand.
    static let followed: [(offset: TimeInterval, stands: String)] = [
        (250_246_627_200, "9899-12-31T23:59:59.999Z"), (-250_246_627_200, "1970-01-01T00:00:00Z"),
    ]

    @Test(
        "that follows the wall clock stops at its end, and can be frozen, moved back and stored",
        arguments: followed)
    func followedToTheEnd(offset: TimeInterval, stands: String) throws {
        try simulation.store.write {
            try $0.setValue(.following(offset: offset), for: StateKey<SimulatedClock.Mode>("clock"))
        }
        let clock = simulation.clock
        #expect(try TimeText.format(clock.now()) == stands)
        #expect(throws: ClockError.self) { try clock.advance(by: offset.sign == .plus ? 60 : -60) }
        try clock.advance(by: offset.sign == .plus ? -86_400 : 86_400)
        #expect(abs(try clock.now().timeIntervalSince(try #require(TimeText.instant(stands)))) > 86_000)
        try simulation.store.write {
            try $0.setValue(.following(offset: offset), for: StateKey<SimulatedClock.Mode>("clock"))
        }
        try clock.freeze()
        #expect(try TimeText.format(clock.now()) == stands)
    }

    @Test("does not pass its end if several callers advance it at the same time")
    func rangeTogether() async throws {
        try simulation.clock.set(to: try #require(TimeText.instant("9890-01-01T00:00:00Z")))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { [simulation] in try? simulation.clock.advance(by: 3000 * 86_400) } }
        }
        #expect(try TimeText.format(simulation.clock.now()) == "9898-03-20T00:00:00Z")
    }

    static let instants: [(String, Bool)] = [
        ("2026-01-01T00:00:00Z", true), ("2026-01-01T00:00:00.250Z", true), ("2026-01-01T00:00:00.007Z", true),
        ("2026-01-01T00:00:00.080Z", true), ("2026-01-01T00:00:00.129Z", true),
        ("2026-01-01T00:00:00.001Z", true), ("2026-02-31T00:00:00Z", false),
        ("2026-01-01", false), ("2026-01-01T00:00:00", false), ("yesterday", false), ("", false),
        ("2026-13-01T00:00:00Z", false), ("1969-12-31T23:59:59.750Z", false),
        ("1970-01-01T00:00:00Z", true), ("9899-12-31T23:59:59.999Z", true), ("9900-01-01T00:00:00Z", false),
    ]

    @Test("reads instants strictly and writes them back as they were", arguments: instants)
    func instantText(text: String, valid: Bool) {
        let instant = TimeText.instant(text)
        #expect((instant != nil) == valid)
        #expect((Instant(text) != nil) == valid)
        if let instant {
            #expect(TimeText.format(instant) == text)
            #expect(Instant(text)?.description == text)
        }
    }

    static let durations: [(String, TimeInterval?)] = [
        ("250ms", 0.25), ("7ms", 0.007), ("1500ms", 1.5), ("90s", 90), ("15m", 900), ("12h", 43_200),
        ("30d", 2_592_000), ("0s", 0), ("ms", nil), ("1Ms", nil), ("1 ms", nil), ("1us", nil), ("s", nil), ("", nil),
        ("-1s", nil),
        ("1.5h", nil), ("10", nil), ("10w", nil), ("99999999999999999999d", nil), ("40000d", nil), ("1 d", nil),
    ]

    @Test("reads durations strictly", arguments: durations)
    func durationText(text: String, seconds: TimeInterval?) {
        #expect(TimeText.duration(text) == seconds)
    }
}

@Suite("The table of an object's keys")
struct ObjectFormatTests {
    struct Inner: Sendable, Equatable { var flag = false }
    struct Outer: Sendable, Equatable { var inner = Inner() }

    @Test("lists a mapping that may be null in a command as one that is always there")
    func listed() {
        let inner = ObjectFormat<Inner>(
            title: "inner", defaults: Inner(), fields: [Field("flag", "A flag.", Formats.boolean, into: \.flag)])
        let outer = ObjectFormat<Outer>(
            title: "outer", defaults: Outer(),
            fields: [Field("inner", "A mapping.", merging: inner, into: \.inner)])
        func members(_ value: JSONValue?) -> Members { if case .object(let members)? = value { members } else { [:] } }
        #expect(members(members(outer.schema["properties"])["inner"])["type"] == ["object", "null"])
        #expect(members(outer.listedProperties["inner"])["type"] == "object")
    }
}

@Suite struct IdentifierSourceTests {
    @Test("gives the same identifiers for the same seed, and others for another")
    func seeded() throws {
        func draws(_ seed: UInt64) throws -> [String] {
            let source = Simulation(store: MemoryStateStore()).identifiers
            try source.reseed(seed)
            return [try source.xmlIdentifier(), try source.uuid(), try source.code(length: 7)]
        }
        #expect(try draws(1) == draws(1))
        #expect(try draws(1) != draws(2))
    }

    @Test("writes each kind of identifier in its form")
    func forms() throws {
        let source = Simulation(store: MemoryStateStore()).identifiers
        for _ in 0..<50 {
            #expect(try source.xmlIdentifier().wholeMatch(of: /_[0-9a-f]{32}/) != nil)
            #expect(
                try source.uuid().wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
                    != nil)
            #expect(try source.code(length: 7).wholeMatch(of: /[A-Z0-9]{7}/) != nil)
        }
    }

    @Test("never gives two users of one store the same identifier, across blocks")
    func shared() throws {
        let store = MemoryStateStore()
        let one = Simulation(store: store).identifiers
        let two = Simulation(store: store).identifiers
        var seen = Set<String>()
        for _ in 0..<5000 {
            seen.insert(try one.xmlIdentifier())
            seen.insert(try two.xmlIdentifier())
        }
        #expect(seen.count == 10_000)
    }
}
