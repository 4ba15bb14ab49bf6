import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStateStorage
import TVSimStructuredText
import Testing

/// Basic and promotional temporary passes.
///
/// Adobe Pass, Temp Pass; Adobe Pass REST API V2, Profiles.
@Suite("Temporary access")
struct TemporaryAccessTests {
    private func world(
        resources: Int? = nil, duration: TimeInterval = 600, reopensUsedResources: Bool = false
    ) throws -> ServiceWorld {
        let world = try ServiceWorld()
        try world.change("Mediacom") { mediacom in
            var pass = TempPass(duration: duration, resources: resources)
            pass.reopensUsedResources = reopensUsedResources
            mediacom.tempPass = pass
        }
        return world
    }

    private func profile(_ app: AppFixture) async throws -> Reply<ProfilesResponse> {
        try await app.send(.profile(of: "REF30", mvpd: "Mediacom", headers: app.headers))
    }

    private func decide(_ resource: ResourceID, _ app: AppFixture) async throws -> ResourceDecision {
        try #require(try await app.decide(resource, mvpd: "Mediacom").required().decisions.first)
    }

    private func named(_ name: String, _ app: AppFixture) -> AppFixture {
        var app = app
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["email": .string(name)])
        return app
    }

    @Test("a basic pass permits any resource; its time starts with the first permit and ends for all resources")
    func basic() async throws {
        let world = try world()
        let app = try await world.app()
        try world.simulation.clock.advance(by: 3_600)
        let begin = try world.now
        let before = try #require(try await profile(app).required().profiles["Mediacom"])
        #expect(before.type == .temporary && before.issuer == "Adobe")
        #expect(before.attributes["remaining_resources"] == nil)
        let userID = try #require(before.attributes["userID"]?.value.string)
        #expect(userID.wholeMatch(of: /temppass_[0-9a-f]{40}/) != nil)

        let permit = try await decide("anything", app)
        #expect(permit.authorized && permit.source == .temppass)
        #expect(permit.token != nil)
        #expect(permit.notAfter?.instant == begin.addingTimeInterval(600))
        try world.simulation.clock.advance(by: 599)
        #expect(try await decide("something else", app).authorized)
        let after = try #require(try await profile(app).required().profiles["Mediacom"])
        #expect(after.notAfter.instant == begin.addingTimeInterval(600))
        #expect(
            after.attributes["expiration_date"]?.value == .integer(Milliseconds(begin.addingTimeInterval(600)).value))
        #expect(after.attributes["userID"]?.value.string == userID)

        try world.simulation.clock.advance(by: 1)
        let late = try await decide("anything", app)
        #expect(!late.authorized && late.source == .temppass && late.token == nil)
        #expect(late.error?.code == "temporary_access_duration_limit_exceeded")
        #expect(try await profile(app).error?.code == "temporary_access_duration_limit_exceeded")
    }

    @Test(
        "a media token is valid for seven minutes, but not longer than its pass",
        arguments: [(180, 420), (181, 419), (599, 1)])
    func token(after start: TimeInterval, holds: TimeInterval) async throws {
        let world = try world()
        let app = try await world.app()
        #expect(try await decide("A", app).authorized)
        try world.simulation.clock.advance(by: start)
        let now = try world.now
        let token = try #require(try await decide("A", app).token)
        #expect(token.notAfter.instant == now.addingTimeInterval(holds))
        let signed = token.serializedToken
        let verifier = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
        let facts = verifier.judge(Data(signed.utf8), resource: "A", requestor: "REF30", at: now).facts
        #expect(facts?.notAfter == now.addingTimeInterval(holds))
    }

    @Test("a basic pass stores no resources, because it permits any number of them")
    func remembersNone() async throws {
        let world = try world()
        let app = try await world.app()
        for resource in ["first film", "second film"] as [ResourceID] {
            #expect(try await decide(resource, app).authorized)
        }
        let kept = try world.simulation.store.read { state in
            try state.names(withPrefix: "service/trial/").compactMap { try state.encodedValue(named: $0) }
        }
        #expect(kept.contains { $0.contains("startedAt") })
        #expect(!kept.contains { $0.contains("film") })
    }

    @Test(
        "a basic pass belongs to the device: another client on it continues the trial, another device starts a new one")
    func perDevice() async throws {
        let world = try world()
        let first = try await world.app()
        #expect(try await decide("A", first).authorized)
        try world.simulation.clock.advance(by: 600)
        #expect(try await decide("A", world.app()).error?.code == "temporary_access_duration_limit_exceeded")
        #expect(try await decide("A", world.app(fingerprint: "device-2")).authorized)
    }

    /// TempPass Feature, Promotional TempPass: nothing can be watched beyond the limits "unless their TempPass is reset".
    @Test(
        "a promotional pass with its last resource used is used up, unless used resources stay available",
        arguments: [false, true])
    func promotional(reopens: Bool) async throws {
        let world = try world(resources: 2, reopensUsedResources: reopens)
        let app = named("a", try await world.app())
        #expect(try await decide("A", app).authorized)
        var attributes = try #require(try await profile(app).required().profiles["Mediacom"]?.attributes)
        #expect(attributes["remaining_resources"]?.value == .integer(1))
        #expect(attributes["used_assets"]?.value == .array([.string("A")]))
        #expect(try await decide("A", app).authorized)
        attributes = try #require(try await profile(app).required().profiles["Mediacom"]?.attributes)
        #expect(attributes["remaining_resources"]?.value == .integer(1))
        #expect(try await decide("B", app).authorized)
        #expect(try await decide("C", app).error?.code == "temporary_access_resources_limit_exceeded")
        let again = try await decide("A", app)
        #expect(again.authorized == reopens)
        #expect(again.error?.code == (reopens ? nil : "temporary_access_resources_limit_exceeded"))
        #expect(try await profile(app).error?.code == "temporary_access_resources_limit_exceeded")
        try world.simulation.clock.advance(by: 600)
        #expect(try await decide("A", app).error?.code == "temporary_access_duration_limit_exceeded")
    }

    struct Newcomer: Sendable, CustomTestStringConvertible {
        let person: String
        let device: String
        let goesOn: Bool
        var testDescription: String { "\(person) on \(device)" }
    }

    @Test(
        "a known user or device continues the existing trial",
        arguments: [
            Newcomer(person: "a", device: "device-1", goesOn: true),
            Newcomer(person: "a", device: "device-2", goesOn: true),
            Newcomer(person: "b", device: "device-1", goesOn: true),
            Newcomer(person: "b", device: "device-2", goesOn: false),
        ])
    func identity(newcomer: Newcomer) async throws {
        let world = try world(resources: 1)
        #expect(try await decide("A", named("a", try await world.app())).authorized)
        let app = named(newcomer.person, try await world.app(fingerprint: newcomer.device))
        #expect(try await decide("B", app).authorized == !newcomer.goesOn)
    }

    @Test("separate trials stay separate, and a used-up one denies every user of its device")
    func trialsThatMeet() async throws {
        let world = try world(resources: 2)
        let (first, second) = (try await world.app(), try await world.app(fingerprint: "device-2"))
        for resource in ["A", "B"] as [ResourceID] { #expect(try await decide(resource, named("a", first)).authorized) }
        #expect(try await decide("A", named("b", second)).authorized)
        for person in ["a", "b", "c", "b"] {
            let decision = try await decide("C", named(person, first))
            #expect(decision.error?.code == "temporary_access_resources_limit_exceeded", "\(person)")
        }
        // The trial of b has another resource left, where the device has none of its own.
        #expect(try await decide("C", named("b", second)).authorized)
    }

    @Test("the user identifier depends on the device only, not on pass or user")
    func userIDOfDevice() async throws {
        let world = try world(resources: 2)
        func userID(_ app: AppFixture) async throws -> String? {
            try await profile(app).required().profiles["Mediacom"]?.attributes["userID"]?.value.string
        }
        let (first, second) = (try await world.app(), try await world.app(fingerprint: "device-2"))
        let one = try await userID(named("a", first))
        #expect(try await userID(named("b", first)) == one)
        #expect(try await userID(named("a", second)) != one)
        let basic = try self.world()
        #expect(try await userID(try await basic.app()) == one)
    }

    @Test("a user who continues a device's trial shares its resources with the other users")
    func oneTrial() async throws {
        let world = try world(resources: 2)
        #expect(try await decide("A", named("a", try await world.app())).authorized)
        // b becomes known by the device of a, and uses the second resource.
        #expect(try await decide("B", named("b", try await world.app())).authorized)
        let elsewhere = named("a", try await world.app(fingerprint: "device-2"))
        #expect(try await decide("C", elsewhere).error?.code == "temporary_access_resources_limit_exceeded")
    }

    @Test("a promotional pass without an identity, or with a malformed one, is refused")
    func withoutIdentity() async throws {
        let app = try await world(resources: 1).app()
        #expect(try await profile(app).error?.code == "invalid_header_identity_for_temporary_access")
        let decision = try await decide("A", app)
        #expect(!decision.authorized && decision.source == .temppass)
        #expect(decision.error?.code == "invalid_header_identity_for_temporary_access")
        for garbage in ["", "!", "bm8"] { #expect(TemporaryIdentity(headerValue: garbage) == nil) }
    }

    @Test(
        "an object identifies the user by the pass's key only, and other text as a whole",
        arguments: [
            (#"{"email":"a"}"#, "a"), (#"{ "name": "Ann", "email": "a" }"#, "a"), (#"{"email":7}"#, "7"),
            (#"{"name":"Ann"}"#, nil), (#"{"email":""}"#, nil), (#"{"email":null}"#, nil), ("{}", nil),
            ("f7ee5ec7", "f7ee5ec7"), ("[]", "[]"), ("{", "{"), ("(\"email\":\"a\")", "(\"email\":\"a\")"),
        ] as [(String, String?)])
    func person(text: String, person: String?) throws {
        let identity = try #require(TemporaryIdentity(headerValue: Data(text.utf8).base64EncodedString()))
        #expect(identity.person(underKey: "email") == person)
    }

    @Test("a hash in bytes identifies the same user as its hexadecimal digits")
    func octets() {
        #expect(TemporaryIdentity(headerValue: "9+5exw==")?.person(underKey: "email") == "f7ee5ec7")
    }

    @Test("other members do not change the user, and the profile can set the pass's key")
    func userInformationKey() async throws {
        let world = try ServiceWorld()
        try world.change("Mediacom") {
            $0.tempPass = TempPass(duration: 600, resources: 1)
            $0.tempPass?.userInformationKey = "phone"
        }
        var app = try await world.app()
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["phone": "1", "visit": "first"])
        #expect(try await decide("A", app).authorized)
        app = try await world.app(fingerprint: "device-2")
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["phone": "1", "visit": "second"])
        #expect(try await decide("B", app).error?.code == "temporary_access_resources_limit_exceeded")
        app = try await world.app(fingerprint: "device-3")
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["email": "1"])
        #expect(try await decide("B", app).error?.code == "invalid_header_identity_for_temporary_access")
    }

    @Test("a pass that permits nothing is a configuration error", arguments: [0.0, -1])
    func configuration(duration: Double) async throws {
        let app = try await world(duration: duration).app()
        #expect(try await profile(app).error?.code == "invalid_configuration_temporary_access")
        #expect(try await decide("A", app).error?.code == "invalid_configuration_temporary_access")
        let inAdvance = try await app.send(
            .preauthorize(.init(resources: ["A"]), of: "REF30", mvpd: "Mediacom", headers: app.headers)
        ).required()
        #expect(inAdvance.decisions.first?.error?.code == "invalid_configuration_temporary_access")
    }

    @Test("preauthorization with a valid pass permits every resource and uses none")
    func preauthorize() async throws {
        let world = try world(resources: 1)
        let app = named("a", try await world.app())
        func inAdvance() async throws -> [String?] {
            try await app.send(
                .preauthorize(.init(resources: ["A", "B"]), of: "REF30", mvpd: "Mediacom", headers: app.headers)
            ).required().decisions.map { $0.error?.code ?? "permit" }
        }
        #expect(try await inAdvance() == ["permit", "permit"])
        #expect(try await inAdvance() == ["permit", "permit"])
        #expect(try await decide("A", app).authorized)
        #expect(
            try await inAdvance() == [
                "temporary_access_resources_limit_exceeded", "temporary_access_resources_limit_exceeded",
            ])
    }

    @Test("preauthorization finds a promotional pass by the device, whatever user is named")
    func preauthorizeTakesNoIdentity() async throws {
        let world = try world(resources: 1)
        let first = named("a", try await world.app())
        let second = named("a", try await world.app(fingerprint: "device-2"))
        #expect(try await decide("A", first).authorized)
        func inAdvance(_ app: AppFixture) async throws -> Bool {
            try await app.send(
                .preauthorize(.init(resources: ["B"]), of: "REF30", mvpd: "Mediacom", headers: app.headers)
            ).required().decisions[0].authorized
        }
        #expect(try await !inAdvance(first))
        #expect(try await inAdvance(second), "what a person used up on another device is not seen in advance")
        #expect(try await !decide("B", second).authorized)
    }

    @Test("sessions need no sign-in, a code returns the pass, logout has no session to end, lists omit it")
    func elsewhere() async throws {
        let app = try await world().app()
        let session = try await app.send(
            .session(.init(mvpd: "Mediacom"), of: "REF30", headers: app.headers)
        ).required()
        #expect(session.actionName == .authorize && session.reasonType == .temporary)
        let waiting = try await app.send(.session(.init(), of: "REF30", headers: app.headers)).required()
        let code = try #require(waiting.code)
        let resumed = try await app.send(
            .resume(.init(mvpd: "Mediacom"), code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(resumed.actionName == .authorize && resumed.reasonType == .temporary)
        let shown = try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers))
            .required()
        #expect(shown.profiles["Mediacom"]?.type == .temporary)
        let logout = try await app.send(
            .logout(of: "REF30", mvpd: "Mediacom", redirectURL: "app://out", headers: app.headers)
        ).required()
        #expect(logout.logouts["Mediacom"]?.actionName == .complete)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).required().profiles.isEmpty)
    }

    @Test("twenty simultaneous requests for the last resource get one permit")
    func atOnce() async throws {
        let world = try world(resources: 1)
        let app = named("a", try await world.app())
        let permits = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<20 { group.addTask { try await decide("\(number)", app).authorized } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(permits == 1)
    }
}
