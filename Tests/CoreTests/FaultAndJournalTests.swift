import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import Testing

@Suite struct FaultTests {
    let operation = FaultOperation(rawValue: "some.operation")

    @Test("occurs after a number of operations, a number of times, and then never again")
    func afterAndTimes() throws {
        let faults = Simulation(store: MemoryStateStore()).faults
        try faults.add(Fault(operation: operation, error: "broken", after: 2, times: 2))
        let strikes = try (0..<6).map { _ in try faults.take(operation)?.error }
        #expect(strikes == [nil, nil, "broken", "broken", nil, nil])
        #expect(try faults.plan().faults.map(\.isExhausted) == [true])
    }

    @Test("without a number occurs until it is cleared")
    func always() throws {
        let faults = Simulation(store: MemoryStateStore()).faults
        try faults.add(Fault(operation: operation, error: "broken"))
        for _ in 0..<10 { #expect(try faults.take(operation)?.error == "broken") }
        try faults.clear()
        #expect(try faults.take(operation) == nil)
    }

    @Test("affects only its own operation")
    func otherOperation() throws {
        let faults = Simulation(store: MemoryStateStore()).faults
        try faults.add(Fault(operation: operation, error: "broken", times: 1))
        #expect(try faults.take(FaultOperation(rawValue: "another")) == nil)
        #expect(try faults.take(operation)?.error == "broken")
    }

    @Test("two faults of one operation take turns in the order in which they were added")
    func order() throws {
        let faults = Simulation(store: MemoryStateStore()).faults
        try faults.add(Fault(operation: operation, error: "late", after: 1, times: 1))
        try faults.add(Fault(operation: operation, error: "early", times: 1))
        #expect(try (0..<3).map { _ in try faults.take(operation)?.error } == ["early", "late", nil])
    }
}

@Suite struct JournalTests {
    /// A decision of a test.
    private struct Noted: JournalDecision {
        static let kind = "noted"
        let event: String
        let details: [String: JournalText]
        let verdict: JournalVerdict?

        init(_ event: String, details: [String: JournalText] = [:], verdict: JournalVerdict? = nil) {
            self.event = event
            self.details = details
            self.verdict = verdict
        }

        var text: DecisionText { DecisionText("Test", event, "done", "because", details: details.mapValues(\.kept)) }
    }

