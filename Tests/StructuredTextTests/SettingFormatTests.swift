import Foundation
import TVSimStructuredText
import Testing

/// A value of a setting, and what is written after it was read, or why it is refused.
struct GivenSetting: Sendable, CustomTestStringConvertible {
    let format: String
    let given: JSONValue
    let read: @Sendable (JSONValue, ReadingNotes) throws -> JSONValue
    let schema: Members
    /// What is written; `nil` if the value is refused.
    let written: JSONValue?
    let reason: String
    var isStored = false

    var testDescription: String { "\(format): \(JSONText.line(ordered: given))" }

    init<Value>(
        _ name: String, _ format: Format<Value>, _ given: JSONValue, _ written: JSONValue?, _ reason: String = "",
        isStored: Bool = false
    ) {
        (self.format, self.given, self.written, self.reason, self.isStored) = (name, given, written, reason, isStored)
        schema = format.schema
        read = { format.write(try format.read(ValueCursor($0), $1)) }
    }

    static let durations: [GivenSetting] =
        [
            ("0s", "0s"), ("90s", "90s"), ("60s", "1m"), ("120m", "2h"), ("25h", "25h"), ("24h", "1d"), ("007d", "7d"),
            ("500ms", "500ms"), ("1500ms", "1500ms"), ("60000ms", "1m"), ("0ms", "0s"), ("90000ms", "90s"),
            ("3155673600000ms", "36524d"), ("36524d", "36524d"), ("876576h", "36524d"),
        ].map { GivenSetting("a duration", Formats.duration, $0.0, $0.1) }
        + [
            ("36525d", "invalid duration '36525d': expected at most 36524d, a century"),
            ("3155673600001ms", "invalid duration '3155673600001ms': expected at most 36524d, a century"),
            ("3155673601s", "invalid duration '3155673601s': expected at most 36524d, a century"),
        ].map { GivenSetting("a duration", Formats.duration, .string($0.0), nil, $0.1) }
        + ["", "s", "1", "1w", "ms", "1us", "0.5ms", "-1s", "+1s", "1.5h", "1 s", "１s", "1S"].map {
            GivenSetting(
                "a duration", Formats.duration, .string($0), nil,
                "invalid duration '\($0)': expected a duration such as 90s, 15m, 12h or 30d")
        } + [
            GivenSetting(
                "a duration", Formats.duration, 90, nil,
                "expected a duration such as 90s, 15m, 12h or 30d, found a number")
        ]

    static let instants: [GivenSetting] =
        [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"), ("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00Z"),
            ("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z"),
            ("2026-01-01T00:00:00.001+00:00", "2026-01-01T00:00:00.001Z"),
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"),
            ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"), ("9899-12-31T23:59:59Z", "9899-12-31T23:59:59Z"),
        ].map { GivenSetting("an instant", Formats.instant, $0.0, $0.1) }
        + ["1969-12-31T23:59:59Z", "9900-01-01T00:00:00Z"].map {
            GivenSetting(
                "an instant", Formats.instant, .string($0), nil,
                "invalid instant '\($0)': expected a year from 1970 to 9899")
        }
        + [
            "2026-02-31T00:00:00Z", "2025-02-29T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00",
            "2026-01-01T00:00:00+01:00", "2026-01-01T24:00:00Z", "2026-01-01T00:00Z", "20260101T000000Z",
            "02026-01-01T00:00:00Z", "now", "never", "+30d", "",
        ].map {
            GivenSetting(
                "an instant", Formats.instant, .string($0), nil,
                "invalid instant '\($0)': expected ISO 8601 in UTC, such as 2026-01-01T00:00:00Z")
        } + [GivenSetting("an instant", Formats.instant, 0, nil, "expected an instant, found a number")]

    static let expiries: [GivenSetting] =
        [
            ("+30d", "+30d"), ("-90s", "-90s"), ("-24h", "-1d"), ("+250ms", "+250ms"), ("never", "never"),
            ("2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00Z"),
        ].map { GivenSetting("an expiry", Formats.expiry, $0.0, $0.1) }
        + [
            ("+36525d", "invalid duration '+36525d': expected at most 36524d, a century"),
            ("-36525d", "invalid duration '-36525d': expected at most 36524d, a century"),
            ("1969-01-01T00:00:00Z", "invalid instant '1969-01-01T00:00:00Z': expected a year from 1970 to 9899"),
        ].map { GivenSetting("an expiry", Formats.expiry, .string($0.0), nil, $0.1) }
        + ["30d", "36525d", "+", "+30", "tomorrow"].map {
            GivenSetting(
                "an expiry", Formats.expiry, .string($0), nil,
                "invalid time '\($0)': expected an instant (2026-01-01T00:00:00Z), an offset (+30d, -1s) or never")
        } + [
            GivenSetting(
                "an expiry", Formats.expiry, .null, nil,
                "expected an instant, an offset such as +30d, or never, found null")
        ]

