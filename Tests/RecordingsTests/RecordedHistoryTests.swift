import TVSimRecordings
import TVSimRules
import TVSimStructuredText
import Testing

@Suite("The rules about clients and an HTTP archive")
struct RecordedHistoryTests {
    private func judged(_ archive: SessionArchive) throws -> [String: RuleReport.Judged] {
        var judge = RuleJudge()
        judge.judge(try History(archive: archive.octets, name: "session.har"))
        return Dictionary(uniqueKeysWithValues: judge.report.rules.map { ($0.id, $0) })
    }

    @Test("judge its requests, and do not judge what it cannot show")
    func judges() throws {
        let rules = try judged(SessionArchive())
        for id in ["bearer", "device-id", "resource-limit", "logout-offered"] {
            #expect(rules[id]?.verdict == .held, "\(id): \(rules[id]?.findings.map(\.reason) ?? [])")
        }
        for id in ["vsa-first", "vsa-delegate", "authorize-first", "device-info-true"] {
            #expect(rules[id]?.verdict == .notObservable, "\(id)")
        }
    }

    @Test("name the entry of a request that breaks one")
    func names() throws {
        var archive = try SessionArchive()
        archive.change(SessionArchive.authorize, ["request", "headers"], to: [])
        let rule = try #require(try judged(archive)["bearer"])
        #expect(rule.verdict == .broken)
        #expect(rule.findings.map(\.entries) == [[SessionArchive.authorize]])
    }

    @Test("do not judge tokens that the archive does not show", arguments: ["", "Bearer "])
    func removedToken(scheme: String) throws {
        var archive = try SessionArchive()
        archive.change(
            SessionArchive.authorize, ["request", "headers"],
            to: [["name": "Authorization", "value": .string(scheme + "<redacted 75f32129>")]])
        let rules = try judged(archive)
        #expect(rules["bearer"]?.verdict == .notObservable)
        #expect(rules["bearer"]?.missing == ["tokens"])
        #expect(rules["device-id"]?.verdict != .notObservable)
    }

    @Test("read the time between two requests from the archive")
    func times() throws {
        var archive = try SessionArchive()
        // The entry after the polling one and the page of the provider polls again.
        archive.change(SessionArchive.profile, ["startedDateTime"], to: "2026-03-10T10:00:16.500Z")
        #expect(try judged(archive)["poll-gap"]?.verdict == .broken)
    }
}
