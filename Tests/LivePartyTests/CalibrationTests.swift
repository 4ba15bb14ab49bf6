import Foundation
import TVSimSAML
import TVSimStructuredText
import Testing

@testable import TVSimLiveParty

/// Tests what a run learns from the answers of parties, without sockets and without SAML.
@Suite("Learning how a party accepts and refuses") struct CalibrationTests {
    /// A party, by its answer to a message of calibration.
    struct Party: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: @Sendable (CalibrationMessage, _ number: Int) -> Observation
    }

    static let users = KnownUsers(subject: "live-test-1", forged: "tvsim-forged-1a2b3c4d")

    /// Returns an answer, a redirect from the consumer if it has a path.
    static func answer(
        _ status: Int = 200, to path: String? = nil, cookie: String? = nil, title: String = "", page text: String = "",
        probe: Int? = nil, saying said: String = ""
    ) -> Observation {
        var visit = Visit()
        let hops = [("/acs", path == nil ? status : 302)] + (path.map { [($0, status)] } ?? [])
        for (index, hop) in hops.enumerated() {
            guard let address = WebAddress("http://127.0.0.1:8000\(hop.0)") else { continue }
            visit.hops.append(
                Hop(address: address, status: hop.1, cookies: index == 0 ? [cookie].compactMap(\.self) : []))
        }
        visit.page = PageText("<title>\(title)</title>\(text)")
        return Observation(visit, probe: probe.map { .init(status: $0, text: said) })
    }

    private static func isGood(_ message: CalibrationMessage) -> Bool {
        if case .good = message { true } else { false }
    }

    /// The kinds of answers that apps have, each for a party that accepts valid responses and refuses all others.
    static let parties = [
        Party(testDescription: "400, or a redirect with a cookie") { message, _ in
            isGood(message) ? answer(to: "/app", cookie: "auth") : answer(400, page: "Bad request")
        },
        Party(testDescription: "always 200, with two pages") { message, _ in
            isGood(message) ? answer(page: "Welcome back to your films") : answer(page: "Your sign-in has failed")
        },
        Party(testDescription: "two redirects") { message, _ in answer(to: isGood(message) ? "/app" : "/error") },
        Party(testDescription: "a cookie more") { message, _ in answer(cookie: isGood(message) ? "auth" : nil)
        },
        Party(testDescription: "texts with a nonce in each page") { message, number in
            answer(
                page: isGood(message)
                    ? "{\"ok\": true, \"nonce\": \"n\(number)\"}" : "{\"failed\": true, \"id\": \"\(number)a\"}")
        },
        Party(testDescription: "another error text for each reason") { message, number in
            isGood(message)
                ? answer(to: "/app") : answer(400, page: ["malformed", "unsigned", "half", "refused"][number % 4])
        },
        Party(testDescription: "a crash in place of an error page") { message, _ in
            isGood(message) ? answer(to: "/app") : answer(500, page: "Internal error")
        },
        Party(testDescription: "one page for all, and a probe that differs") { message, _ in
            answer(page: "Thank you", probe: isGood(message) ? 200 : 401)
        },
        Party(testDescription: "the same status of the probe, with the user's name") { message, _ in
            answer(page: "Thank you", probe: 200, saying: isGood(message) ? "user live-test-1 signed in" : "guest")
        },
    ]

    @Test("takes the page of a refusal for one, although it is more like that of an acceptance than an error is")
    func errorPages() throws {
        let party = Party(testDescription: "") { message, _ in
            switch message {
            case .good: Self.answer(to: "/app")
            case .defect: Self.answer(to: "/error")
            default: Self.answer(400)
            }
        }
        let learnt = try Self.calibrate(party).learnt
        #expect(learnt.ruler.verdict(on: Marks(party.answer(.defect("tampered", .assertion), 50))) == .refused)
    }

    /// Calibrates with a party, and returns what was learnt and how many messages were sent.
    static func calibrate(
        _ party: Party, configured: AcceptanceMarks? = nil
    ) throws -> (learnt: Calibration, sent: Int) {
        var sent = 0
        let learnt = try Calibration(trying: [.assertion, .both], users: users, configured: configured) { message in
            sent += 1
            return party.answer(message, sent)
        }
        return (learnt, sent)
    }

    private static func verdict(_ calibration: Calibration, _ seen: Observation) -> Judgement {
        calibration.ruler.judge(seen, Marks(seen, hiding: [users.subject, users.forged]), users)
    }

    @Test("tells valid from refused responses, whatever the answers look like", arguments: parties)
    func learns(_ party: Party) throws {
        let (learnt, sent) = try Self.calibrate(party)
        #expect(learnt.signed == .assertion && sent <= Calibration.mostMessages)
        #expect(Self.verdict(learnt, party.answer(.good(.assertion), 50)).verdict == .accepted)
        #expect(Self.verdict(learnt, party.answer(.defect("tampered", .assertion), 51)).verdict == .refused)
    }

    @Test("ends the run if every answer is the same")
    func alwaysTheSame() {
        let party = Party(testDescription: "") { _, _ in Self.answer(page: "Hello") }
        let stop = #expect(throws: LiveStop.self) { try Self.calibrate(party) }
        #expect(stop?.reason == "the answers to valid and to unreadable responses cannot be told apart")
        #expect(stop?.lines.contains { $0.contains("probe") } == true)
    }

    @Test("ends the run if a party refuses everything, each with a good reason")
    func refusesEverything() {
        let party = Party(testDescription: "") { message, _ in
            switch message {
            case .good, .defect("wrongAudience", _), .defect("wrongRecipient", _), .defect("expired", _):
                Self.answer(to: "/error", page: "We do not know this identity provider")
            case .defect: Self.answer(to: "/error", page: "The signature is wrong")
            default: Self.answer(400, page: "No SAML response")
            }
        }
        let stop = #expect(throws: LiveStop.self) { try Self.calibrate(party) }
        #expect(stop?.reason.contains("not proven to be accepted") == true)
        #expect(stop?.reason.contains("wrongAudience, wrongRecipient") == true)
    }

    @Test("sends a stranger thirty messages at most, none of which is an attack")
    func strangersAreSpared() {
        let seen = Locked<[CalibrationMessage]>([])
        let party = Party(testDescription: "") { message, number in
            seen.withLockedValue { $0.append(message) }
            return Self.isGood(message) ? Self.answer(to: "/app") : Self.answer(number % 3 == 0 ? 403 : 400)
        }
        _ = try? Self.calibrate(party)
        let sent = seen.withLockedValue(\.self)
        #expect(sent.count <= 30)
        for case .defect(let name, _) in sent { #expect(Calibration.defects.contains(name)) }
    }

    @Test("finds that a party wants the response signed")
    func findsTheSignature() throws {
        let party = Party(testDescription: "") { message, _ in
            switch message {
            case .good(.both): Self.answer(to: "/app")
            case .good, .defect: Self.answer(to: "/error")
            default: Self.answer(400)
            }
        }
        #expect(try Self.calibrate(party).learnt.signed == .both)
    }

    @Test("takes the marks of acceptance from the configuration")
    func configured() throws {
        var marks = AcceptanceMarks()
        (marks.location, marks.cookie) = ("/home*", "auth")
        let party = Party(testDescription: "") { message, _ in
            Self.isGood(message) ? Self.answer(to: "/home/films", cookie: "auth") : Self.answer(to: "/login")
        }
        let learnt = try Self.calibrate(party, configured: marks).learnt
        #expect(learnt.proof == .configured)
        let half = Self.answer(to: "/home/films")
        #expect(learnt.ruler.verdict(on: Marks(half, configured: marks)) == .unclear)
    }
}

