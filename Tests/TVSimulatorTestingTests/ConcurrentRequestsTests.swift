import Foundation
import FoundationNetworking
import TVSimStructuredText
import TVSimulator
import TestSupport
import Testing

@testable import TVSimulatorTesting

/// The crowds have processes of their own, because a mistake ends the process.
@Suite("Many requests of URLSession at once", .timeLimit(.minutes(5)))
struct ConcurrentRequestsTests {
    private static let tasks = 8
    private static let requestsOfTask = 200

    @Test("are answered by the shared session")
    func sharedSession() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator { _ in
                try await ConcurrentRequestsTests.crowd { try await $0.status(by: .shared) }
            }
        }
    }

    @Test("are answered by a session of a simulator")
    func ownSession() async {
        await #expect(processExitsWith: .success) {
            let simulator = try Simulator(profile: "schema: 1\nname: another\n")
            let session = URLSession(configuration: simulator.urlSessionConfiguration)
            try await ConcurrentRequestsTests.crowd { try await $0.status(by: session) }
        }
    }

    @Test("are answered by a session with a delegate")
    func delegate() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator { simulator in
                let delegate = Delegate()
                let session = URLSession(
                    configuration: simulator.urlSessionConfiguration, delegate: delegate, delegateQueue: nil)
                try await ConcurrentRequestsTests.crowd { _ in
                    session.dataTask(with: try ConcurrentRequestsTests.address).resume()
                    return await delegate.statuses.next()
                }
            }
        }
    }

    @Test("end if an app stops half of them")
    func stopped() async {
        await #expect(processExitsWith: .success) {
            try await withSimulator { simulator in
                let session = URLSession(configuration: simulator.urlSessionConfiguration)
                try await ConcurrentRequestsTests.crowd { request in
                    guard request.number.isMultiple(of: 2) else { return try await request.status(by: session) }
                    let address = try ConcurrentRequestsTests.address
                    let code = await awaiting("end of a request", otherwise: URLError.Code.unknown) { end in
                        let task = session.dataTask(with: address) { _, _, error in
                            // The answer may be faster.
                            end.resume(returning: (error as? URLError)?.code ?? .cancelled)
                        }
                        task.resume()
                        task.cancel()
                    }
                    #expect(code == .cancelled)
                    return nil
                }
            }
        }
    }

    private struct Request {
        let number: Int

        func status(by session: URLSession) async throws -> Int? {
            try await URLSessionTests.status(URLRequest(url: try ConcurrentRequestsTests.address), by: session)
        }
    }

    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let statuses = Told<Int>("status")

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            statuses.tell((task.response as? HTTPURLResponse)?.statusCode ?? 0)
        }
    }

    private static var address: URL {
        get throws { try URLSessionTests.service.appendingPathComponent("api/v2/REF30/configuration") }
    }

    /// Sends many requests in tasks at once, all of which have the same status, except those without one.
    private static func crowd(_ send: @escaping @Sendable (Request) async throws -> Int?) async throws {
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var statuses: [Int] = []
                    for number in 0..<requestsOfTask {
                        if let status = try await send(Request(number: number)) { statuses.append(status) }
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count >= tasks * requestsOfTask / 2)
        #expect(Set(statuses).count == 1)
    }

    // MARK: - The order of events that a crowd only meets by chance

    /// Receives what a protocol tells, as Foundation does, and where.
    ///
    /// Unchecked, because of the key, which is only compared.
    private final class Client: NSObject, URLProtocolClient, @unchecked Sendable {
        let mark = DispatchSpecificKey<Bool>()
        let heard = Told<String>("event of a protocol")

        private func hear(_ event: String) {
            heard.tell(DispatchQueue.getSpecific(key: mark) == true ? event : "\(event) on another queue")
        }

        func urlProtocol(
            _ loader: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy: URLCache.StoragePolicy
        ) { hear("response") }
        func urlProtocol(_ loader: URLProtocol, didLoad data: Data) { hear("body") }
        func urlProtocolDidFinishLoading(_ loader: URLProtocol) { hear("end") }
        func urlProtocol(_ loader: URLProtocol, didFailWithError error: any Error) { hear("error") }
        func urlProtocol(_ loader: URLProtocol, wasRedirectedTo: URLRequest, redirectResponse: URLResponse) {}
        func urlProtocol(_ loader: URLProtocol, cachedResponseIsValid response: CachedURLResponse) {}
        func urlProtocol(_ loader: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
        func urlProtocol(_ loader: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
    }

    @Test(
        "tell Foundation what happens on the queue of the task, once for each start",
        arguments: [
            ("an answer", nil, [.start], 1), ("a failure", "timeout", [.start], 1),
            ("a task that is resumed while it runs", nil, [.start, .start, .start], 1),
            ("a task that is suspended and resumed", nil, [.start, .stop, .start], 2),
        ] as [(String, String?, [Event], Int)])
    func queue(name: String, fault: String?, events: [Event], most: Int) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: another\n")
        if let fault { try simulator.perform("fault: {at: service.configuration, error: \(fault)}") }
        let session = URLSession(configuration: simulator.urlSessionConfiguration)
        let task = session.dataTask(with: try Self.address)
        let queue = try #require(SessionTask(task).workQueue)
        let client = Client()
        queue.setSpecific(key: client.mark, value: true)
        nonisolated(unsafe) let loader = ServiceURLProtocol(task: task, cachedResponse: nil, client: client)
        queue.async {
            for event in events { event == .start ? loader.startLoading() : loader.stopLoading() }
        }
        let expected = fault == nil ? ["response", "body", "end"] : ["error"]
        for event in expected { #expect(await client.heard.next() == event) }
        // Nothing comes after the end, also if the task is resumed then.
        await awaiting("turn of the queue") { turn in
            queue.async {
                loader.startLoading()
                turn.resume()
            }
        }
        #expect((1...most).contains(try Self.requests(to: simulator)), "\(name)")
        #expect(client.heard.unread.isEmpty)
    }

    @Test("are not sent, and tell Foundation nothing, if it starts them after the app has cancelled them")
    func startedLate() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: another\n")
        let session = URLSession(configuration: simulator.urlSessionConfiguration)
        let task = session.dataTask(with: try Self.address)
        let queue = try #require(SessionTask(task).workQueue)
        let client = Client()
        nonisolated(unsafe) let loader = ServiceURLProtocol(task: task, cachedResponse: nil, client: client)
        task.cancel()
        await awaiting("turn of the queue") { turn in
            queue.async {
                loader.startLoading()
                turn.resume()
            }
        }
        // An answer would come before that of a later request.
        let status = try await URLSessionTests.status(URLRequest(url: try Self.address), by: session)
        #expect(status == 401)
        #expect(try Self.requests(to: simulator) == 1)
        #expect(client.heard.unread.isEmpty)
    }

    private static func requests(to simulator: Simulator) throws -> Int {
        try simulator.journal().filter { $0.contains("GET /api/v2/REF30/configuration") }.count
    }

    enum Event { case start, stop }
}