    /// The clock of the test is at 2026-01-01T00:00:00Z.
    ///
    /// Only the simulator writes an instant as a number.
    static let moments: [GivenSetting] = [
        GivenSetting("a moment", Formats.moment, "+1h", "2026-01-01T01:00:00Z"),
        GivenSetting("a moment", Formats.moment, "-1s", "2025-12-31T23:59:59Z"),
        GivenSetting("a moment", Formats.moment, "never", "never"),
        GivenSetting(
            "a moment", Formats.moment, 1, nil, "expected an instant, an offset such as +30d, or never, found a number"),
        GivenSetting("a stored moment", Formats.moment, -1, -1, isStored: true),
        GivenSetting("a stored moment", Formats.moment, 1000, "1970-01-01T00:00:01Z", isStored: true),
        GivenSetting("a stored moment", Formats.moment, .integer(1 << 53), .integer(1 << 53), isStored: true),
        GivenSetting("a stored moment", Formats.moment, .integer(-(1 << 53)), .integer(-(1 << 53)), isStored: true),
        GivenSetting(
            "a stored moment", Formats.moment, .integer(1 << 53 + 1), nil,
            "the time is out of range: expected at most 9007199254740992 milliseconds", isStored: true),
        GivenSetting("a stored moment", Formats.moment, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", isStored: true),
        GivenSetting("a moment or null", Formats.momentOrNull, .null, .null),
        GivenSetting("a moment or null", Formats.momentOrNull, "never", .null),
        GivenSetting("a moment or null", Formats.momentOrNull, "+1d", "2026-01-02T00:00:00Z"),
    ]

    static let addresses: [GivenSetting] =
        [
            "https://example.com/a?b=c#d", "http://127.0.0.1:8080", "adobepass://return", "com.example-1+x:done",
            "fileserver:a", "javascripts:a",
        ].map { GivenSetting("an address", Formats.address, .string($0), .string($0)) }
        + Formats.refusedSchemes.flatMap { [$0, $0.uppercased()] }.map {
            GivenSetting(
                "an address", Formats.address, .string("\($0):a"), nil,
                "the URL scheme '\($0.lowercased())' is not allowed: expected https, http or the scheme of an app")
        }
        + [
            "", "https", "https:", "/account", "//example.com", "1a:b", "https://a b", "https://exämple.com",
            "http://[::1", "http://a:b",
        ].map {
            GivenSetting(
                "an address", Formats.address, .string($0), nil,
                "invalid URL '\($0)': expected an absolute URL, such as https://example.com/account")
        }

    static let numbers: [GivenSetting] = [
        GivenSetting("a count from 1", Formats.count(from: 1), 1, 1),
        GivenSetting("a count from 1", Formats.count(from: 1), .integer(.max), .integer(.max)),
        GivenSetting("a count from 1", Formats.count(from: 1), 0, nil, "expected a whole number of at least 1"),
        GivenSetting("a count from 1", Formats.count(from: 1), "1", nil, "expected a whole number, found text"),
        GivenSetting(
            "a count from 1", Formats.count(from: 1), .number(1.5), nil, "expected a whole number, found a number"),
        GivenSetting(
            "a count from 1", Formats.count(from: 1), .number(0x1p63), nil,
            "the number is too large: at most 9223372036854775807"),
        GivenSetting(
            "a count from 1", Formats.count(from: 1), .number(-1e30), nil,
            "the number is too small: at least -9223372036854775808"),
        GivenSetting("a count", Formats.count(), 0, 0),
        GivenSetting("a count", Formats.count(), -1, nil, "expected a whole number of at least 0"),
        GivenSetting("a count of 1 to 3", Formats.count(in: 1...3), 1, 1),
        GivenSetting("a count of 1 to 3", Formats.count(in: 1...3), 3, 3),
        GivenSetting("a count of 1 to 3", Formats.count(in: 1...3), 4, nil, "expected a whole number from 1 to 3"),
        GivenSetting("a count of 1 to 3", Formats.count(in: 1...3), 0, nil, "expected a whole number from 1 to 3"),
    ]

    static let texts: [GivenSetting] = [
        GivenSetting("a text", Formats.text, "", ""),
        GivenSetting(
            "a text", Formats.text, 1, nil, "expected text, found a number (put it in quotes to make it text)"),
        GivenSetting("a text", Formats.text, .null, nil, "expected text, found null"),
        GivenSetting("a flag", Formats.boolean, true, true),
        GivenSetting("a flag", Formats.boolean, "yes", nil, "expected true or false, found text"),
        GivenSetting("a line", Formats.line, " a b ", " a b "),
        GivenSetting("a line", Formats.line, " ", nil, Formats.lineExpected),
        GivenSetting("a line", Formats.line, "a\nb", nil, Formats.lineExpected),
        GivenSetting("a line", Formats.line, "a\u{2028}b", nil, Formats.lineExpected),
        GivenSetting("a list", Formats.list(Formats.count(), of: "numbers"), [1, 2], [1, 2]),
        GivenSetting("a list", Formats.list(Formats.count(), of: "numbers"), [], []),
        GivenSetting(
            "a list", Formats.list(Formats.count(), of: "numbers"), [1, -2], nil,
            "expected a whole number of at least 0"),
        GivenSetting(
            "a list", Formats.list(Formats.count(), of: "numbers"), 1, nil, "expected a list of numbers, found a number"
        ),
        GivenSetting("a count or null", Formats.count().orNull, .null, .null),
        GivenSetting("a count or null", Formats.count().orNull, 2, 2),
        GivenSetting("a count or null", Formats.count().orNull, -2, nil, "expected a whole number of at least 0"),
    ]
}

@Suite("The value of a setting")
struct SettingFormatTests {
    private static let clock = Date(timeIntervalSince1970: 1_767_225_600)

