import Foundation
import HTTPTypes
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSSOBridge
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing

@testable import AccessEnabler

/// `setRequestor` while somebody signs in.
@Suite("setRequestor during a sign-in")
struct RequestorTests {
    /// An app whose person is at the MVPD's page, and a service that failed once to give the configuration meanwhile.
    static func afterFailure() async throws -> (Simulator, TestApp, page: String) {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        let page = try #require(await app.page(of: "Cablevision"))
        try simulator.perform("fault: {at: service.configuration, error: unreachable, times: 1}")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status CFG404", "setRequestorComplete 0"])
        return (simulator, app, page)
    }

    @Test("and every other call stop the app if its device cannot be opened, with the reason", arguments: 0..<3)
    func unopenedDevice(_ number: Int) async throws {
        let told = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            [number = number as Int] in
            setenv("TVSIM_HOME", "/dev/null/home", 1)
            setenv("TVSIM_DEVICE", "phone", 1)
            let enabler = AccessEnabler("a software statement")
            let calls: [(AccessEnabler) -> Void] = [
                { $0.setRequestor("REF30") }, { $0.checkAuthentication() }, { $0.getAuthorization("REF30") },
            ]
            calls[number](enabler)
        }
        let line = String(decoding: try #require(told).standardErrorContent, as: UTF8.self)
        #expect(line.contains("tvsim: ") && line.contains("/dev/null/home"), "\(line)")
    }

    @Test("keeps the user's sign-in if it fails and is repeated")
    func again() async throws {
        let (simulator, app, page) = try await Self.afterFailure()
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("that fails at every service reports the first service's error")
    func everyService() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        for (addresses, status) in [
            (["sp.auth.adobe.com", "https://nowhere.example"], "status CFG500"),
            (["https://nowhere.example", "sp.auth.adobe.com"], "status CFG404"),
        ] {
            try simulator.perform("fault: {at: service.configuration, error: internal_server_error, times: 1}")
            app.enabler.setRequestor("REF30", serviceProviders: addresses)
            #expect(await app.next(2) == [status, "setRequestorComplete 0"])
        }
    }

    @Test(
        "never reveals the user name and password in an address",
        arguments: [
            "https://user:hunter2@nowhere.example", "user:hunter2@nowhere.example/x",
            "http://a@hunter2@nowhere.example",
        ])
    func credentials(_ address: String) async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.setRequestor("REF30", serviceProviders: [address, "sp.auth.adobe.com"])
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let story = try simulator.journal().joined(separator: "\n")
        #expect(story.contains("//nowhere.example") && !story.contains("hunter2"))
    }

    @Test("ends the sign-in for another requestor, even if the previous call failed")
    func another() async throws {
        let (_, app, _) = try await Self.afterFailure()
        app.enabler.setRequestor("OTHER")
        #expect(await app.next(2) == ForcedSignInTests.cancelled)
    }

    static let passive = """
        Cablevision: {singleSignOn: false, safariViewController: true, passiveAuthentication: true, \
        authenticationPerRequestor: true}
        """
    static func passiveWorld() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: passive
                service:
                  requestors: {FIRST: {integrations: {\(passive)}}, SECOND: {integrations: {\(passive)}}}
                """)
    }

    @Test("that failed does not change the end of a passive page")
    func passivePageEndsMeanwhile() async throws {
        let simulator = try Self.passiveWorld()
        let app = try await TestApp.launched(in: simulator, requestor: "FIRST")
        app.enabler.setOptions(["handleSVC": true])
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.setRequestor("SECOND")
        app.enabler.getAuthentication()
        #expect(await app.next(2) == ["setRequestorComplete 1", "status N001"])
        #expect(await app.next(1).first?.hasSuffix("?isPassive=true") == true)
        try simulator.perform("fault: {at: service.configuration, error: unreachable, times: 1}")
        app.enabler.setRequestor("SECOND")
        #expect(await app.next(2) == ["status CFG404", "setRequestorComplete 0"])
        app.enabler.handleExternalURL("adbe.com-example-stream://adobe.com")
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }

    @Test("that failed leaves no requestor to ask for a profile, which is reported at the page's end")
    func pageEndsMeanwhile() async throws {
        let (simulator, app, page) = try await Self.afterFailure()
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }

    /// A way to a service that only counts who comes.
    private final class Way: EntitlementTransport {
        let requests = Locked<[String]>([])

        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            requests.withLockedValue { $0.append(request.path ?? "") }
            throw TransportFailure(.unreachable, "nobody is there")
        }
    }

    @Test(
        "with several addresses asks a token's own service about it, or the MVPD's service without a token",
        arguments: [("https://b.example", 1), ("https://a.example", 0), (nil, 0)] as [(String?, Int)])
    func homeOfToken(service: String?, asked: Int) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: services\n")
        let app = RunningApp(device: simulator.world.device, bundleID: "com.example.stream")
        let ways = [Way(), Way()]
        let answers = ["https://a.example", "https://b.example"].enumerated().map { place, address in
            (
                service: RequestorService(
                    ServiceAddress(url: address), transport: ways[place], app: app, softwareStatement: "x"),
                configuration: ConfigurationResponse(
                    requestor: .init(id: "REF30", name: "", mvpds: [.init(id: "Dish", displayName: "Dish")]))
            )
        }
        let requestor = Requestor(id: "REF30", answers: answers)
        let token = StoredToken(
            mvpd: "Dish", source: .regular, expires: .distantFuture, owner: app.bundleID, service: service, device: "x")
        await #expect(throws: ClientFailure.self) {
            _ = try await requestor.client(for: token).send {
                .configuration(of: "REF30", profile: nil, headers: $0)
            }
        }
        #expect(ways.map { $0.requests.withLockedValue(\.count) } == (asked == 0 ? [1, 0] : [0, 1]))
    }

    /// A way to the service of a world whose configuration comes when somebody lets it.
    private final class HeldWay: EntitlementTransport {
        let world: World
        /// Waits until the configuration may come.
        let turn: @Sendable () async -> Void

        init(_ world: World, turn: @escaping @Sendable () async -> Void) {
            (self.world, self.turn) = (world, turn)
        }

        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            if request.path?.hasSuffix("/configuration") == true { await turn() }
            return try await WorldTransport(world).send(request, body: body)
        }
    }

    @Test(
        "with several addresses uses the first answer, and not the first address",
        .proves("Cookbook B"), arguments: [[0, 1], [1, 0]])
    func fastest(order: [Int]) async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: services\n")
        let statement = try simulator.softwareStatement()
        let app = RunningApp(device: simulator.world.device, bundleID: "com.example.stream")
        let (came, tell) = AsyncStream.makeStream(of: Void.self)
        let services = ["https://a.example", "https://b.example"].enumerated().map { place, address in
            let way = HeldWay(simulator.world) {
                // The slower one answers when the faster one has.
                if place == order[1] { _ = await came.first { _ in true } }
            }
            return RequestorService(
                ServiceAddress(url: address), transport: way, app: app, softwareStatement: statement)
        }
        let answers = try await ServiceAnswers.to(services + [nil], heard: { _ in tell.yield() }) {
            .configuration(of: "REF30", profile: nil, headers: $0)
        }
        #expect(answers.configurations.map(\.service.address.url) == order.map { services[$0].address.url })
        #expect(answers.failures.map(\.index) == [2])
        let requestor = Requestor(id: "REF30", answers: answers.configurations)
        #expect(requestor.service(of: "Dish").address.url == services[order[0]].address.url)
    }
}