    @Test("reads a decision back as the value that it was, in any store")
    func stored() throws {
        let noted = Noted("one", details: ["k": "v"], verdict: .fellBack)
        let strike = try JSONDecoder().decode(
            InjectedFault.self, from: Data(#"{"at":"enqueue","error":"timeout"}"#.utf8))
        for fault in [nil, strike] {
            let entry = JournalEntry(at: Date(timeIntervalSince1970: 1_767_225_600), noted, fault: fault, retries: 2)
            let text = String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
            let read = try JournalKinds([Noted.self]).entry(LogLine(number: 1, text: text))
            #expect(read == entry)
            #expect(read.verdict == (fault == nil ? JournalVerdict.fellBack : .failed))
        }
    }

    @Test("keeps a decision of a newer version, with its verdict")
    func newer() throws {
        let text = #"{"at":"2026-01-01T00:00:00Z","kind":"later","verdict":"ok","value":{"a":[1]}}"#
        let read = try JournalKinds().entry(LogLine(number: 1, text: text))
        #expect((read.kind, read.verdict) == ("later", .ok))
        #expect(read.text.reason.hasSuffix(#"{"a":[1]}"#))
    }

    @Test("shows a decision that an older tvsim wrote, without a verdict")
    func older() throws {
        let text = """
            {"at":"2026-01-01T00:00:00Z","details":{"app":"a.b"},"event":"enqueue","outcome":"metadata",
            "reason":"row 7","room":"VideoSubscriberAccount"}
            """
        let read = try JournalKinds().entry(LogLine(number: 1, text: text))
        #expect(read.verdict == nil)
        #expect(
            read.text
                == DecisionText("VideoSubscriberAccount", "enqueue", "metadata", "row 7", details: ["app": "a.b"]))
    }

    @Test("keeps decisions in order, at the simulated time, with their reasons")
    func entries() throws {
        let simulation = Simulation(store: MemoryStateStore())
        try simulation.journal.record(Noted("one", verdict: .ok))
        try simulation.clock.advance(by: 60)
        try simulation.journal.record(Noted("two", details: ["k": "v"], verdict: .refused))
        let entries = try simulation.journal.entries()
        #expect(entries.map(\.text.event) == ["one", "two"])
        #expect(entries.map(\.verdict) == [.ok, .refused])
        #expect(entries.map { TimeText.format($0.at) } == ["2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"])
        #expect(entries[1].text.details == ["k": "v"])
        #expect(try simulation.journal.entries(from: 2).map(\.text.event) == ["two"])
    }

    static let secrets: [(name: String, value: String)] = [
        ("password", "hunter2"), ("Authorization", "Bearer abc"), ("access_token", "t"), ("SAMLResponse", "PHNhbWw+"),
        ("client-secret", "s"), ("verificationToken", "v"), ("idfv", "E621E1F8"),
        ("softwareStatement", "eyJhbGciOiJSUzI1NiJ9.e30.AAAA"),
        ("note", "the token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl was sent"),
        ("note", "a long run " + String(repeating: "QUJD", count: 40)),
    ]

    @Test("never keeps a secret", arguments: secrets)
    func redaction(name: String, value: String) {
        let kept = JournalText(value, named: name).kept
        #expect(kept.contains("<redacted "))
        for secret in value.split(separator: " ") where secret.hasPrefix("eyJ") || secret.count > 96 {
            #expect(!kept.contains(secret))
        }
        #expect(Redaction.redact([name: value]) == Redaction.redact([name: value]))
    }

    @Test("keeps only the beginning of a long text, and nothing of a long secret")
    func longTexts() {
        let words = String(repeating: "aé ", count: 500_000)
        let secret = String(repeating: "s", count: JournalText.longest + 1)
        for kept in [JournalText(words).kept, JournalText(words, named: "name").kept] {
            #expect(kept.hasSuffix("…") && words.hasPrefix(kept.dropLast()))
            #expect((JournalText.longest - 4...JournalText.longest).contains(kept.dropLast().utf8.count))
        }
        #expect(JournalText("it is", named: "as").kept == "it is")
        let hidden = JournalText("It was \(secret).").kept
        #expect(hidden.wholeMatch(of: /It was <redacted [0-9a-f]{8}>/) != nil, "\(hidden)")
        let exact = String(repeating: "a ", count: JournalText.longest / 2)
        #expect(JournalText(exact).kept == exact)
    }

    static let plainTexts = [
        "REF30 integrates Cablevision; _0123456789abcdef0123456789abcdef was answered",
        "GET /api/v2/" + String(repeating: "a", count: 90) + "/configuration",
        "https://cdn.example.com/vod/2026/11/a-film-with-a-long-title/season-01/episode-02/video/1080p/en/v2/master.m3u8",
    ]

    @Test("leaves words, identifiers and long paths alone", arguments: plainTexts)
    func plain(text: String) {
        #expect(Redaction.redact(text) == text)
    }

    @Test(
        "redacts runs of token characters from 96 characters, and web tokens from 21, anywhere in a path")
    func lengths() {
        for (length, isSecret) in [(95, false), (96, true)] {
            let run = String(repeating: "Qu", count: length / 2) + (length.isMultiple(of: 2) ? "" : "Q")
            #expect((Redaction.redact("sent \(run) on") != "sent \(run) on") == isSecret, "\(length)")
        }
        for (length, isSecret) in [(20, false), (21, true)] {
            let token = "eyJ" + String(repeating: "h", count: length - 3)
            for place in ["", "/", "/one/", "/a/long/way/into/the/path/"] {
                let text = "GET \(place)\(token)"
                #expect((Redaction.redact(text) != text) == isSecret, "\(text)")
            }
        }
    }

    @Test("finds the shortest secrets anywhere in a text, also at its end", arguments: 0..<50)
    func places(offset: Int) {
        let blanks = String(repeating: " ", count: offset)
        let opaque = String(repeating: "Qu", count: 48)
        let token = "eyJ" + String(repeating: "h", count: 18)
        for secret in [opaque, token] {
            for text in [blanks + secret, blanks + secret + " on", "a \(blanks)b \(secret), c"] {
                let redacted = Redaction.redact(text)
                #expect(redacted.contains("<redacted ") && !redacted.contains(secret), "\(text)")
            }
            let shorter = blanks + secret.dropLast() + " " + blanks + secret.dropLast()
            #expect(Redaction.redact(shorter) == shorter)
        }
    }

    @Test("recognizes a web token after a separator of names and values, but not in the middle of a word")
    func values() {
        let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0."
        for before in ["access_token=", "token%22%3A%22", "v1.", "a+", "id/"] {
            let redacted = Redaction.redact("sent \(before)\(token) on")
            #expect(redacted.hasPrefix("sent \(before)<redacted ") && redacted.hasSuffix("> on"), "\(redacted)")
        }
        #expect(Redaction.redact("obeyJeyJohnsonAndSonsLimited") == "obeyJeyJohnsonAndSonsLimited")
    }

    @Test("redacts a token within a path, and Base64 that begins like a path")
    func paths() {
        let token = "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl"
        let redacted = Redaction.redact("GET /api/v2/REF30/\(token)/profiles")
        #expect(redacted.hasPrefix("GET /api/v2/REF30/<redacted ") && redacted.hasSuffix(">/profiles"))
        let base64 = "/" + String(repeating: "aB3+/", count: 24)
        #expect(!Redaction.redact("the message \(base64)=").contains("aB3+"))
    }
}