    static let rows =
        GivenSetting.durations + GivenSetting.instants + GivenSetting.expiries + GivenSetting.moments
        + GivenSetting.addresses + GivenSetting.numbers + GivenSetting.texts

    @Test("is read and written, or refused with the reason", arguments: rows)
    func reads(_ row: GivenSetting) throws {
        let notes = ReadingNotes(clock: Self.clock, isStored: row.isStored)
        if let written = row.written {
            #expect(try row.read(row.given, notes) == written)
        } else {
            let error = #expect(throws: SourceError.self) { try row.read(row.given, notes) }
            #expect(error?.reason == row.reason)
        }
    }

    @Test("matches the pattern of its JSON Schema if it is accepted", arguments: rows)
    func pattern(_ row: GivenSetting) {
        guard row.written != nil, !row.isStored, case .string(let text) = row.given,
            case .string(let pattern)? = row.schema["pattern"]
        else { return }
        #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(pattern)")
    }

    @Test("may be any text where a command line gives one line")
    func lineOfCommand() throws {
        let notes = ReadingNotes(clock: Self.clock)
        notes.spelling = .commandLine
        for text in ["", "a\nb"] { #expect(try Formats.line.read(ValueCursor(.string(text)), notes) == text) }
    }

    @Test("is one of some words, of which the closest is suggested, unless there are too many to list")
    func words() throws {
        enum Colour: String, CaseIterable { case red, green }
        let format = Formats.choice(Colour.self)
        let notes = ReadingNotes(clock: Self.clock)
        #expect(try format.read(ValueCursor("red"), notes) == .red)
        let error = #expect(throws: SourceError.self) { try format.read(ValueCursor("gren"), notes) }
        #expect(error?.reason == "'gren' is not one of red, green" && error?.suggestion == "green")
        let wrong = #expect(throws: SourceError.self) { try format.read(ValueCursor(1), notes) }
        #expect(wrong?.reason == "expected one of red, green, found a number")
        for (count, words) in [(40, (0..<40).map(String.init).joined(separator: ", ")), (41, "41 names")] {
            let error = Formats.unknown("x", among: (0..<count).map(String.init), at: .root)
            #expect(error.reason == "'x' is not one of \(count > 40 ? "the " : "")\(words)")
        }
    }

    @Test(
        "has a key that XML can contain and that is one word",
        arguments: [
            ("a", nil), ("ä-1", nil), ("", "invalid key '': it is empty or contains white space"),
            ("a b", "invalid key 'a b': it is empty or contains white space"),
            ("a\u{85}", "invalid key 'a\u{85}': it is empty or contains white space"),
            ("a\u{1}", "it contains a character that XML does not allow"),
            ("a\u{FFFE}", "it contains a character that XML does not allow"), ("\u{1F600}", nil),
        ] as [(String, String?)])
    func keys(_ key: String, _ reason: String?) throws {
        // Only spaces can be allowed, and only in a name that has something else.
        if key != "a b" {
            #expect((try? Formats.check(key: key, allowingSpaces: true, at: .root)) == nil || reason == nil)
        }
        #expect(throws: Never.self) { try Formats.check(key: " a b", allowingSpaces: true, at: .root) }
        for blank in [" ", "  ", "a\tb"] {
            #expect(throws: SourceError.self) { try Formats.check(key: blank, allowingSpaces: true, at: .root) }
        }
        do throws(SourceError) {
            try Formats.check(key: key, at: .root)
            #expect(reason == nil)
        } catch {
            #expect(reason.map(error.reason.contains) == true, "\(error.reason)")
        }
    }
}
