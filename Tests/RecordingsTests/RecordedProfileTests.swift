import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimRecordings
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The profile of a recording")
struct RecordedProfileTests {
    private typealias Archive = SessionArchive

    @Test("has the service provider, its MVPDs in order, their settings and lifetimes, and an invented user")
    func example() throws {
        let world = try Archive().recording().origin().description
        let requestor = try #require(world.service.requestors.first)
        #expect(requestor.id == "REF30" && world.app.requestor == "REF30")
        #expect(requestor.integrations.map(\.mvpd) == ["Cablevision", "Spectrum", "TempPass_5mins"])
        #expect(requestor.integrations.map(\.displayName) == ["Cablevision", "Spectrum TV", "Free preview"])
        let spectrum = requestor.integrations[1]
        #expect(spectrum.authenticationTTL == 30 * 86_400 && spectrum.authorizationTTL == 86_400)
        #expect(spectrum.mediaTokenTTL == 420)
        #expect(requestor.integrations[2].tempPass != nil)
        #expect(world.service.accessTokenTTL == 21_600)
        let subscriber = try #require(world.provider("Spectrum")?.subscribers.first)
        #expect(subscriber.name == "person-1" && subscriber.userID == "person-1")
        #expect(subscriber.attributes.map(\.name) == ["userID", "householdID"])
        #expect(subscriber.entitlements == ["channel-1"])
        #expect(world.provider("Cablevision")?.boarding == .supported)
        #expect(world.provider("Spectrum")?.boarding == Boarding.none)
    }

    /// One fact of a recording, and the setting that follows.
    struct Fact: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entry: Int
        let path: [String]
        let value: JSONValue
        let holds: @Sendable (Integration) -> Bool
    }

    static let facts: [Fact] = [
        .init(
            testDescription: "a decision by degradation", entry: Archive.authorize, path: ["decisions", "0", "source"],
            value: "degradation", holds: { $0.degradation == .authenticateAll }),
        .init(
            testDescription: "a denial by degradation", entry: Archive.preauthorize,
            path: ["decisions", "1", "source"], value: "degradation", holds: { $0.degradation == .authorizeNone }),
        .init(
            testDescription: "a degraded profile", entry: Archive.profile, path: ["profiles", "Spectrum", "type"],
            value: "degraded", holds: { $0.degradation == .authenticateAll }),
        .init(
            testDescription: "a decision without the MVPD", entry: Archive.authorize,
            path: ["decisions", "0", "source"], value: "dummy", holds: { $0.dummyAuthorization }),
        .init(
            testDescription: "a fallback by configuration", entry: Archive.session, path: ["reasonType"],
            value: "configuration_fallback", holds: { !$0.singleSignOn }),
        .init(
            testDescription: "a complete logout", entry: Archive.logout,
            path: ["logouts", "Spectrum", "actionName"], value: "complete", holds: { !$0.logoutEndpoint }),
        .init(
            testDescription: "a flag of the configuration", entry: Archive.configuration,
            path: ["requestor", "mvpds", "1", "passiveAuthnEnabled"], value: true,
            holds: { $0.passiveAuthentication }),
        .init(
            testDescription: "a profile of an hour", entry: Archive.profile,
            path: ["profiles", "Spectrum", "notAfter"], value: 1_773_140_431_000,
            holds: { $0.authenticationTTL == 3_600 }),
    ]

    @Test("has what a response implies", arguments: facts)
    func implied(_ fact: Fact) throws {
        var archive = try Archive()
        try archive.changeAnswer(fact.entry, fact.path, to: fact.value)
        let requestor = try #require(try archive.recording().origin().description.service.requestors.first)
        #expect(fact.holds(try #require(requestor.integration("Spectrum"))))
    }
}
