import Foundation
import TVSimSAML
import Testing

/// Every boundary of time.
///
/// The start is inclusive, the end exclusive. SAML Core 2.0, 2.5.1.2.
struct BoundaryTests {
    typealias Change = @Sendable (inout ResponseContent, TimeInterval) -> Void

    /// What lies at a distance from now, and whether it is believed just before, at, and just after that.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: Change
        let policy: ValidationFailure.Policy
        /// Whether the instant is an end, which must lie ahead, or a beginning, which must not.
        let isEnd: Bool
    }

    static let rows = [
        Row(
            testDescription: "NotBefore of the conditions", change: { $0.notBefore = SAMLWorld.now + $1 },
            policy: .conditions, isEnd: false),
        Row(
            testDescription: "NotOnOrAfter of the conditions",
            change: {
                $0.notBefore = SAMLWorld.now - 900
                $0.notOnOrAfter = SAMLWorld.now + $1
            }, policy: .conditions, isEnd: true),
        Row(
            testDescription: "SessionNotOnOrAfter", change: { $0.sessionNotOnOrAfter = SAMLWorld.now + $1 },
            policy: .session, isEnd: true),
        Row(
            testDescription: "IssueInstant", change: { $0.issueInstant = SAMLWorld.now + $1 }, policy: .assertion,
            isEnd: false),
        Row(
            testDescription: "AuthnInstant", change: { $0.authnInstant = SAMLWorld.now + $1 }, policy: .session,
            isEnd: false),
    ]

    @Test("checks each time exactly at its boundary", arguments: rows)
    func boundaries(_ row: Row) throws {
        var requirements = SAMLWorld.requirements()
        requirements.strictInstants = true
        for (distance, believed) in [(-0.001, !row.isEnd), (0, !row.isEnd), (0.001, row.isEnd)] {
            let xml = try SAMLWorld.response { row.change(&$0, distance) }
            let found = Set(try SAMLWorld.policies(xml, requirements))
            #expect(found == (believed ? [] : [row.policy]), "at \(distance) seconds")
        }
    }

    /// Observed: Okta, OneLogin, Google and PingFederate write a `NotBefore` earlier than `IssueInstant` (S-51).
    @Test("notes times of issue and authentication in the future, since SAML Core 2.0 sets no rule for them")
    func future() throws {
        let xml = try SAMLWorld.response {
            $0.issueInstant = SAMLWorld.now + 61
            $0.authnInstant = SAMLWorld.now + 62
        }
        func notes(_ requirements: ResponseRequirements) throws -> [String]? {
            try SAMLWorld.judge(xml, requirements).verified?.notes.filter { $0.contains("in the future") }
        }
        #expect(
            try notes(SAMLWorld.requirements()) == [
                "The response was issued in the future, at 2026-01-01T00:01:01Z.",
                "The assertion was issued in the future, at 2026-01-01T00:01:01Z.",
                "The user was authenticated in the future, at 2026-01-01T00:01:02Z.",
            ])
        var requirements = SAMLWorld.requirements()
        requirements.strictInstants = true
        #expect(try SAMLWorld.policies(xml, requirements) == [.assertion, .assertion, .session])
        requirements.clockSkew = 62
        #expect(try notes(requirements) == [])
    }

    @Test("moves each boundary by exactly the clock skew", arguments: rows)
    func skew(_ row: Row) throws {
        var requirements = SAMLWorld.requirements()
        requirements.clockSkew = 60
        requirements.strictInstants = true
        let edge: TimeInterval = row.isEnd ? -60 : 60
        for (distance, believed) in [(edge - 0.001, !row.isEnd), (edge, !row.isEnd), (edge + 0.001, row.isEnd)] {
            let xml = try SAMLWorld.response { row.change(&$0, distance) }
            let found = Set(try SAMLWorld.policies(xml, requirements))
            #expect(found == (believed ? [] : [row.policy]), "at \(distance) seconds")
        }
    }

    @Test("checks the end of the bearer confirmation exactly at its boundary")
    func confirmation() throws {
        for (end, believed) in [("23:59:59.999", false), ("00:00:00", false), ("00:00:00.001", true)] {
            let day = end.hasPrefix("23") ? "2025-12-31" : "2026-01-01"
            let xml = try SAMLWorld.signing { xml in
                let old = xml.slice("<saml:SubjectConfirmationData", ">") ?? ""
                return xml.replacing(old, old.replacing("2026-01-01T00:05:00Z", "\(day)T\(end)Z"))
            }
            #expect(try SAMLWorld.policies(xml) == (believed ? [] : [.subject]))
        }
    }

    @Test("refuses a period that is reversed or empty, whatever the skew")
    func reversedWindows() throws {
        var requirements = SAMLWorld.requirements()
        requirements.clockSkew = 3600
        for end in [SAMLWorld.now, SAMLWorld.now - 1] {
            let xml = try SAMLWorld.response { $0.notOnOrAfter = end }
            #expect(try SAMLWorld.policies(xml, requirements) == [.conditions])
        }
    }

    @Test(
        "refuses invalid times, each by its own policy",
        arguments: [
            (
                "<saml:Conditions NotBefore=\"2026-01-01T00:00:00Z\"", "<saml:Conditions NotBefore=\"soon\"",
                "conditions"
            ),
            (
                "<saml:Conditions NotBefore=\"2026-01-01T00:00:00Z\"",
                "<saml:Conditions NotBefore=\"2026-01-01T00:00:00\"", "conditions"
            ),
            ("AuthnInstant=\"2025-12-31T23:59:00Z\"", "AuthnInstant=\"\"", "session"),
            (
                "InResponseTo=\"_request\" NotOnOrAfter=\"2026-01-01T00:05:00Z\"",
                "InResponseTo=\"_request\" NotOnOrAfter=\"never\"", "subject"
            ),
            (
                "ID=\"_assertion\" IssueInstant=\"2026-01-01T00:00:00Z\"", "ID=\"_assertion\" IssueInstant=\"x\"",
                "assertion"
            ),
        ])
    func refusesMalformed(_ old: String, _ new: String, _ policy: String) throws {
        let xml = try SAMLWorld.signing { $0.replacing(old, new) }
        #expect(try SAMLWorld.policies(xml).map(\.rawValue) == [policy])
    }

    @Test(
        "reads times strictly",
        arguments: [
            ("2026-01-01T00:00:00Z", 1_767_225_600), ("2026-01-01T00:00:00.5Z", 1_767_225_600.5),
            ("2026-01-01T00:00:00.123456789Z", 1_767_225_600.123_456),
            ("2026-01-01T00:00:00.0009Z", 1_767_225_600.000_9), (" \t2026-01-01T00:00:00Z\r\n", 1_767_225_600),
            ("2026-01-01T01:00:00+01:00", 1_767_225_600),
            ("2025-12-31T10:00:00-14:00", 1_767_225_600), ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1), ("2024-02-29T12:00:00Z", 1_709_208_000),
            ("2000-02-29T00:00:00Z", 951_782_400), ("2025-12-31T24:00:00Z", 1_767_225_600),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, TimeInterval)])
    func readsInstants(_ text: String, _ seconds: TimeInterval) throws {
        let instant = try #require(SAMLInstant.parse(text))
        #expect(abs(instant.timeIntervalSince1970 - seconds) < 0.000_000_5)
    }

    @Test(
        "refuses every other form of a time",
        arguments: [
            "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-1-1T00:00:00Z",
            "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:01Z",
            "2026-01-01T24:00:00.1Z", "2026-01-01T25:00:00Z", "0000-01-01T00:00:00Z", "2026-01-01T00:00:00+14:01",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00z",
            "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+15:00", "2026-01-01T00:00:00+00:60",
            "2026-01-01T00:00:00ZZ", "+2026-01-01T00:00:00Z", "２026-01-01T00:00:00Z",
        ])
    func refusesInstants(_ text: String) {
        #expect(SAMLInstant.parse(text) == nil)
    }

    @Test("compares fractions of a millisecond, at the end and at the start")
    func fineFractions() throws {
        let end = try SAMLWorld.signing {
            $0.replacing("NotOnOrAfter=\"2026-01-01T00:05:00Z\"", "NotOnOrAfter=\"2026-01-01T00:00:00.0009Z\"")
        }
        #expect(try SAMLWorld.policies(end) == [])
        let beginning = try SAMLWorld.signing {
            $0.replacing("NotBefore=\"2026-01-01T00:00:00Z\"", "NotBefore=\"2026-01-01T00:00:00.0009Z\"")
        }
        #expect(try SAMLWorld.policies(beginning) == [.conditions])
    }

    @Test(
        "refuses a confirmation without a method, and an authentication context without content",
        arguments: [
            (
                "<saml:SubjectConfirmation Method=\"\(SAMLNames.bearer)\">", "<saml:SubjectConfirmation>",
                "subject, subject"
            ),
            (">\(SAMLNames.passwordProtectedTransport)<", "> <", "session"),
            (
                "</saml:Subject>", "<saml:SubjectConfirmation Method=\"\"></saml:SubjectConfirmation></saml:Subject>",
                "subject"
            ),
            (
                "<saml:AuthnContextClassRef>\(SAMLNames.passwordProtectedTransport)</saml:AuthnContextClassRef>",
                "<saml:AuthnContextDeclRef></saml:AuthnContextDeclRef>", "session"
            ),
            (
                "<saml:AuthnContextClassRef>\(SAMLNames.passwordProtectedTransport)</saml:AuthnContextClassRef>",
                "<saml:AuthnContextDeclRef><saml:Audience>x</saml:Audience></saml:AuthnContextDeclRef>", "session"
            ),
        ])
    func refusesEmpty(_ old: String, _ new: String, _ policies: String) throws {
        let xml = try SAMLWorld.signing { $0.replacing(old, new) }
        #expect(try SAMLWorld.policies(xml).map(\.rawValue).joined(separator: ", ") == policies)
    }

    @Test("reports Base64 after a byte order mark as neither XML nor Base64")
    func markedBase64() throws {
        let mark = Data([0xEF, 0xBB, 0xBF])
        let xml = Data(try SAMLWorld.response().utf8)
        let verdict = try SAMLWorld.validator().validate(
            mark + xml.base64EncodedData(), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
        #expect(
            verdict.failures.map(\.reason) == [
                "The input is neither XML nor Base64-encoded XML: it has a byte order mark before the Base64."
            ])
        #expect(
            try SAMLWorld.validator().validate(mark + xml, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
                .verified != nil)
    }

    @Test("writes times in UTC, with milliseconds only if they are not zero")
    func writesInstants() {
        #expect(SAMLInstant.format(SAMLWorld.now) == "2026-01-01T00:00:00Z")
        #expect(SAMLInstant.format(SAMLWorld.now + 0.007) == "2026-01-01T00:00:00.007Z")
        #expect(SAMLInstant.format(SAMLWorld.now - 0.5) == "2025-12-31T23:59:59.500Z")
        #expect(SAMLInstant.format(Date(timeIntervalSince1970: -1)) == "1969-12-31T23:59:59Z")
        #expect(SAMLInstant.format(Date(timeIntervalSince1970: 1_709_208_000)) == "2024-02-29T12:00:00Z")
    }

    @Test("reads back every day that it writes")
    func roundTripsDays() {
        for day in stride(from: -400_000, to: 400_000, by: 97) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_199)
            #expect(SAMLInstant.parse(SAMLInstant.format(date)) == date)
        }
    }
}
