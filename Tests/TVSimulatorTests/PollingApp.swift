import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

/// An app that has begun a sign-in and polls for its end.
struct PollingApp {
    let world: World
    var headers: RequestHeaders
    var code = ""
    var requestor: RequestorID = "REF30"

    var transport: WorldTransport { WorldTransport(world) }

    /// Makes a world from a profile's text.
    static func world(_ profile: String = "") throws -> World {
        let world = World(store: MemoryStateStore())
        try world.install(try ProfileDecoder.decode(text: "schema: 1\nname: test\n" + profile, source: "test")[0])
        return world
    }

    /// Registers an app on a device of a world.
    init(
        _ world: World, device: String = "device", requestor: RequestorID = "REF30",
        bundleID: String = "com.example.stream"
    )
        async throws
    {
        self.world = world
        self.requestor = requestor
        headers = RequestHeaders(
            deviceIdentifier: .init(fingerprint: device),
            deviceInformation: .init(model: "iPhone", version: "1", osName: "iOS", osVersion: "18"))
        let client = try await send(
            .register(.init(softwareStatement: try world.softwareStatement(for: bundleID)), headers: headers)
        ).required()
        headers.accessToken = try await send(
            .token(.init(clientID: client.clientID, clientSecret: client.clientSecret), headers: headers)
        ).required().accessToken
    }

    func send<Answer>(_ call: EntitlementCall<Answer>) async throws -> Reply<Answer> {
        try await call.send(over: transport)
    }

    /// Begins a sign-in, and keeps its code.
    @discardableResult
    mutating func begin(
        mvpd: MVPDID? = "Cablevision", domainName: String? = "example.com",
        redirectURL: String? = "https://app.example/done"
    ) async throws -> SessionResponse {
        let session = try await send(
            .session(
                .init(mvpd: mvpd, domainName: domainName, redirectURL: redirectURL), of: requestor, headers: headers)
        ).required()
        code = session.code ?? ""
        return session
    }

    /// Asks once whether somebody has signed in with the code.
    func poll(mvpd: MVPDID = "Cablevision") async throws -> EntitlementProfile? {
        try await send(.profile(ofCode: code, serviceProvider: requestor, headers: headers)).required().profiles[mvpd]
    }

    /// The profile that the app has with an MVPD.
    func profile(mvpd: MVPDID = "Cablevision") async throws -> EntitlementProfile? {
        try await send(.profile(of: requestor, mvpd: mvpd, headers: headers)).required().profiles[mvpd]
    }

    func logOut(mvpd: MVPDID = "Cablevision", redirectURL: String = "https://app.example/out") async throws
        -> LogoutActionsResponse.Logout
    {
        let reply = try await send(
            .logout(of: requestor, mvpd: mvpd, redirectURL: redirectURL, headers: headers)
        ).required()
        return try #require(reply.logouts[mvpd])
    }

    /// Asks whether a resource may be watched.
    func decide(_ resource: ResourceID = "REF30", mvpd: MVPDID = "Cablevision") async throws -> ResourceDecision {
        try #require(
            try await send(.authorize(.init(resources: [resource]), of: requestor, mvpd: mvpd, headers: headers))
                .required().decisions.first)
    }

    /// Signs a person in in a browser, from the code to the app's redirect URL.
    @discardableResult
    func signIn(in browser: Browser? = nil, as name: String = "alice") async throws -> Browser {
        let browser = browser ?? Browser(world)
        try await browser.open("/api/v2/authenticate/\(requestor)/\(code)")
        if browser.page.contains("id=\"password\"") { try await browser.submit(Self.credentials(name)) }
        try await browser.submit()
        return browser
    }

    static func credentials(_ name: String) -> [String: String] {
        ["username": name, "password": "secret", "action": "sign-in"]
    }
}

/// What a test expected to be an answer and was not.
struct UnexpectedReply: Error, CustomStringConvertible {
    let description: String
}

extension Reply {
    /// The endpoint's own answer; a failure of the test when there is none.
    func required() throws -> Success {
        guard let success else { throw UnexpectedReply(description: "\(self)") }
        return success
    }
}
