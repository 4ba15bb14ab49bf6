import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRecordings
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("An HTTP archive")
struct ArchiveReadingTests {
    private typealias Archive = SessionArchive

    private func refusal(_ octets: [UInt8], host: String? = nil) -> String {
        do {
            _ = try Recording(archive: octets, name: "session.har", host: host)
            return "accepted"
        } catch { return error.description }
    }

    @Test(
        "that is none is one error, with what to do",
        arguments: [
            (
                "GET / HTTP/1.1",
                "'session.har' is not JSON (line 1, column 1: expected a value): expected an HTTP archive (HAR 1.2)"
            ),
            (
                #"{"entries": []}"#,
                "'session.har' has no 'log.entries': expected an HTTP archive (HAR 1.2), as 'Save all as HAR' of a "
                    + "browser or a proxy writes it"
            ),
            (
                #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://sp.auth.adobe.com/api/v1/logout"}}]}}"#,
                "'session.har' has no request to REST API V2: The path belongs to REST API V1, which is not simulated; "
                    + "instead, REST API V2 has GET /api/v2/{serviceProvider}/logout/{mvpd}."
            ),
            (
                #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://shop.example/"}}]}}"#,
                "'session.har' has no request to the API at api.auth.adobe.com (entries: 1; hosts: shop.example): "
                    + "name the service's host with --host"
            ),
            (
                #"{"log": {"entries": [{"request": {"method": "GET"}}]}}"#,
                "'session.har', entry 1: 'request.url' is missing or not absolute: expected an entry of an HTTP "
                    + "archive (HAR 1.2)"
            ),
        ])
    func notAnArchive(text: String, error: String) {
        #expect(refusal(Array(text.utf8)) == error)
    }

