import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("Authorization decisions")
struct DecisionsTests {
    private func world(_ configure: (inout Integration) -> Void = { _ in }) throws -> ServiceWorld {
        try ServiceWorld { configuration in
            configuration.change("Cablevision") { integration in
                integration.table.authorizations = ["alice-1": ["REF30"]]
                configure(&integration)
            }
        }
    }

    private func only(_ reply: Reply<DecisionsResponse>) throws -> ResourceDecision {
        let decisions = try reply.required().decisions
        guard reply.status == 200, decisions.count == 1 else { throw UnexpectedReply(description: "\(reply)") }
        return decisions[0]
    }

    @Test("permits what the MVPD permits, with a media token of seven minutes (ambiguity 49)")
    func permits() async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular)
        let decision = try only(try await app.decide())
        #expect(decision.authorized && decision.source == .mvpd && decision.error == nil)
        #expect(decision.resource == "REF30" && decision.mvpd == "Cablevision")
        let now = try world.now
        #expect(decision.notBefore?.instant == now)
        #expect(decision.notAfter?.instant == now.addingTimeInterval(86_400))
        #expect(decision.token?.notBefore.instant == now)
        #expect(decision.token?.notAfter.instant == now.addingTimeInterval(420))
    }

    @Test("ambiguity 49: signs the exact bytes of the token's element, as openssl verifies")
    func signsMediaTokens() async throws {
        let app = try await world { $0.table.authorizations = ["alice-1": ["a<b>&\"c\"\r\n"]] }.app()
        try app.hold(.regular)
        let decision = try only(try await app.decide("a<b>&\"c\"\r\n"))
        let token = try #require(decision.token)
        let xml = String(decoding: try #require(Data(base64Encoded: token.serializedToken)), as: UTF8.self)
        let match = try #require(
            xml.wholeMatch(
                of: /<signatureInfo>([^<]*)<\/signatureInfo>(<shortAuthorizationToken>.*)/.dotMatchesNewlines()))
        let id = try #require(match.2.firstMatch(of: /<tokenID>([0-9a-f-]{36})</)).1
        #expect(
            match.2 == """
                <shortAuthorizationToken><sessionGUID>bb2e8d1d878189003d4d99a2571bb6ce</sessionGUID>\
                <requestorID>REF30</requestorID><resourceID>a&lt;b&gt;&amp;&quot;c&quot;&#13;&#10;</resourceID><ttl>420000</ttl><issueTime>2026/01/01 00:00:00 GMT +0000</issueTime>\
                <mvpdId>Cablevision</mvpdId><tokenID>\(id)</tokenID></shortAuthorizationToken>
                """)
        let signature = try #require(Data(base64Encoded: String(match.1)))
        let key = try SimulationKeys.mediaTokenPublicKey()
        #expect(try OutsideJudge.verifies(signature: signature, over: Data(match.2.utf8), publicKeyPEM: key))
        #expect(try !OutsideJudge.verifies(signature: signature, over: Data(xml.utf8), publicKeyPEM: key))
    }

    static let denials: [(String, ResourceID, EnhancedErrorCode)] = [
        ("alice-1", "OTHER", .authorizationDeniedByMVPD),
        ("alice-1", "ref30", .authorizationDeniedByMVPD),
        ("bob-1", "REF30", .identityNotRecognizedByMVPD),
    ]

    @Test("denies inside an ordinary response, with a validity and without a token", arguments: denials)
    func denies(userID: String, resource: ResourceID, code: EnhancedErrorCode) async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular, userID: userID)
        let decision = try only(try await app.decide(resource))
        #expect(!decision.authorized && decision.source == .mvpd && decision.token == nil)
        #expect(decision.error?.is(code) == true)
        #expect(decision.notAfter?.instant == (try world.now.addingTimeInterval(86_400)))
    }

    static let mediaRSS: [(String, Bool)] = [
        (
            #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>REF30</title>"#
                + #"<media:rating scheme="urn:mpaa">pg</media:rating></channel></rss>"#, true
        ),
        ("\n  <rss><channel><title> REF<!-- -->30 </title></channel></rss>", true),
        ("<rss><channel><title>OTHER</title></channel></rss>", false),
        ("<rss><title>REF30</title></rss>", false),
        ("<feed><channel><title>REF30</title></channel></feed>", false),
    ]

    @Test("asks the MVPD for the channel of a media RSS resource", arguments: mediaRSS)
    func asksForChannel(resource: String, permitted: Bool) async throws {
        let app = try await world().app()
        try app.hold(.regular)
        let decision = try only(try await app.decide(ResourceID(resource)))
        #expect(decision.authorized == permitted && decision.resource == ResourceID(resource))
    }

    /// A rating of media RSS, a limit, and whether it may be watched.
    static let ratings: [(String, [String: String], Bool)] = [
        (rating("urn:mpaa", "R"), ["MPAA": "PG-13"], false), (rating("urn:mpaa", "pg-13"), ["MPAA": "PG-13"], true),
        (rating("URN:MPAA", "r"), ["mpaa": "pg13"], false), (rating("urn:mpaa", "nc-17"), ["MPAA": "R"], false),
        (rating("urn:mpaa", "g"), ["MPAA": "G"], true), (rating("urn:mpaa", "PG"), ["MPAA": "G"], false),
        (rating("urn:v-chip", "TV-MA"), ["VCHIP": "TV-14"], false),
        (rating("urn:v-chip", "TV-MA"), ["v-chip": "TV-14"], false),
        (rating("urn:v-chip", "14"), ["VCHIP": "tv-pg"], false),
        (rating("urn:v-chip", "tv-y7"), ["VCHIP": "TV-G"], true),
        (rating("urn:v-chip", "tv-y7"), ["VCHIP": "TV-Y"], false),
        // Of several limits for one system the strictest counts, in whatever order they come.
        (
            rating("urn:mpaa", "PG"),
            ["MPAA": "NC-17", "mpaa": "R", "Mpaa": "NC-17", "MPaa": "PG-13", "mpAA": "G", "mPAA": "R"], false
        ),
        // What is not known, and what has no limit, decides nothing.
        (rating("urn:v-chip", "TV-MA"), ["MPAA": "G"], true), (rating("urn:simple", "adult"), ["MPAA": "G"], true),
        (rating("urn:mpaa", "X"), ["MPAA": "G"], true), (rating("urn:mpaa", "R"), ["MPAA": "unheard of"], true),
        (rating("urn:mpaa", "R"), [:], true), (rating("urn:mpaa", "tv-ma"), ["MPAA": "G"], true),
        // The harshest of several decides, wherever it stands.
        (
            rating(
                "urn:mpaa", "G",
                "<item><media:content><media:rating scheme='urn:mpaa'>R</media:rating>"
                    + "</media:content></item>"), ["MPAA": "PG"], false
        ),
        // What is no rating of media RSS, and what cannot be read safely, decides nothing.
        ("<rss><channel><title>REF30</title><rating scheme='urn:mpaa'>R</rating></channel></rss>", ["MPAA": "G"], true),
    ]

    private static func rating(_ scheme: String, _ text: String, _ further: String = "") -> String {
        #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>REF30</title>"#
            + "<media:rating scheme=\"\(scheme)\"> \(text) </media:rating>\(further)</channel></rss>"
    }

    @Test("denies resources rated above the user's limit, in authorization and preauthorization", arguments: ratings)
    func parentalControls(resource: String, limits: [String: String], permitted: Bool) async throws {
        let app = try await world { $0.table.maxRatings = ["alice-1": limits] }.app()
        try app.hold(.regular)
        let decision = try only(try await app.decide(ResourceID(resource)))
        #expect(decision.authorized == permitted)
        let advance = try await app.send(
            .preauthorize(
                .init(resources: [ResourceID(resource)]), of: "REF30", mvpd: "Cablevision", headers: app.headers))
        #expect(try only(advance).authorized == permitted)
        guard !permitted else { return }
        for denied in [decision, try only(advance)] {
            #expect(denied.error?.is(.authorizationDeniedByParentalControls) == true && denied.token == nil)
        }
    }

    @Test("a user who may not watch the channel is denied for that reason, whatever the rating")
    func channelBeforeRating() async throws {
        let app = try await world {
            $0.table.authorizations = ["alice-1": []]
            $0.table.maxRatings = ["alice-1": ["MPAA": "G"]]
        }.app()
        try app.hold(.regular)
        #expect(
            try only(try await app.decide(ResourceID(Self.rating("urn:mpaa", "R")))).error?
                .is(.authorizationDeniedByMVPD) == true)
    }

    @Test("ambiguity 41: stores permits and denials for the authorization's lifetime, with a new token each time")
    func keepsDecisions() async throws {
        let world = try world()
        var app = try await world.app()
        try app.hold(.regular)
        let permit = try only(try await app.decide("REF30"))
        let deny = try only(try await app.decide("OTHER"))
        try world.change("Cablevision") { $0.table.authorizations = ["alice-1": ["OTHER"]] }

        try world.simulation.clock.advance(by: 86_399.999)
        try await app.renewToken()
        let kept = try only(try await app.decide("REF30"))
        #expect(kept.authorized && kept.notAfter == permit.notAfter)
        #expect(kept.token?.notBefore.instant == (try world.now))
        #expect(try only(try await app.decide("OTHER")).notAfter == deny.notAfter)

        try world.simulation.clock.advance(by: 0.001)
        #expect(try !only(try await app.decide("REF30")).authorized)
        #expect(try only(try await app.decide("OTHER")).authorized)
    }

    @Test("deletes decisions with their profile")
    func forgetsDecisions() async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular)
        #expect(try only(try await app.decide()).authorized)
        try world.change("Cablevision") { $0.table.authorizations = ["alice-1": []] }
        try app.hold(.regular)
        #expect(try !only(try await app.decide()).authorized)
    }

    @Test("ambiguity 38: distinguishes a missing, an expired and an invalidated profile")
    func tellsAbsencesApart() async throws {
        let world = try world()
        var app = try await world.app()
        #expect(try only(try await app.decide()).error?.is(.authenticatedProfileMissing) == true)
        try app.hold(.regular)

        let registeredAnew = try await world.app()
        #expect(try only(try await registeredAnew.decide()).error?.is(.authenticatedProfileInvalidated) == true)
        var otherDevice = app
        otherDevice.headers.deviceIdentifier = .init(fingerprint: "device-2")
        #expect(try only(try await otherDevice.decide()).error?.is(.authenticatedProfileMissing) == true)
        let otherApp = try await world.app(statement: SoftwareStatements.issue(app: "com.example.news"))
        #expect(try only(try await otherApp.decide()).error?.is(.authenticatedProfileMissing) == true)
        let stranger = try await world.app(fingerprint: "device-3")
        #expect(try only(try await stranger.decide()).error?.is(.authenticatedProfileMissing) == true)

        try world.simulation.clock.advance(by: 30 * 86_400)
        try await app.renewToken()
        let decision = try only(try await app.decide())
        #expect(decision.error?.is(.authenticatedProfileExpired) == true)
        #expect(decision.token == nil && decision.notAfter == nil)
        var late = registeredAnew
        try await late.renewToken()
        #expect(try only(try await late.decide()).error?.is(.authenticatedProfileMissing) == true)

        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers))
        #expect(try only(try await app.decide()).error?.is(.authenticatedProfileMissing) == true)
    }

    @Test(
        "ambiguity 38: neither a second device nor an app's new client affects a device that logged out")
    func keepsAbsencesApart() async throws {
        let world = try world()
        let livingRoom = try await world.app()
        var bedroom = livingRoom
        bedroom.headers.deviceIdentifier = .init(fingerprint: "bedroom")
        let logout = EntitlementCall.logout(
            of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: livingRoom.headers)
        try livingRoom.hold(.regular)
        _ = try await livingRoom.send(logout)
        try bedroom.hold(.regular)
        #expect(try only(try await livingRoom.decide()).error?.is(.authenticatedProfileMissing) == true)

        try livingRoom.hold(.regular)
        let anew = try await world.app()
        #expect(try only(try await anew.decide()).error?.is(.authenticatedProfileInvalidated) == true)
        // Not the other way round: the client that registered first has lost nothing to the second.
        let first = try await world.app(fingerprint: "kitchen")
        let second = try await world.app(fingerprint: "kitchen")
        try second.hold(.regular)
        #expect(try only(try await first.decide()).error?.is(.authenticatedProfileMissing) == true)
        // Nor has one that has logged out by itself.
        try first.hold(.regular)
        _ = try await second.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: second.headers))
        #expect(try only(try await second.decide()).error?.is(.authenticatedProfileMissing) == true)

        try anew.hold(.regular)
        #expect(try only(try await anew.decide()).error == nil)
        _ = try await anew.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: anew.headers))
        #expect(try only(try await anew.decide()).error?.is(.authenticatedProfileMissing) == true)

        // Of three clients that had a profile, the last has logged out, however many came after it.
        let three = [try await world.app(), try await world.app(), try await world.app()]
        for app in three.reversed() { try app.hold(.regular) }
        _ = try await three[2].send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: three[2].headers))
        #expect(try only(try await three[2].decide()).error?.is(.authenticatedProfileMissing) == true)
    }

    @Test(
        "refuses a resource that starts like XML but is malformed, and decides on other texts",
        arguments: [
            ("<", true), ("<rss><channel><title>REF30</title></channel>", true),
            ("<!DOCTYPE rss><rss><channel><title>REF30</title></channel></rss>", true), ("<rss/>", false),
            ("rss>", false),
        ] as [(ResourceID, Bool)])
    func refusesBrokenXML(resource: ResourceID, isRefused: Bool) async throws {
        let app = try await world().app()
        try app.hold(.regular)
        let answer = try await app.decide(resource)
        #expect((answer.error?.is(.invalidParameterResources) == true) == isRefused)
        #expect((answer.success?.decisions.first?.error?.is(.authorizationDeniedByMVPD) == true) == !isRefused)
    }

    @Test("ambiguity 33: refuses an invalid framework status with its code", arguments: FrameworkStatusRow.all)
    func refusesInvalidStatus(row: FrameworkStatusRow) async throws {
        let app = try await world().app()
        var headers = app.headers
        headers.frameworkStatus = row.status
        try app.hold(.appleSSO)
        #expect(try await app.decide(headers: headers).error?.is(row.code) == true)

        // Beside a regular profile the status does not matter, nor without any profile.
        try app.hold(.regular)
        #expect(try only(try await app.decide(headers: headers)).authorized)
        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers))
        let decision = try only(try await app.decide(headers: headers))
        #expect(decision.error?.is(.authenticatedProfileMissing) == true)
    }

    @Test("ambiguity 33: uses the profile from single sign-on only with a valid status")
    func needsStatus() async throws {
        let app = try await world().app()
        try app.hold(.appleSSO)
        #expect(try only(try await app.decide()).error?.is(.authenticatedProfileMissing) == true)
        #expect(try only(try await app.decide(headers: app.vouched())).authorized)
        let mismatch = try await app.decide(headers: app.vouched("Dish"))
        #expect(mismatch.error?.is(.invalidHeaderPFSProviderIDMismatch) == true)
        #expect(mismatch.status == 400)
    }

    @Test("under the rule AuthNAll, permits by degradation with a validity")
    func permitsWithoutSignIn() async throws {
        let world = try world { $0.degradation = .authenticateAll }
        let decision = try only(try await world.app().decide("ANY"))
        #expect(decision.authorized && decision.source == .degradation && decision.token != nil)
        #expect(decision.notAfter?.instant == (try world.now.addingTimeInterval(86_400)))
    }

    @Test(
        "under the rule AuthZAll, permits every user, without a validity",
        arguments: [nil, EntitlementProfile.Kind.regular, .appleSSO])
    func permitsEverybody(held: EntitlementProfile.Kind?) async throws {
        let world = try world { $0.degradation = .authorizeAll }
        let app = try await world.app()
        if let held { try app.hold(held) }
        var denied = app.headers
        denied.frameworkStatus = PartnerFrameworkStatus(permission: .init(accessStatus: .denied), provider: nil)
        var users: Set<String> = []
        for headers in [app.headers, denied] {
            let decision = try only(try await app.decide("ANY", headers: headers))
            #expect(decision.authorized && decision.source == .degradation && decision.error == nil)
            #expect(decision.notBefore == nil && decision.notAfter == nil)
            users.insert(try user(of: decision))
        }
        // Whoever is not known is called as where everybody counts as signed in.
        try world.change("Cablevision") { $0.degradation = .authenticateAll }
        let unknown = try user(of: try only(try await app.decide("ANY")))
        #expect(users == [held == .regular ? "bb2e8d1d878189003d4d99a2571bb6ce" : unknown])
    }

    /// The user whom a decision's media token names.
    private func user(of decision: ResourceDecision) throws -> String {
        let token = try #require(decision.token)
        let judgement = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
            .judge(Data(token.serializedToken.utf8), resource: nil, requestor: nil, at: token.notBefore.instant)
        return try #require(judgement.facts).sessionGUID
    }

    @Test("under the rule AuthZNone, denies a user who is not signed in too")
    func deniesStrangersByRule() async throws {
        let app = try await world { $0.degradation = .authorizeNone }.app()
        let decision = try only(try await app.decide())
        #expect(decision.error?.is(.authorizationDeniedByDegradationRule) == true)
        #expect(decision.source == .degradation && !decision.authorized && decision.token == nil)
    }

    @Test("ambiguity 42: under the rule AuthZNone, denies resources that the MVPD permits or has permitted")
    func deniesByRule() async throws {
        let world = try world()
        let app = try await world.app()
        try app.hold(.regular)
        #expect(try only(try await app.decide()).authorized)
        try world.change("Cablevision") { $0.degradation = .authorizeNone }
        let decision = try only(try await app.decide())
        #expect(decision.error?.is(.authorizationDeniedByDegradationRule) == true)
        #expect(decision.source == .degradation && decision.token == nil)
        try world.change("Cablevision") { $0.degradation = .none }
        #expect(try only(try await app.decide()).authorized)
    }

    @Test("refuses too many resources")
    func refusesTooManyResources() async throws {
        let world = try world()
        let app = try await world.app()
        let call = EntitlementCall.authorize(
            .init(resources: ["REF30", "OTHER"]), of: "REF30", mvpd: "Cablevision", headers: app.headers)
        let reply = try await app.send(call)
        #expect(reply.error?.is(.tooManyResources) == true && reply.status == 403)
        try app.hold(.regular)
        try world.change("Cablevision") { $0.authorizationResourceLimit = 2 }
        let decisions = try await app.send(call).required().decisions
        #expect(decisions.map(\.resource) == ["REF30", "OTHER"])
        #expect(decisions.map(\.authorized) == [true, false])
    }

    @Test(
        "refuses a body without resources",
        arguments: [
            "", "{", "[]", "{}", #"{"resources":[]}"#, #"{"resources":"REF30"}"#, #"{"resources":[1]}"#,
            #"{"resources":[""]}"#, #"{"resources":["a\u0000"]}"#, #"{"resources":[null]}"#,
            "{\"resources\":[\"\(String(repeating: "a", count: 20_000))\"]}",
        ])
    func refusesBodies(body: String) async throws {
        let app = try await world().app()
        var call = EntitlementCall.authorize(
            .init(resources: []), of: "REF30", mvpd: "Cablevision", headers: app.headers)
        call.body = .json(Data(body.utf8))
        #expect(try await app.send(call).error?.is(.invalidParameterResources) == true)
    }
}
