import Foundation
import FoundationNetworking
import TVSimStructuredText
import TVSimulator
import Testing

@testable import TVSimulatorTesting

@Suite("A task of URLSession", .timeLimit(.minutes(5)))
struct SessionTaskTests {
    private static func url(_ path: String) throws -> URL {
        try #require(URL(string: "https://api.auth.adobe.com\(path)"))
    }

    private static func cookies(_ headers: [String: String]) -> Set<Substring> {
        Set(headers["Cookie"]?.split(separator: ";").map { $0.drop { $0 == " " } } ?? [])
    }

    @Test("keeps the cookies of its session, and sends those of the address")
    func cookies() throws {
        let session = URLSession(configuration: .ephemeral)
        let task = session.dataTask(with: try Self.url("/mvpd/a"))
        let kept = SessionTask(task)
        kept.keep(cookie: "one=1; Path=/", from: try Self.url("/mvpd/a"))
        kept.keep(cookie: "two=2; Path=/mvpd", from: try Self.url("/mvpd/a"))
        var request = URLRequest(url: try Self.url("/mvpd/b"))
        #expect(Self.cookies(kept.headers(of: request)) == ["one=1", "two=2"])
        request.setValue("own=4", forHTTPHeaderField: "Cookie")
        #expect(Self.cookies(kept.headers(of: request)) == ["own=4"])
        request.setValue(nil, forHTTPHeaderField: "Cookie")
        request.httpShouldHandleCookies = false
        #expect(kept.headers(of: request)["Cookie"] == nil)
        // Another session has other cookies.
        let other = URLSession(configuration: .ephemeral).dataTask(with: request)
        #expect(SessionTask(other).headers(of: URLRequest(url: try Self.url("/"))).isEmpty)
    }

    @Test("sends the body of an upload, else that of the request, else none")
    func bodies() throws {
        var request = URLRequest(url: try Self.url("/"))
        request.httpMethod = "POST"
        #expect(SessionTask(nil).body(of: request).isEmpty)
        request.httpBody = Data("own".utf8)
        #expect(SessionTask(nil).body(of: request) == Data("own".utf8))
        let upload = URLSession(configuration: .ephemeral).uploadTask(with: request, from: Data("upload".utf8))
        #expect(SessionTask(upload).body(of: request) == Data("upload".utf8))
        #expect(SessionTask(upload).session != nil && SessionTask(nil).session == nil)
    }

    /// A delegate that follows redirects, or does not.
    private final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
        let follows: Bool
        let asked = Locked<[String]>([])
        init(follows: Bool) { self.follows = follows }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            asked.withLockedValue { $0.append("\(response.statusCode) \(request.url?.path ?? "")") }
            completionHandler(follows ? request : nil)
        }
    }

    @Test("asks the delegate of its session whether to follow a redirect", arguments: [true, false])
    func redirects(follows: Bool) async throws {
        let delegate = Delegate(follows: follows)
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let task = SessionTask(session.dataTask(with: try Self.url("/first")))
        let response = try #require(
            HTTPURLResponse(url: try Self.url("/first"), statusCode: 302, httpVersion: nil, headerFields: nil))
        let next = URLRequest(url: try Self.url("/next"))
        #expect(await task.follows(response, to: next)?.url == (follows ? next.url : nil))
        #expect(delegate.asked.withLockedValue(\.self) == ["302 /next"])
        // A session without a delegate follows.
        let plain = SessionTask(URLSession(configuration: .ephemeral).dataTask(with: try Self.url("/first")))
        #expect(await plain.follows(response, to: next)?.url == next.url)
    }

    @Test("fails like a network without the service after its simulator has ended")
    func ended() async throws {
        let configuration = try await withSimulator { $0.urlSessionConfiguration }
        let session = URLSession(configuration: configuration)
        let error = await #expect(throws: (any Error).self) {
            try await withSimulator { _ in
                let address = try Self.url("/api/v2/REF30/configuration")
                // The configuration names a simulator that has ended, so the one of the task answers.
                #expect(try await URLSessionTests.status(URLRequest(url: address), by: session) > 0)
                throw CancellationError()
            }
        }
        #expect(error is CancellationError)
    }

    @Test("cannot be sent without a method, and to another address than one of the web")
    func refused() async throws {
        for scheme in ["ftp", "file", "adbe.com"] {
            let address = try #require(URL(string: "\(scheme)://api.auth.adobe.com/x"))
            #expect(!ServiceURLProtocol.canInit(with: URLRequest(url: address)))
        }
        #expect(!ServiceURLProtocol.canInit(with: URLRequest(url: try #require(URL(string: "https://example.com/")))))
    }
}
