import Foundation
import TVSimRecordings
import TVSimRules
import TVSimStructuredText
import TestSupport
import Testing

/// Each number of a recording at its extremes: a report, or an error with the file and the entry.
@Suite("A number of a recording")
struct ExtremeNumberTests {
    /// The example with one number of an entry, or of the JSON of a response, at an extreme.
    private static func archives() throws -> [ExtremeNumber] {
        let archive = try SessionArchive()
        // One entry stands for the others where all have the same number.
        var archives = ExtremeNumber.all(of: archive.root) { path in path.filter { Int($0) == nil } }
        for entry in 2...13 {
            guard let answer = try archive.answer(entry) else { continue }
            for changed in ExtremeNumber.all(of: answer) {
                var archive = archive
                try archive.changeAnswer(entry, [], to: changed.document)
                archives.append(ExtremeNumber(document: archive.root, description: "\(entry): \(changed)"))
            }
        }
        return archives
    }

    @Test("at its extremes is compared and judged, or refused with its entry")
    func everywhere() async throws {
        let archives = try Self.archives()
        #expect(archives.count >= 100)
        var refused = 0
        for archive in archives {
            let octets = Array(try JSONText.line(archive.document).utf8)
            do {
                let recording = try Recording(archive: octets, name: "session.har")
                _ = try await Contract.check(recording, in: recording.origin())
                var judge = RuleJudge()
                judge.judge(try History(archive: octets, name: "session.har"))
                #expect(!judge.report.rules.isEmpty)
            } catch let error as CommandError {
                refused += 1
                #expect(error.reason.hasPrefix("'session.har', entry "), "\(archive): \(error)")
            }
        }
        // All but a century are lifetimes of no world.
        #expect(refused == 5)
    }

    @Test("is the lifetime of a token only up to a century", arguments: [0, 3600, 36_524 * 86_400] as [Int64])
    func lifetime(seconds: Int64) async throws {
        var archive = try SessionArchive()
        try archive.changeAnswer(SessionArchive.token, ["expires_in"], to: .integer(seconds))
        _ = try await archive.report()
        try archive.changeAnswer(SessionArchive.token, ["expires_in"], to: .integer(36_524 * 86_400 + 1 + seconds))
        let error = try #require(throws: CommandError.self) { try archive.recording() }
        #expect(
            error.reason.hasPrefix("'session.har', entry 3: 'expires_in' of its response is ")
                && error.reason.hasSuffix(": expected seconds from 0 to 3155673600, a century"))
    }
}
