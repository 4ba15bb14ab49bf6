import AccessEnabler
import Foundation
import SimulationCore
import Testing

@testable import Scenario

@Suite("The identifiers of a repeated journal")
struct RenamingTests {
    private func entry(_ reason: String) -> JournalEntry {
        JournalEntry(at: Date(timeIntervalSince1970: 0), SDKDecision.notAskedPassively(JournalText(reason)))
    }

    private static let rows: [(text: String, other: String, isSame: Bool)] = [
        ("granted", "granted", true), ("granted", "refused", false),
        ("row 7 of the table", "row 8 of the table", false),
        ("client 6fd435f4-27f1-4042-b488-be9d24492655", "client f52a5d1b-4ccf-4d83-b20d-ec2b42f2827e", true),
        ("<redacted d87d2d87>", "<redacted a06fd6cb>", true), ("code ABCDEFG", "code HIJKLMN", true),
        ("code ABCDEFG", "code HIJKLM", false), ("a token of 1234567 bytes", "a token of bytes", false),
        ("until 2026-01-02T00:00:00Z", "until 2026-01-03T00:00:00Z", false),
        ("_120dec2b4 of _120dec2b4", "_9bdf9243e of _9bdf9243e", true),
        ("_120dec2b4 of _120dec2b4", "_9bdf9243e of _6cd2b8322", false),
        ("_120dec2b4 of _3597bc8d1", "_9bdf9243e of _9bdf9243e", false),
    ]

    @Test("may be others, but each has one counterpart and everything else is the same", arguments: rows)
    func counterparts(text: String, other: String, isSame: Bool) {
        var renaming = Renaming()
        let matches = renaming.matches(entry(text), entry(other))
        #expect(matches == isSame)
    }

    @Test("keep their counterparts from one entry to the next")
    func memory() {
        var renaming = Renaming()
        let pairs = [
            ("6fd435f4-27f1", "f52a5d1b-4ccf", true), ("6fd435f4-27f1", "f52a5d1b-4ccf", true),
            ("6fd435f4-27f1", "aaaaaaaa-1111", false), ("bbbbbbbb-2222", "f52a5d1b-4ccf", false),
        ]
        for (old, new, isSame) in pairs {
            let matches = renaming.matches(entry(old), entry(new))
            #expect(matches == isSame)
        }
    }
}
