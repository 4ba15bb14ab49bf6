import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("Profiles")
struct ProfilesTests {
    private func all(_ app: AppFixture, _ headers: RequestHeaders? = nil) async throws -> [MVPDID: EntitlementProfile
        .Kind]
    {
        try await app.send(.profiles(of: "REF30", headers: headers ?? app.headers)).required()
            .profiles.mapValues(\.type)
    }

    private func one(
        _ app: AppFixture, _ headers: RequestHeaders? = nil, mvpd: MVPDID = "Cablevision"
    ) async throws -> [MVPDID: EntitlementProfile.Kind] {
        try await app.send(.profile(of: "REF30", mvpd: mvpd, headers: headers ?? app.headers)).required()
            .profiles.mapValues(\.type)
    }

    @Test("lists nothing for a device without profiles")
    func listsNothing() async throws {
        let app = try await ServiceWorld().app()
        #expect(try await all(app, app.vouched()).isEmpty)
        #expect(try await one(app, app.vouched()).isEmpty)
    }

    @Test("ambiguity 32: omits a profile of single sign-on without a valid framework status, and does not refuse")
    func omitsWithoutStatus() async throws {
        let app = try await ServiceWorld().app()
        try app.hold(.appleSSO)
        #expect(try await all(app).isEmpty)
        #expect(try await one(app).isEmpty)
        #expect(try await all(app, app.vouched()) == ["Cablevision": .appleSSO])
        #expect(try await one(app, app.vouched()) == ["Cablevision": .appleSSO])
        #expect(try await all(app, app.vouched("Dish")).isEmpty)
        #expect(try await one(app, app.vouched("Dish")).isEmpty)
    }

    @Test("omits a profile from single sign-on if the status is invalid", arguments: FrameworkStatusRow.all)
    func omitsOnStatus(row: FrameworkStatusRow) async throws {
        let app = try await ServiceWorld().app()
        try app.hold(.appleSSO)
        try app.hold(.regular, mvpd: "Dish")
        var headers = app.headers
        headers.frameworkStatus = row.status
        #expect(try await all(app, headers) == ["Dish": .regular])
    }

    @Test("returns a regular profile, whatever the framework status")
    func showsRegularProfiles() async throws {
        let app = try await ServiceWorld().app()
        try app.hold(.regular)
        #expect(try await all(app) == ["Cablevision": .regular])
        #expect(try await one(app, app.vouched("Dish")) == ["Cablevision": .regular])
    }

    @Test("returns the profile from single sign-on instead of a regular one if the status is valid")
    func prefersSingleSignOn() async throws {
        let app = try await ServiceWorld().app()
        try app.hold(.regular)
        try app.hold(.appleSSO)
        #expect(try await all(app, app.vouched()) == ["Cablevision": .appleSSO])
        #expect(try await all(app) == ["Cablevision": .regular])
    }

    @Test("omits a profile whose integration or single sign-on is disabled")
    func omitsOnConfiguration() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        try world.change("Cablevision") { $0.singleSignOn = false }
        #expect(try await all(app, app.vouched()).isEmpty)
        try world.change("Cablevision") {
            $0.singleSignOn = true; $0.enabled = false
        }
        #expect(try await all(app, app.vouched()).isEmpty)
    }

    @Test("returns a profile until it expires")
    func showsUntilLapse() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.authenticationTTL = 100 } }
        let app = try await world.app()
        try app.hold(.appleSSO)
        try world.simulation.clock.advance(by: 99.999)
        #expect(try await all(app, app.vouched()) == ["Cablevision": .appleSSO])
        try world.simulation.clock.advance(by: 0.001)
        #expect(try await all(app, app.vouched()).isEmpty)
    }

    @Test("belong to the app's credentials, the device and the service provider")
    func belongsToItsHolder() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        #expect(try await all(world.app()).isEmpty)
        var other = app
        other.headers.deviceIdentifier = .init(fingerprint: "device-2")
        #expect(try await all(other).isEmpty)
        #expect(try await all(app) == ["Cablevision": .regular])
    }

    @Test("the journal says when a profile expired that an app asks for")
    func expiredProfile() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.authenticationTTL = 3_600 } }
        let app = try await world.app()
        try app.hold(.regular)
        let end = try world.now.addingTimeInterval(3_600)
        try world.simulation.clock.advance(by: 7_200)
        #expect(try await one(app).isEmpty)
        let entry = try #require(try world.simulation.journal.entries().last)
        #expect(entry.text.reason.contains("The regular profile of 'Cablevision' expired at \(end.ISO8601Format())."))
        #expect(try await one(app, mvpd: "Dish").isEmpty)
        let other = try #require(try world.simulation.journal.entries().last)
        #expect(!other.text.reason.contains("expired at"))
    }

    @Test("returns a degraded profile of one MVPD and does not list it")
    func showsDegradedProfile() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.degradation = .authenticateAll } }
        let app = try await world.app()
        #expect(try await all(app).isEmpty)
        let profile = try #require(
            try await app.send(.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers)).required()
                .profiles["Cablevision"])
        #expect(profile.type == .degraded && profile.issuer == "Adobe")
        let userID = try #require(profile.attributes["userID"]?.value.string)
        #expect(userID.hasPrefix("95cf93bcd183214a") && userID.count > 16)
        let again = try await app.send(.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers)).required()
        #expect(again.profiles["Cablevision"]?.attributes == profile.attributes)
    }

    static let unknown: [(MVPDID, EnhancedErrorCode)] = [
        ("Nobody", .invalidParameterMVPD), ("cablevision", .invalidParameterMVPD), ("Dish", .invalidIntegration),
        ("Elsewhere", .invalidIntegration),
    ]

    @Test("refuses an MVPD that is unknown or has no active integration", arguments: unknown)
    func refusesMVPDs(mvpd: MVPDID, code: EnhancedErrorCode) async throws {
        let world = try ServiceWorld { configuration in
            configuration.change("Dish") { $0.enabled = false }
            configuration.requestors.append(
                .init(id: "OTHER", integrations: [.init(mvpd: "Elsewhere", displayName: "Elsewhere")]))
        }
        let app = try await world.app()
        let reply = try await app.send(.profile(of: "REF30", mvpd: mvpd, headers: app.headers))
        #expect(reply.error?.is(code) == true)
    }

    @Test("a status is valid for every MVPD of its provider, whichever a new sign-in would use")
    func sharedMapping() async throws {
        let world = try ServiceWorld()
        try world.change("Dish") { $0.contract.platformMappingID = "Cablevision" }
        let app = try await world.app()
        try app.hold(.appleSSO, mvpd: "Dish")
        let headers = try app.vouched("Cablevision")
        let listed = try await app.send(.profiles(of: "REF30", headers: headers)).required()
        #expect(listed.profiles.keys.sorted() == ["Dish"])
        let one = try await app.send(.profile(of: "REF30", mvpd: "Dish", headers: headers)).required()
        #expect(one.profiles["Dish"]?.type == .appleSSO)
        // The MVPD knows nobody of that name; what counts is that it was asked.
        #expect(try await app.decide(mvpd: "Dish", headers: headers).required().decisions.first?.source == .mvpd)
    }
}
