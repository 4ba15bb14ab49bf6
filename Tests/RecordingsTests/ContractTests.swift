import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimRecordings

@Suite("A recording")
struct ContractTests {
    private typealias Archive = SessionArchive

    /// The differences of the unchanged example.
    private static let baseline = [
        "4 $.requestor.mvpds[0].isProxy: nothing | false | S-46",
        "4 $.time: nothing | milliseconds since 1970 | S-83",
        "10 $.profiles.Spectrum.attributes.upstreamUserID: nothing | an object | S-47",
        "11 $.decisions[1].error.trace: nothing | a UUID | S-47",
        "13 $.logouts.Spectrum.url: a path | a URL | S-34",
    ]

    @Test("is the same as the simulator but for the rows that explain a difference")
    func example() async throws {
        let report = try await Archive().report()
        #expect(report.lines == Self.baseline)
        #expect(report.passed)
        #expect(report.count(of: .same) == 6 && report.count(of: .explained) == 4)
        #expect(report.entries.filter { $0.comparedBy == .shape }.map(\.entry) == [7])
        #expect(report.ignored.otherHosts == 2 && report.ignored.preflights == 1 && report.ignored.total == 3)
    }

    /// One change of a recorded response.
    struct Change: Sendable, CustomTestStringConvertible {
        let title: String
        let entry: Int
        /// The member of the response's JSON, or of the entry itself.
        let path: [String]
        var ofEntry = false
        let value: JSONValue?
        /// The line of the report.
        let difference: String

        var testDescription: String { title }
    }

    static let changes: [Change] = [
        .init(
            title: "another status", entry: Archive.authorize, path: ["response", "status"], ofEntry: true, value: 202,
            difference: "12 status: 202 | 200 | unexplained"),
        .init(
            title: "a missing header", entry: Archive.session, path: ["response", "headers"], ofEntry: true, value: [],
            difference: "6 header content-type: nothing | application/json | unexplained"),
        .init(
            title: "another media type", entry: Archive.session, path: ["response", "headers"], ofEntry: true,
            value: [["name": "Content-Type", "value": "text/plain"]],
            difference: "6 header content-type: text/plain | application/json | unexplained"),
        .init(
            title: "a missing key", entry: Archive.session, path: ["sessionId"], value: nil,
            difference: "6 $.sessionId: nothing | a UUID | unexplained"),
        .init(
            title: "an extra key", entry: Archive.session, path: ["region"], value: "eu-1",
            difference: "6 $.region: a text | nothing | unexplained"),
        .init(
            title: "an unknown word", entry: Archive.session, path: ["actionType"], value: "telepathic",
            difference: "6 $.actionType: 'telepathic' | 'interactive' | unexplained"),
        .init(
            title: "a date in seconds", entry: Archive.profile, path: ["profiles", "Spectrum", "notAfter"],
            value: 1_775_728_831,
            difference: "10 $.profiles.Spectrum.notAfter: seconds since 1970 | milliseconds since 1970 | unexplained"),
        .init(
            title: "a date as ISO 8601", entry: Archive.session, path: ["notAfter"], value: "2026-03-10T10:30:12Z",
            difference:
                "6 $.notAfter: a date with a time | milliseconds since 1970, as a text | unexplained"),
        .init(
            title: "another error code", entry: Archive.preauthorize, path: ["decisions", "1", "error", "code"],
            value: "authorization_denied_by_mvpd",
            difference:
                "11 $.decisions[1].error.code: 'authorization_denied_by_mvpd' | 'preauthorization_denied_by_mvpd' | "
                + "unexplained"),
        .init(
            title: "an error code that only a fault produces", entry: Archive.preauthorize,
            path: ["decisions", "1", "error", "code"], value: "network_received_error",
            difference:
                "11 $.decisions[1].error.code: 'network_received_error' | 'preauthorization_denied_by_mvpd' | S-95"),
        .init(
            title: "another type", entry: Archive.preauthorize, path: ["decisions", "1", "error", "status"],
            value: "403", difference: "11 $.decisions[1].error.status: digits | 403 | unexplained"),
        .init(
            title: "a flag that is sent although it is false", entry: Archive.configuration,
            path: ["requestor", "mvpds", "0", "isTempPass"], value: false,
            difference: "4 $.requestor.mvpds[0].isTempPass: false | nothing | S-83"),
        .init(
            title: "another path", entry: Archive.session, path: ["url"], value: "/api/v2/REF30/sessions/4TXKZ7Q",
            difference:
                "6 $.url: the path /api/v2/{serviceProvider}/sessions/{code} | "
                + "the path /api/v2/authenticate/{serviceProvider}/{code} | unexplained"),
    ]

    @Test("with one change reports exactly that one", arguments: changes)
    func one(_ change: Change) async throws {
        var archive = try Archive()
        if change.ofEntry {
            archive.change(change.entry, change.path, to: change.value)
        } else {
            try archive.changeAnswer(change.entry, change.path, to: change.value)
        }
        let report = try await archive.report()
        #expect(report.lines.filter { !Self.baseline.contains($0) } == [change.difference])
        #expect(report.passed == !change.difference.hasSuffix("unexplained"))
    }