@Suite("The judgement on an answer") struct RulerTests {
    private static let good = CalibrationTests.answer(to: "/app", cookie: "auth", probe: 200)
    private static let bad = CalibrationTests.answer(400, page: "Bad", probe: 401)

    private static func judge(_ seen: Observation) throws -> Judgement {
        let ruler = try #require(Ruler(good: [Marks(good)], bad: [Marks(bad)]))
        return ruler.judge(seen, Marks(seen), CalibrationTests.users)
    }

    @Test("is a refusal with a third of the marks of acceptance, and unclear with more")
    func third() {
        var configured = AcceptanceMarks()
        (configured.status, configured.cookie, configured.body) = (200, "auth", "Welcome")
        let ruler = Ruler(configured)
        let one = CalibrationTests.answer(200, page: "Bad")
        let two = CalibrationTests.answer(200, cookie: "auth", page: "Bad")
        #expect(ruler.verdict(on: Marks(one, configured: configured)) == .refused)
        #expect(ruler.verdict(on: Marks(two, configured: configured)) == .unclear)
    }

    @Test("names the forged user, as whom a wrapped response was accepted")
    func forged() throws {
        var seen = Self.good
        seen.text = "Welcome tvsim-forged-1a2b3c4d"
        let judgement = try Self.judge(seen)
        #expect(judgement.verdict == .accepted && judgement.isForged && judgement.user == "tvsim-forged-1a2b3c4d")
    }

    @Test("is open if a refusal shows the forged name")
    func forgedInRefusal() throws {
        var seen = Self.bad
        seen.text = "No account for tvsim-forged-1a2b3c4d"
        #expect(try Self.judge(seen).verdict == .unclear)
    }

    @Test("is a refusal with a note if the party crashed, unless the probe says that the user is signed in")
    func crash() throws {
        let judgement = try Self.judge(CalibrationTests.answer(500, page: "Oops", probe: 401))
        #expect(judgement.verdict == .refused && judgement.note == "crashed")
        #expect(try Self.judge(CalibrationTests.answer(500, page: "Oops", probe: 200)).verdict == .unclear)
    }

    @Test("is 'no answer' without an answer")
    func silent() throws {
        #expect(try Self.judge(Observation(failure: "the connection is refused")).verdict == .noAnswer)
    }

    @Test("does not take a name for a part of another one")
    func names() {
        var seen = Self.good
        seen.text = "Welcome live-test-12"
        #expect(!seen.shows("live-test-1"))
    }

    @Test("does not read the names in a message that a page repeats")
    func echo() {
        var visit = Visit()
        visit.page = PageText("<pre>&lt;NameID&gt;live-test-1&lt;/NameID&gt;</pre>")
        #expect(!Observation(visit, echoing: ["<NameID>live-test-1</NameID>"]).shows("live-test-1"))
    }

    @Test("has no secrets in what a report shows")
    func redaction() {
        var visit = Visit()
        visit.hops = [
            Hop(
                address: WebAddress("https://sp.example/acs?code=4711secret") ?? Self.good.hops[0].address, status: 302,
                cookies: ["session"])
        ]
        visit.page = PageText("Welcome live-test-1, token eyJhbGciOiJub25lIn0.e30.4711abcdefgh \u{1B}[31m")
        let lines = Observation(visit).lines(showing: [("live-test-1", "«user»")]).joined(separator: "\n")
        #expect(lines.contains("https://sp.example/acs?code: status 302, sets session"))
        #expect(lines.contains("«user»") && !lines.contains("live-test-1"))
        #expect(!lines.contains("4711") && !lines.contains("\u{1B}"))
    }
}
