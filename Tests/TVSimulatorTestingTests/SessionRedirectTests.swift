import Foundation
import FoundationNetworking
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimulatorTesting

/// A service that redirects, and records what it receives.
private final class RedirectingService: EntitlementTransport {
    private let answers: [(status: Int, location: String)]
    private let asked = Locked<[(request: HTTPRequest, body: Data)]>([])

    /// The requests, in order.
    var requests: [(request: HTTPRequest, body: Data)] { asked.withLockedValue { $0 } }

    /// Creates a service that answers with these redirects, and then with 200.
    init(_ answers: [(status: Int, location: String)]) { self.answers = answers }

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        let number = asked.withLockedValue { asked in
            asked.append((request, body))
            return asked.count
        }
        guard number <= answers.count else { return (HTTPResponse(status: .ok), Data("end".utf8)) }
        let answer = answers[number - 1]
        return (HTTPResponse(status: .init(code: answer.status), headerFields: [.location: answer.location]), Data())
    }
}

/// RFC 9110, 15.4, and what Foundation does on Apple's systems.
@Suite("A redirect of URLSession")
struct SessionRedirectTests {
    private static func request(_ method: String, _ path: String = "/first") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://api.auth.adobe.com\(path)")))
        request.httpMethod = method
        if method != "GET", method != "HEAD" {
            request.httpBody = Data("a=1".utf8)
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        }
        request.setValue("mine", forHTTPHeaderField: "X-Own")
        return request
    }

    private static func answer(
        to request: URLRequest, by service: RedirectingService
    ) async throws -> SessionExchange.Answer {
        try await SessionExchange(transport: service, task: SessionTask(nil)).answer(to: request)
    }

    /// A method, a status, and the method of the request that follows.
    static let redirects: [(method: String, status: Int, next: String)] = [
        ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"), ("POST", 308, "POST"),
        ("PUT", 303, "GET"), ("PUT", 307, "PUT"), ("GET", 302, "GET"), ("GET", 307, "GET"), ("HEAD", 302, "HEAD"),
    ]

    @Test(
        "keeps the method and the body after 307 and 308, and sends GET without a body after others",
        arguments: redirects)
    func follows(method: String, status: Int, next: String) async throws {
        let service = RedirectingService([(status, "/next?b=2")])
        let answer = try await Self.answer(to: try Self.request(method), by: service)
        #expect(answer.response.statusCode == 200 && answer.body == Data("end".utf8))
        #expect(answer.response.url?.absoluteString == "https://api.auth.adobe.com/next?b=2")
        let requests = service.requests
        #expect(requests.map(\.request.method.rawValue) == [method, next])
        #expect(requests.map(\.request.path) == ["/first", "/next?b=2"])
        let hasBody = next == method && method.hasPrefix("P")
        #expect(requests.last?.body == Data((hasBody ? "a=1" : "").utf8))
        #expect(requests.last?.request.headerFields[.contentType] == (hasBody ? "text/plain" : nil))
        let own = try #require(HTTPField.Name("X-Own"))
        #expect(requests.last?.request.headerFields[own] == "mine")
    }

    /// Answers that are no redirect within the service.
    static let others: [(status: Int, location: String)] = [
        (302, "https://example.com/done"), (302, "adbe.com-example-stream://adobe.com"), (201, "/made"), (304, "/same"),
    ]

    @Test("is the answer itself if it leaves the service, or has another status", arguments: others)
    func ends(status: Int, location: String) async throws {
        let service = RedirectingService([(status, location)])
        let answer = try await Self.answer(to: try Self.request("POST"), by: service)
        #expect(answer.response.statusCode == status && service.requests.count == 1)
        #expect(answer.response.value(forHTTPHeaderField: "Location") == location)
    }

    @Test("is followed to each host of the vendor, twenty times")
    func several() async throws {
        let hosts = EntitlementWire.vendorHosts.sorted()
        #expect(hosts.count > 1)
        let locations = (0..<20).map { (302, "https://\(hosts[$0 % hosts.count].uppercased())/\($0)") }
        let service = RedirectingService(locations)
        #expect(try await Self.answer(to: try Self.request("GET"), by: service).response.statusCode == 200)
        #expect(service.requests.count == 21)
        let endless = RedirectingService(locations + [(302, "/21")])
        await #expect(throws: TransportFailure(.malformed, "too many redirects")) {
            try await Self.answer(to: try Self.request("GET"), by: endless)
        }
    }

    @Test("sends a body without a type as a form, and an empty path as '/'")
    func message() async throws {
        let service = RedirectingService([])
        var request = try Self.request("POST", "")
        request.setValue(nil, forHTTPHeaderField: "Content-Type")
        _ = try await Self.answer(to: request, by: service)
        #expect(service.requests.first?.request.headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(service.requests.first?.request.path == "/")
    }
}
