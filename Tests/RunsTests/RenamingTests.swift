import Foundation
import TVSimCore
import TVSimSDKVocabulary
import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

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

    @Test("leave every other part of an entry and of its values as it is")
    func otherParts() {
        func matches(_ one: JournalEntry, _ other: JournalEntry) -> Bool {
            var renaming = Renaming()
            let isSame = renaming.matches(one, other)
            #expect(renaming.isNeeded || !isSame)
            return isSame
        }
        let decision = SDKDecision.notAskedPassively(JournalText("client 6fd435f4-27f1"))
        let other = SDKDecision.notAskedPassively(JournalText("client f52a5d1b-4ccf"))
        let start = Date(timeIntervalSince1970: 0)
        #expect(matches(JournalEntry(at: start, decision), JournalEntry(at: start, other)))
        #expect(!matches(JournalEntry(at: start, decision), JournalEntry(at: start + 1, other)))
        #expect(!matches(JournalEntry(at: start, decision), JournalEntry(at: start, other, retries: 1)))
        func own(_ arguments: JSONValue) -> JournalEntry {
            JournalEntry(at: start, UnknownDecision(kind: "own", verdict: nil, value: arguments))
        }
        let lists: [(JSONValue, JSONValue, Bool)] = [
            (["ids": ["6fd435f4-27f1", "a"]], ["ids": ["f52a5d1b-4ccf", "a"]], true),
            (["ids": ["6fd435f4-27f1", "a"]], ["ids": ["f52a5d1b-4ccf"]], false),
            (["ids": ["6fd435f4-27f1", "a"]], ["ids": ["f52a5d1b-4ccf", "b"]], false),
            (["id": "6fd435f4-27f1", "n": 1], ["id": "f52a5d1b-4ccf", "n": 2], false),
            (["id": "6fd435f4-27f1", "n": 1], ["id": "f52a5d1b-4ccf", "m": 1], false),
            (["id": "6fd435f4-27f1"], ["id": 4_711], false),
        ]
        for (one, other, isSame) in lists { #expect(matches(own(one), own(other)) == isSame, "\(other)") }
    }
}