    @Test("that was cut off is one error")
    func cut() throws {
        let octets = try Archive().octets
        #expect(
            refusal(Array(octets.prefix(octets.count / 2)))
                == "'session.har' ends in the middle of an entry, at line 1: save the archive again")
    }

    @Test("without response bodies is one error")
    func withoutBodies() throws {
        var archive = try Archive()
        for number in 1...13 { archive.change(number, ["response", "content", "text"], to: nil) }
        #expect(
            refusal(try archive.octets)
                == "'session.har' has no response bodies, from entry 2 on: save the archive with content")
    }

    @Test("with a time, a body or a depth that cannot be read is one error")
    func unreadable() throws {
        var archive = try Archive()
        archive.change(Archive.token, ["startedDateTime"], to: "yesterday")
        #expect(
            refusal(try archive.octets)
                == "'session.har', entry 3: 'startedDateTime' is missing or no time: expected a time such as "
                + "2026-01-01T00:00:00.000Z")
        archive = try Archive()
        archive.change(Archive.token, ["response", "content", "encoding"], to: "base64")
        archive.change(Archive.token, ["response", "content", "text"], to: "{")
        #expect(
            refusal(try archive.octets)
                == "'session.har', entry 3: 'response.content.text' is not Base64, as its 'encoding' says: save the "
                + "archive again")
        let numbers = String(repeating: "0,", count: 250_000)
        archive = try Archive()
        archive.change(Archive.token, ["response", "content", "text"], to: .string("[\(numbers)0]"))
        #expect(
            refusal(try archive.octets)
                == "'session.har', entry 3: its response has more than 250000 values: remove the entry from the archive"
        )
        archive = try Archive()
        archive.change(
            Archive.token, ["request", "headers", "0"],
            to: ["name": "x-long", "value": .string(numbers + numbers + numbers)])
        #expect(
            refusal(try archive.octets)
                == "'session.har', entry 3: a part of its request has more than 1 MiB: remove the entry from the archive"
        )
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        #expect(refusal(Array(deep.utf8)).contains("nested deeper than 256 levels"))
    }

    @Test("with more requests to the service than such a file really has is one error, because each takes memory")
    func tooMany() {
        let entry =
            #"{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://api.auth.adobe.com/"#
            + #"api/v2/REF30/configuration"},"response":{"status":200}}"#
        let text = #"{"log":{"entries":["# + Array(repeating: entry, count: 12_500).joined(separator: ",") + "]}}"
        #expect(
            refusal(Array(text.utf8))
                == "'session.har' has more than \(10_000 + text.utf8.count / 1_000) requests to the service: save fewer"
        )
    }

    @Test("may have unknown keys, times of other zones, parameters in place of a text, and repeated headers")
    func tolerant() async throws {
        let plain = try await Archive().report()
        var archive = try Archive()
        for number in 1...13 {
            archive.change(number, ["_initiator"], to: ["type": "script", "stack": ["parent": ["parent": [:]]]])
            archive.change(number, ["serverIPAddress"], to: "192.0.2.1")
        }
        archive.change(Archive.session, ["startedDateTime"], to: "2026-03-10T11:00:12.000123+01:00")
        archive.change(Archive.session, ["request", "headers", "0", "name"], to: ":method")
        archive.change(
            Archive.session, ["request", "postData"],
            to: [
                "mimeType": "application/x-www-form-urlencoded",
                "params": [
                    ["name": "mvpd", "value": "Spectrum"], ["name": "domainName", "value": "adobe.com"],
                    ["name": "redirectUrl", "value": "streamapp://recorded"],
                ],
            ])
        archive.change(
            Archive.session, ["response", "headers"],
            to: [
                ["name": "Content-Type", "value": "application/json; charset=utf-8"],
                ["name": "Set-Cookie", "value": "a=1"], ["name": "set-cookie", "value": "b=2"],
            ])
        #expect(try await archive.report().lines == plain.lines)
    }

    @Test("keeps the domain of a session by either of its names")
    func domain() throws {
        for name in ["domainName", "domain"] {
            var archive = try Archive()
            archive.change(
                Archive.session, ["request", "postData"],
                to: [
                    "mimeType": "application/x-www-form-urlencoded",
                    "params": [["name": "mvpd", "value": "Spectrum"], ["name": .string(name), "value": "adobe.com"]],
                ])
            let bodies = try archive.recording().entries.map { String(decoding: $0.exchange.body, as: UTF8.self) }
            #expect(bodies.contains { $0.contains("\(name)=adobe.com") })
        }
    }

    @Test("of another host is read if the host is named")
    func host() throws {
        let text = String(decoding: try Archive().octets, as: UTF8.self)
            .replacing("https://api.auth.adobe.com/", with: "http://localhost:8080/")
        #expect(refusal(Array(text.utf8)).contains("--host"))
        let recording = try Recording(archive: Array(text.utf8), name: "session.har", host: "localhost:8080")
        #expect(recording.entries.count == 10)
    }

    /// Texts of the example, and of places that tests add, that nothing may repeat.
    private static let secrets = [
        "recorded-device-0001", "cmVjb3JkZWQtZGV2aWNlLTAwMDE=", "eyJzdWIiOiJyZWNvcmRlZC1jbGllbnQifQ",
        "8b5f3c52-6f0e-4d6a-9a53-0d5b8c1f2e77", "c2a1f0de-11aa-4b2c-8d3e-5f6a7b8c9d0e", "cmVjb3JkZWQtc3RhdGVtZW50",
        "4TXKZ7Q", "9f1c2d7a44b0e6", "52f0c1a9d3", "recorded-cookie", "recorded-password", "SAMLRequest",
        "signatureInfo", "com.example.recorded", "5d0a2e7c-94e7-4b39-9a55-3b0f5f2b6c10", "The MVPD said no", "HIDDEN",
    ]

    @Test("leaves no secret in the report, in the profile or in memory")
    func secrets() async throws {
        var archive = try Archive()
        // Secrets at places where the API has none.
        for number in 2...13 {
            archive.change(number, ["request", "headers", "9"], to: nil)
            archive.change(number, ["_HIDDEN"], to: "HIDDEN-0")
            archive.change(number, ["request", "cookies"], to: [["name": "HIDDEN-1", "value": "HIDDEN-1"]])
        }
        for number in [Archive.session, Archive.profile, Archive.authorize] {
            try archive.changeAnswer(number, ["note"], to: "HIDDEN-2 of a person")
            try archive.changeAnswer(number, ["nested"], to: ["deep": ["HIDDEN-3", 4_111_111]])
            try archive.changeAnswer(number, ["devices"], to: ["HIDDEN1111": ["model": "AppleTV"]])
        }
        try archive.changeAnswer(
            Archive.profile, ["profiles", "Spectrum", "attributes", "userID", "value"], to: ["HIDDEN-4"])
        try archive.changeAnswer(Archive.session, ["url"], to: "/api/v2/HIDDEN-5/sessions?token=HIDDEN-6")
        archive.change(
            Archive.session, ["request", "postData", "text"],
            to: "mvpd=Spectrum&domainName=adobe.com&redirectUrl=streamapp%3A%2F%2Frecorded%2FHIDDEN-7&HIDDEN=HIDDEN-8")
        let recording = try archive.recording()
        let report = try await Contract.check(recording, in: recording.origin())
        var kept = try JSONText.line(report) + recording.profile()
        for entry in recording.entries {
            kept += "\(entry.exchange.request) \(String(decoding: entry.exchange.body, as: UTF8.self))"
            kept += "\(String(describing: entry.exchange.response)) \(String(describing: entry.answer)) \(entry.route)"
            for field in entry.exchange.request.headerFields {
                let value = field.value.split(separator: " ").last.map(String.init) ?? ""
                kept += field.value + (Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) } ?? "")
            }
        }
        for secret in Self.secrets { #expect(!kept.contains(secret), "\(secret)") }
    }
}
