import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// The journals of users' devices stay readable: a line that a version of tvsim has written is never changed here.
@Suite("A stored journal")
struct StoredJournalTests {
    private static func lines() throws -> [String] {
        let file = Repository.root.appending(path: "Tests/TVSimulatorTests/StoredJournals/journal.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("has a line of each kind, and each is read as it was written")
    func everyKind() throws {
        var kinds: Set<String> = []
        for text in try Self.lines() {
            let entry = try JournalKinds.all.entry(LogLine(number: 1, text: text))
            kinds.insert(entry.kind)
            // Lines without a kind are of older programs, and are never written again.
            guard entry.kind != TextDecision.kind else { continue }
            let again = try JSONValue(json: JSONEncoder().encode(entry))
            #expect(again == (try JSONValue(json: Data(text.utf8))), "\(entry.kind)")
        }
        #expect(kinds == Set(JournalKinds.all.names + ["later"]))
    }

    @Test("of an older program is shown as it was, with no verdict")
    func firstVersion() throws {
        let world = World(store: MemoryStateStore())
        let old = try Self.lines().filter { !$0.contains("\"kind\"") }
        #expect(old.count == 2)
        for line in old {
            let entry = try world.simulation.journal.entry(LogLine(number: 1, text: line))
            for text in [entry.text.room, entry.text.event, entry.text.outcome, entry.text.reason] {
                #expect(line.contains("\"\(text)\""))
            }
            #expect(entry.verdict == (entry.fault == nil ? nil : .failed))
        }
    }
}
