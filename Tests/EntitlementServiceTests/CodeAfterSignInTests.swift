import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Observed: a shipped client of the live service asks with the same code and bearer for about six hours.
@Suite("A code after its sign-in")
struct CodeAfterSignInTests {
    private let world: ServiceWorld
    private let app: AppFixture
    private let code: String

    init() async throws {
        world = try ServiceWorld { $0.accessTokenTTL = 60 * 86_400 }
        app = try await world.app()
        code = try await Self.newCode(of: app)
    }

    private static func newCode(of app: AppFixture, mvpd: MVPDID = "Dish") async throws -> String {
        let session = SessionRequest(
            mvpd: mvpd, domainName: "example.com", redirectURL: "https://example.com/done")
        return try #require(
            try await app.send(.session(session, of: "REF30", headers: app.headers)).required().code)
    }

    /// Signs a user in with the code, as the assertion consumer does.
    private func signIn(until end: Date) throws {
        try app.hold(.regular, mvpd: "Dish")
        let now = try world.now
        try world.simulation.store.write { state in
            var record = try #require(try state.value(for: ServiceDocument.session(code)))
            record.complete(at: now, until: end)
            try state.setValue(record, for: ServiceDocument.session(code))
            try SessionStorage.extendLatest(to: record, in: state)
        }
    }

    private func ask() async throws -> Reply<ProfilesResponse> {
        try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers))
    }

    @Test("answers as long as the profile is valid")
    func answers() async throws {
        try signIn(until: try world.now.addingTimeInterval(30 * 86_400))
        for hours in [1.0, 6, 24] {
            try world.simulation.clock.advance(by: hours * 3_600)
            #expect(try await ask().required().profiles.keys.first == "Dish")
        }
        try world.simulation.clock.advance(by: 29 * 86_400)
        #expect(try await ask().error?.code == "invalid_authentication_session")
    }

    @Test("ends after 30 minutes if no user has signed in")
    func unused() async throws {
        try world.simulation.clock.advance(by: 1_799)
        #expect(try await ask().required().profiles.isEmpty)
        try world.simulation.clock.advance(by: 1)
        #expect(try await ask().error?.code == "invalid_authentication_session")
    }

    @Test("cannot be opened again, and a newer code replaces it even after hours")
    func replaced() async throws {
        try signIn(until: try world.now.addingTimeInterval(30 * 86_400))
        try world.simulation.clock.advance(by: 6 * 3_600)
        let information = try await app.send(.sessionInformation(code: code, of: "REF30", headers: app.headers))
        #expect(information.error?.code == "invalid_authentication_session")
        _ = try await Self.newCode(of: app, mvpd: "Cablevision")
        #expect(try await ask().error?.code == "invalid_authentication_session")
    }
}
