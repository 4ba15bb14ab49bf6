import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateSQLite
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("Sign-ins that wait for an MVPD outside of the simulation", .timeLimit(.minutes(5)))
struct OutsideWaitTests {
    /// An MVPD that does not answer before the test ends its silence.
    private final class SilentServer: OutsideRequests {
        let requests = Told<Void>("request to the MVPD")
        private let end = DispatchSemaphore(value: 0)

        func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data) {
            requests.tell(())
            end.wait(for: "end of the MVPD's silence")
            throw TransportFailure(.timeout, "The MVPD did not answer in time.")
        }

        func endSilence(of count: Int) { for _ in 0..<count { end.signal() } }
    }

    private static let profile = """
        schema: 1
        name: case
        providers: {Own: {}}
        service:
          requestors:
            REF30:
              integrations:
                Own:
                  authorizationServer:
                    authorizationEndpoint: http://mvpd.example/authorize
                    tokenEndpoint: http://mvpd.example/token
                    userInfoEndpoint: http://mvpd.example/me
                    clientID: c1
        """

    /// Runs a closure with a store in memory or in a file.
    private static func withStore(inFile: Bool, _ body: (any StateStore) async throws -> Void) async throws {
        let state = try World.state(of: WorldOrigin(text: profile, source: "test"))
        guard inFile else { return try await body(state) }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-outside-wait-\(ProcessInfo.processInfo.globallyUniqueString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try SQLiteStateStore(path: "\(folder)/phone.sqlite", creating: true)
        try store.replaceAll(with: state)
        try await body(store)
    }

    private static func get(_ path: String, from server: RunningServer) async throws -> SocketClient.Answer {
        try await server.client.exchange(
            HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
    }

    /// Begins sign-ins on devices of their own, and returns the addresses to which the MVPD would send the browsers.
    private static func returns(_ count: Int, to server: RunningServer) async throws -> [String] {
        func headers(_ device: Int, _ token: String? = nil) -> RequestHeaders {
            var headers = RequestHeaders(
                deviceIdentifier: .init(fingerprint: "d\(device)"),
                deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
            headers.accessToken = token
            return headers
        }
        let statement = try server.world.softwareStatement(for: "com.example.stream")
        let registered = try #require(
            try await EntitlementCall<RegistrationResponse>.register(
                .init(softwareStatement: statement), headers: headers(0)
            ).send(over: server.client).success)
        let token = try #require(
            try await EntitlementCall<TokenResponse>.token(
                .init(clientID: registered.clientID, clientSecret: registered.clientSecret), headers: headers(0)
            ).send(over: server.client).success?.accessToken)
        var returns: [String] = []
        for device in 0..<count {
            let session = try #require(
                try await EntitlementCall<SessionResponse>.session(
                    .init(mvpd: "Own", domainName: "d", redirectURL: "https://app.example/done"), of: "REF30",
                    headers: headers(device, token)
                ).send(over: server.client).success)
            let location = try await get(session.url ?? "", from: server).response.headerFields[.location] ?? ""
            let fields = FormCoding.decode(Data(location.drop { $0 != "?" }.dropFirst().utf8)) ?? []
            let state = try #require(fields.value("state"))
            returns.append("/adobe-services/oauth2?" + FormCoding.encode([("code", "C"), ("state", state)]))
        }
        return returns
    }

    @Test("may leave the simulation at endpoints that ask an MVPD, if there is one outside", arguments: Endpoint.all)
    func mayLeave(_ endpoint: Endpoint) throws {
        let asking: [Endpoint] = [.authorize, .preauthorize, .authorizationReturn]
        let parameters = ["serviceProvider": "REF30", "mvpd": "Own", "code": "decisions", "partner": "Apple"]
        var request = HTTPRequest(
            method: endpoint.method, scheme: "http", authority: "localhost",
            path: endpoint.path.path(with: parameters) + "?x=/decisions/")
        let inside = Self.profile.split(separator: "\n").prefix(3).joined(separator: "\n")
        for (profile, isOutside) in [(Self.profile, true), (inside, false)] {
            let world = World(store: try World.state(of: WorldOrigin(text: profile, source: "test")))
            #expect(try world.maySendOutside(answering: request) == (isOutside && asking.contains(endpoint)))
        }
        request.method = .put
        let world = World(store: try World.state(of: WorldOrigin(text: Self.profile, source: "test")))
        #expect(try !world.maySendOutside(answering: request))
    }

    @Test("leave every other request its thread, and the browsers get 504", arguments: [false, true])
    func others(inFile: Bool) async throws {
        // One more than the threads waits for one of them.
        let count = ServerLimits.outsideRequests + 1
        let silent = SilentServer()
        try await Self.withStore(inFile: inFile) { store in
            try await OutsideChannel.$current.withValue(silent) {
                try await RunningServer.serving(World(store: store)) { server async throws in
                    let returns = try await Self.returns(count, to: server)
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for address in returns {
                            group.addTask { try await Self.get(address, from: server).status }
                        }
                        let waiting = await silent.requests.next(ServerLimits.outsideRequests).count
                        #expect(waiting == ServerLimits.outsideRequests)
                        #expect(try await server.admin(.get, "/health").status == 200)
                        #expect(try await server.admin(.post, "/commands", #"{"advance": "1m"}"#).status == 204)
                        #expect(try await Self.get("/sp/saml/metadata", from: server).status == 200)
                        #expect(silent.requests.unread.isEmpty)
                        silent.endSilence(of: count)
                        for try await status in group { #expect(status == 504) }
                    }
                }
            }
        }
    }
}