    static let shapeChanges: [Change] = [
        .init(title: "no change", entry: Archive.authorize, path: ["unchanged"], value: nil, difference: ""),
        .init(
            title: "another status", entry: Archive.authorize, path: ["response", "status"], ofEntry: true, value: 418,
            difference: "12 status: 418 | one of 200, 400, 401, 403, 405, 429, 500 | unexplained"),
        .init(
            title: "a missing header", entry: Archive.authorize, path: ["response", "headers"], ofEntry: true,
            value: [], difference: "12 header content-type: nothing | application/json | unexplained"),
        .init(
            title: "a missing key", entry: Archive.authorize, path: ["decisions", "0", "mvpd"], value: nil,
            difference: "12 $.decisions[0].mvpd: nothing | a text | unexplained"),
        .init(
            title: "an extra key", entry: Archive.authorize, path: ["decisions", "0", "region"], value: "eu-1",
            difference: "12 $.decisions[0].region: a text | nothing | unexplained"),
        .init(
            title: "an unknown word", entry: Archive.authorize, path: ["decisions", "0", "source"], value: "oracle",
            difference:
                "12 $.decisions[0].source: 'oracle' | one of 'mvpd', 'degradation', 'temppass', 'dummy' | unexplained"),
        .init(
            title: "a date in seconds", entry: Archive.authorize, path: ["decisions", "0", "token", "notAfter"],
            value: 1_773_137_260,
            difference:
                "12 $.decisions[0].token.notAfter: seconds since 1970 | milliseconds since 1970 | unexplained"),
        .init(
            title: "text that is not Base64", entry: Archive.authorize,
            path: ["decisions", "0", "token", "serializedToken"], value: "not Base64",
            difference: "12 $.decisions[0].token.serializedToken: a text | Base64 | S-20"),
    ]

    @Test("whose request cannot be replayed is compared by shape, and says so", arguments: shapeChanges)
    func shape(_ change: Change) async throws {
        var archive = try Archive()
        archive.change(
            Archive.authorize, ["request", "headers", "3"], to: ["name": "AD-Service-Token", "value": "secret"])
        if change.ofEntry {
            archive.change(change.entry, change.path, to: change.value)
        } else {
            try archive.changeAnswer(change.entry, change.path, to: change.value)
        }
        let report = try await archive.report()
        let entry = try #require(report.entries.first { $0.entry == Archive.authorize })
        #expect(entry.comparedBy == .shape)
        #expect(entry.note == "the token that shares a profile is not kept")
        let new = report.lines.filter { !Self.baseline.contains($0) }
        #expect(new == (change.difference.isEmpty ? [] : [change.difference]))
    }

    @Test("whose error has a code with a row has the row for the status too")
    func codeExplainsStatus() async throws {
        var archive = try Archive()
        archive.change(Archive.authorize, ["response", "status"], to: 400)
        archive.change(
            Archive.authorize, ["response", "content", "text"],
            to: #"{"action": "none", "status": 400, "code": "invalid_header_device_info", "message": "m"}"#)
        #expect(
            try await archive.report().lines.filter { $0.hasPrefix("12 ") } == [
                "12 status: 400 | 200 | S-84", "12 $.code: 'invalid_header_device_info' | nothing | S-84",
            ])
    }

    @Test("with a server's error is compared by shape")
    func serverError() async throws {
        var archive = try Archive()
        archive.change(Archive.authorize, ["response", "status"], to: 503)
        let report = try await archive.report()
        let entry = try #require(report.entries.first { $0.entry == Archive.authorize })
        #expect(entry.note == "the cause of a server's error is unknown" && entry.verdict == .unexplained)
    }

    @Test("without one response's body has its status and headers compared, and says so")
    func bodyMissing() async throws {
        var archive = try Archive()
        archive.change(Archive.authorize, ["response", "content", "text"], to: nil)
        let report = try await archive.report()
        let entry = try #require(report.entries.first { $0.entry == Archive.authorize })
        #expect(entry.differences.isEmpty && entry.note == "the file does not have the response's body")
    }

    @Test("that begins after registration and sign-in is replayed with a client and a sign-in of the world")
    func later() async throws {
        var archive = try Archive()
        for number in [Archive.profile, 9, Archive.polled, 7, Archive.session, 5, Archive.configuration]
            + [Archive.token, Archive.register]
        { archive.change(number, [], to: nil) }
        let report = try await archive.report()
        #expect(report.entries.map(\.comparedBy) == [.replay, .replay, .replay])
        #expect(
            report.lines == [
                "2 $.decisions[1].error.trace: nothing | a UUID | S-47",
                "4 $.logouts.Spectrum.url: a path | a URL | S-34",
            ])
    }

    @Test("is explained only by rows that exist")
    func rowsExist() throws {
        let ids = Set(try DifferenceRow.all().map(\.id))
        let cited = DifferenceRule.all.map(\.id)
        #expect(cited.count > 20)
        for id in cited { #expect(ids.contains(id), "\(id)") }
    }
}
