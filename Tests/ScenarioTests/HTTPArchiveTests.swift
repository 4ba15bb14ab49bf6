import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The HTTP archive of a run")
struct HTTPArchiveTests {
    private static func run(_ requests: [HTTPExchange]) -> ReportedRun {
        let step = ReportedRun.Step(
            title: "a step", isCallOfApp: true, place: nil, began: Date(timeIntervalSince1970: 1_767_225_600),
            expected: nil, exchanges: requests.map { RedactedExchange($0, longest: nil) }, decisions: nil, failures: [])
        return ReportedRun(name: "a\nrun", source: "", steps: [step])
    }

    private static func entries(_ requests: HTTPExchange...) throws -> [JSONValue] {
        let text = try JSONText.line(HTTPArchive([run(requests)]))
        guard case .object(let archive) = try JSONValue(json: Data(text.utf8)), case .object(let log)? = archive["log"],
            case .array(let entries)? = log["entries"]
        else { return [] }
        return entries
    }

    @Test("has an entry for a request with its query, its body, its redirection and its sizes")
    func entry() throws {
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost:1", path: "/o/client/token?a=1&b=x%20y",
            headerFields: [.contentType: "application/x-www-form-urlencoded", .authorization: "Bearer secret"])
        let response = HTTPResponse(
            status: .found, headerFields: [.location: "https://example.com/next", .contentType: "text/plain"])
        let entry = try #require(
            try Self.entries(
                HTTPExchange(
                    request: request, body: Data("client_secret=hidden&grant=ä".utf8), response: response,
                    responseBody: Data("ok".utf8))
            ).first)
        guard case .object(let members) = entry, case .object(let asked)? = members["request"],
            case .object(let told)? = members["response"], case .object(let posted)? = asked["postData"]
        else {
            Issue.record("the entry has no messages: \(entry)")
            return
        }
        #expect(members["pageref"] == "profile-1")
        #expect(members["startedDateTime"] == "2026-01-01T00:00:00Z")
        #expect(members["time"] == 0 && members["timings"] == ["send": 0, "wait": 0, "receive": 0])
        #expect(asked["method"] == "POST" && asked["url"] == "http://localhost:1/o/client/token?a=1&b=x%20y")
        #expect(asked["queryString"] == [["name": "a", "value": "1"], ["name": "b", "value": "x y"]])
        #expect(asked["headersSize"] == -1 && asked["bodySize"] == 29)
        #expect(posted["mimeType"] == "application/x-www-form-urlencoded")
        let text = posted["text"]?.string ?? ""
        #expect(text.hasPrefix("client_secret=%3Credacted%20") && text.hasSuffix("&grant=ä"), "\(text)")
        #expect(told["status"] == 302 && told["redirectURL"] == "https://example.com/next")
        // A text that is neither a form nor JSON may have secrets that cannot be found.
        #expect(told["content"] == ["size": 2, "mimeType": "text/plain"])
        #expect(told["bodySize"] == 2 && told["headersSize"] == -1)
        #expect(!JSONText.line(ordered: entry).contains("Bearer secret"))
    }

    @Test("writes a request without a response as browsers do, and leaves out what is no text")
    func withoutResponse() throws {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
        let silent = HTTPExchange(request: request, body: Data(), response: nil, responseBody: Data())
        let binary = HTTPExchange(
            request: request, body: Data([0xFF]), response: HTTPResponse(status: .ok), responseBody: Data([0xFE, 0xFF]))
        let entries = try Self.entries(silent, binary)
        guard entries.count == 2, case .object(let first) = entries[0], case .object(let second) = entries[1],
            case .object(let asked)? = first["request"], case .object(let told)? = first["response"],
            case .object(let answered)? = second["response"], case .object(let sent)? = second["request"]
        else {
            Issue.record("two entries were expected: \(entries)")
            return
        }
        #expect(asked["url"] == "https:///" && asked["queryString"] == [] && asked["postData"] == nil)
        #expect(told["status"] == 0 && told["redirectURL"] == "" && told["headers"] == [])
        #expect(told["content"] == ["size": 0, "mimeType": ""])
        #expect(sent["postData"] == nil && sent["bodySize"] == 1)
        #expect(answered["content"] == ["size": 2, "mimeType": ""])
    }

    @Test("has a page for each run, with its name on one line and the time of its first step")
    func pages() throws {
        let text = try JSONText.line(
            HTTPArchive([Self.run([]), ReportedRun(name: "empty", source: "", steps: [])]))
        let times = #""pageTimings":{},"startedDateTime":"2026-01-01T00:00:00Z""#
        #expect(text.contains(#"{"id":"profile-1",\#(times),"title":"a\\u{A}run"}"#))
        #expect(text.contains(#"{"id":"profile-2",\#(times),"title":"empty"}"#))
    }
}
