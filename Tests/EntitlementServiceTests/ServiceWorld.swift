import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

@testable import TVSimEntitlementService

extension EntitlementService {
    /// Changes the configuration.
    func updateConfiguration(_ body: (inout ServiceConfiguration) throws -> Void) throws {
        try simulation.store.write { state in
            var configuration = try Self.storedConfiguration(in: state)
            try body(&configuration)
            try Self.setConfiguration(configuration, in: state)
        }
    }
}

/// A service of its own, frozen at the default instant, and an app that talks to it.
struct ServiceWorld {
    let simulation: Simulation
    let service: EntitlementService

    init(
        store: any StateStore = MemoryStateStore(),
        configure: (inout ServiceConfiguration) throws -> Void = { _ in }
    ) throws {
        simulation = Simulation(store: store)
        service = EntitlementService(simulation: simulation)
        try service.updateConfiguration { configuration in
            for mvpd in ["Cablevision", "Dish", "Suddenlink"] as [MVPDID] {
                configuration.change(mvpd) { $0.contract.identityProvider = ProviderFixture.trusted }
            }
            try configure(&configuration)
        }
    }

    /// Changes one integration of REF30.
    func change(_ mvpd: MVPDID, _ body: (inout Integration) -> Void) throws {
        try service.updateConfiguration { $0.change(mvpd, body) }
    }

    var now: Date {
        get throws { try simulation.clock.now() }
    }

    /// Returns an app that is registered and has an access token.
    func app(
        statement: String? = nil, fingerprint: String = "device-1", osName: String = "iOS"
    ) async throws -> AppFixture {
        var app = AppFixture(
            world: self,
            headers: RequestHeaders(
                deviceIdentifier: .init(fingerprint: fingerprint),
                deviceInformation: .init(model: "iPhone", version: "1", osName: osName, osVersion: "18")))
        var issued = statement
        if issued == nil { issued = try SoftwareStatements.issue(app: "com.example.stream") }
        let credentials = try await app.send(
            .register(.init(softwareStatement: issued ?? ""), headers: app.headers)
        ).required()
        app.credentials = .init(clientID: credentials.clientID, clientSecret: credentials.clientSecret)
        try await app.renewToken()
        return app
    }
}

/// An app on a device, with what it holds.
struct AppFixture {
    let world: ServiceWorld
    var headers: RequestHeaders
    var credentials = TokenRequest(clientID: "", clientSecret: "")

    mutating func renewToken() async throws {
        headers.accessToken = try await send(.token(credentials, headers: headers)).required().accessToken
    }

    /// The headers with a framework status that vouches for a provider for a day.
    func vouched(_ provider: ProviderID = "Cablevision") throws -> RequestHeaders {
        var headers = headers
        headers.frameworkStatus = PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted),
            provider: .init(id: provider, expires: try world.now.addingTimeInterval(86_400)))
        return headers
    }

    func send<Answer>(_ call: EntitlementCall<Answer>) async throws -> Reply<Answer> {
        try await call.send(over: InProcessTransport(service: world.service))
    }

    /// Puts a profile on the app's shelf, as a sign-in of that kind would.
    func hold(_ kind: EntitlementProfile.Kind, mvpd: MVPDID = "Cablevision", userID: String = "alice-1") throws {
        let integration = try world.service.configuration().requestor("REF30")?.integration(mvpd)
        let now = try world.now
        let profile = EntitlementProfile(
            notBefore: Milliseconds(now),
            notAfter: Milliseconds(now.addingTimeInterval(integration?.authenticationTTL ?? 0)),
            issuer: kind == .appleSSO ? "Apple" : mvpd.rawValue, type: kind,
            attributes: ["userID": .init(.string(userID))])
        let holder = try holder()
        try world.simulation.store.write { state in
            try ProfileStorage.put(
                profile, mvpd: mvpd, holder: holder, at: now, in: state, sweptBy: world.simulation.sweeper)
        }
    }

    func holder() throws -> Holder {
        Holder(
            clientID: ClientID(credentials.clientID ?? ""), device: headers.deviceIdentifier ?? .init(fingerprint: ""),
            serviceProvider: "REF30")
    }

    /// Asks whether a resource may be watched.
    func decide(
        _ resource: ResourceID = "REF30", mvpd: MVPDID = "Cablevision", headers: RequestHeaders? = nil
    ) async throws -> Reply<DecisionsResponse> {
        try await send(
            .authorize(
                .init(resources: [resource]), of: "REF30", mvpd: mvpd, headers: headers ?? self.headers))
    }

    /// Begins a partner sign-in with everything that a fallback would need.
    func beginSession(headers: RequestHeaders) async throws -> Reply<SessionResponse> {
        try await send(
            .partnerSession(
                .init(domainName: "example.com", redirectURL: "https://example.com/done"), of: "REF30",
                headers: headers))
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

extension ServiceConfiguration {
    /// Changes one integration of the first requestor.
    mutating func change(_ mvpd: MVPDID, _ body: (inout Integration) -> Void) {
        for index in requestors[0].integrations.indices where requestors[0].integrations[index].mvpd == mvpd {
            body(&requestors[0].integrations[index])
        }
    }
}

extension Integration {
    /// Creates an integration with an MVPD without a TV provider of the simulation.
    init(
        mvpd: MVPDID, displayName: String, platformMappingID: ProviderID? = nil,
        boardingStatus: ConfiguredMVPD.BoardingStatus? = nil
    ) {
        self.init(mvpd: mvpd)
        self.displayName = displayName
        contract.platformMappingID = platformMappingID
        contract.boardingStatus = boardingStatus
    }

    /// The people of the MVPD, as a table that tests change.
    var table: MemberTable {
        get { contract.members as? MemberTable ?? MemberTable() }
        set { contract.members = newValue }
    }
}
