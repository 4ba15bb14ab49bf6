import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("Partner sessions")
struct PartnerSessionTests {
    private func expectFallback(
        _ session: SessionResponse, _ reason: SessionResponse.ReasonType, mvpd: MVPDID?, in world: ServiceWorld
    ) throws {
        #expect(session.actionName == .authenticate && session.actionType == .interactive)
        #expect(session.reasonType == reason && session.mvpd == mvpd)
        let code = try #require(session.code)
        #expect(code.wholeMatch(of: /[A-Z0-9]{7}/) != nil)
        #expect(session.url == "/api/v2/authenticate/REF30/\(code)")
        #expect(session.notBefore?.instant == (try world.now))
        #expect(session.notAfter?.instant == (try world.now.addingTimeInterval(1_800)))
        #expect(session.authenticationRequest == nil && session.missingParameters == nil)
        // Single sign-on has not succeeded or failed: the app continues with a classic sign-in.
        #expect(try world.simulation.journal.entries().last?.verdict == .fellBack)
    }

    @Test("asks the partner when the status is valid and the configuration allows it: partner_profile/direct/none")
    func asksThePartner() async throws {
        let app = try await ServiceWorld().app()
        let session = try await app.beginSession(headers: app.vouched()).required()
        #expect(session.actionName == .partnerProfile && session.actionType == .direct)
        #expect(session.reasonType == .none)
        #expect(session.url == "/api/v2/REF30/profiles/sso/Apple")
        #expect(session.mvpd == "Cablevision" && session.serviceProvider == "REF30")
        #expect(session.code == nil && session.notBefore == nil && session.notAfter == nil)
        #expect(session.sessionId.count == 36)
        let request = try #require(session.authenticationRequest)
        #expect(request.type == "saml")
        #expect(request.attributesNames == ["userID", "householdID", "zip", "maxRating", "channelID"])
        #expect(Data(base64Encoded: request.request)?.isEmpty == false)
    }

    @Test(
        "of several MVPDs with one mapping selects the first SUPPORTED one, else PICKER, else active, else any",
        arguments: [
            (["off", "listed", "supported"], "Suddenlink"), (["off", "listed", "listed"], "Dish"),
            (["none", "listed", "disabled"], "Dish"), (["disabled", "off", "none"], "Dish"),
            (["disabled", "disabled", "none"], "Suddenlink"),
        ] as [([String], MVPDID)])
    func sharedMapping(kinds: [String], meant: MVPDID) async throws {
        let world = try ServiceWorld()
        for (mvpd, kind) in zip(["Cablevision", "Dish", "Suddenlink"] as [MVPDID], kinds) {
            try world.change(mvpd) {
                $0.contract.platformMappingID = "Shared"
                $0.enabled = kind != "disabled"
                $0.singleSignOn = kind != "off"
                $0.boarding = .chosen(kind == "none" ? nil : kind == "listed" ? .picker : .supported)
            }
        }
        let app = try await world.app()
        let session = try await app.beginSession(headers: app.vouched("Shared")).required()
        #expect(session.mvpd == meant)
    }

    @Test("ambiguity 45: treats a status without an expiration as not expired")
    func takesMissingExpiration() async throws {
        let app = try await ServiceWorld().app()
        var headers = app.headers
        headers.frameworkStatus = .init(
            permission: .init(accessStatus: .granted), provider: .init(id: "Cablevision", expires: nil))
        #expect(try await app.beginSession(headers: headers).required().actionName == .partnerProfile)
    }

    @Test("falls back with pfs_fallback if the status is invalid", arguments: FrameworkStatusRow.all)
    func fallsBackOnStatus(row: FrameworkStatusRow) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        var headers = app.headers
        headers.frameworkStatus = row.status
        let session = try await app.beginSession(headers: headers).required()
        try expectFallback(session, .pfsFallback, mvpd: row.mvpd, in: world)
    }

    @Test(
        "a regular profile of the MVPD in the status is enough, even if the status is invalid",
        arguments: FrameworkStatusRow.all)
    func regularProfileBeforeStatus(row: FrameworkStatusRow) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        var headers = app.headers
        headers.frameworkStatus = row.status
        try app.hold(.appleSSO)
        try app.hold(.regular, mvpd: "Dish")
        #expect(try await app.beginSession(headers: headers).required().reasonType == .pfsFallback)
        try app.hold(.regular)
        let session = try await app.beginSession(headers: headers).required()
        guard let mvpd = row.mvpd else { return try expectFallback(session, .pfsFallback, mvpd: nil, in: world) }
        #expect(session.actionName == .authorize && session.actionType == .direct && session.mvpd == mvpd)
        #expect(session.reasonType == .authenticated && session.code == nil)
        #expect(session.url == "/api/v2/REF30/decisions/authorize/\(mvpd)")
    }

    @Test(
        "a named degraded MVPD needs no sign-in, and a disabled one is refused, even if the status is invalid",
        arguments: FrameworkStatusRow.all)
    func integrationBeforeStatus(row: FrameworkStatusRow) async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.degradation = .authenticateAll } }
        let app = try await world.app()
        var headers = app.headers
        headers.frameworkStatus = row.status
        let degraded = try await app.beginSession(headers: headers).required()
        #expect(degraded.reasonType == (row.mvpd == nil ? .pfsFallback : .degraded))
        try world.change("Cablevision") { $0.enabled = false }
        let reply = try await app.beginSession(headers: headers)
        #expect((reply.error?.is(.invalidIntegration) == true) == (row.mvpd != nil))
    }

    @Test("falls back with pfs_fallback without a status")
    func fallsBackWithoutStatus() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try expectFallback(
            try await app.beginSession(headers: app.headers).required(), .pfsFallback, mvpd: nil, in: world)
    }

    static let configurations: [(String, @Sendable (inout Integration) -> Void)] = [
        ("single sign-on is switched off", { $0.singleSignOn = false }),
        ("the boarding status is PICKER", { $0.boarding = .chosen(.picker) }),
        ("there is no boarding status", { $0.boarding = .chosen(nil) }),
        ("no identity provider is trusted", { $0.contract.identityProvider = nil }),
    ]

    @Test("falls back with configuration_fallback", arguments: configurations.indices)
    func fallsBackOnConfiguration(index: Int) async throws {
        let world = try ServiceWorld()
        try world.change("Cablevision", Self.configurations[index].1)
        let app = try await world.app()
        let session = try await app.beginSession(headers: app.vouched()).required()
        try expectFallback(session, .configurationFallback, mvpd: "Cablevision", in: world)
    }

    @Test("falls back with configuration_fallback on a platform without the framework")
    func fallsBackOnPlatform() async throws {
        let world = try ServiceWorld()
        let app = try await world.app(osName: "Android")
        let session = try await app.beginSession(headers: app.vouched()).required()
        try expectFallback(session, .configurationFallback, mvpd: "Cablevision", in: world)
    }

    @Test(
        "asks for missing parameters, with or without a fallback: resume/direct/missing_parameters_fallback",
        arguments: [
            (nil, "app://done", ["domainName"]), ("example.com", nil, ["redirectUrl"]),
            (nil, nil, ["domainName", "redirectUrl"]),
        ] as [(String?, String?, [String])])
    func wantsMissingParameters(domainName: String?, redirectURL: String?, missing: [String]) async throws {
        let app = try await ServiceWorld().app()
        let request = PartnerSessionRequest(domainName: domainName, redirectURL: redirectURL)
        for (headers, mvpd) in [(app.headers, nil), (try app.vouched(), "Cablevision")] as [(RequestHeaders, MVPDID?)] {
            try await wantsMissing(missing, for: request, headers: headers, mvpd: mvpd, app)
        }
    }

    private func wantsMissing(
        _ missing: [String], for request: PartnerSessionRequest, headers: RequestHeaders, mvpd: MVPDID?,
        _ app: AppFixture
    ) async throws {
        let session = try await app.send(.partnerSession(request, of: "REF30", headers: headers)).required()
        #expect(session.actionName == .resume && session.actionType == .direct)
        #expect(session.mvpd == mvpd && session.authenticationRequest == nil)
        #expect(session.reasonType == .missingParametersFallback)
        #expect(session.missingParameters == missing)
        let code = try #require(session.code)
        #expect(session.url == "/api/v2/REF30/sessions/\(code)")
        #expect(session.notAfter != nil)

        // With what was demanded it goes on as if it had been there at once: no MVPD is demanded either way.
        let rest = SessionRequest(
            domainName: missing.contains("domainName") ? "example.com" : nil,
            redirectURL: missing.contains("redirectUrl") ? "app://done" : nil)
        let information = try await app.send(.sessionInformation(code: code, of: "REF30", headers: app.headers))
        #expect(try information.required().missingParameters == missing)
        let resumed = try await app.send(.resume(rest, code: code, of: "REF30", headers: app.headers)).required()
        #expect(resumed.actionName == .authenticate && resumed.missingParameters == nil && resumed.mvpd == mvpd)
    }

    @Test("needs no parameters if no sign-in is needed", arguments: held)
    func needsNoParameters(kind: EntitlementProfile.Kind, reason: SessionResponse.ReasonType) async throws {
        let app = try await ServiceWorld().app()
        try app.hold(kind)
        let request = PartnerSessionRequest(domainName: nil, redirectURL: nil)
        let session = try await app.send(.partnerSession(request, of: "REF30", headers: app.vouched())).required()
        #expect(session.actionName == .authorize && session.reasonType == reason)
    }

    static let held: [(EntitlementProfile.Kind, SessionResponse.ReasonType)] = [
        (.regular, .authenticated), (.appleSSO, .authenticatedSSO),
    ]

    @Test("continues to decisions with a valid profile", arguments: held)
    func goesOnWithProfile(kind: EntitlementProfile.Kind, reason: SessionResponse.ReasonType) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(kind)
        let session = try await app.beginSession(headers: app.vouched()).required()
        #expect(session.actionName == .authorize && session.actionType == .direct && session.reasonType == reason)
        #expect(session.url == "/api/v2/REF30/decisions/authorize/Cablevision")
        #expect(session.code == nil && session.notBefore == nil)

        try world.simulation.clock.advance(by: 30 * 86_400)
        var renewed = app
        try await renewed.renewToken()
        let again = try await renewed.beginSession(headers: renewed.vouched()).required()
        #expect(again.actionName == .partnerProfile)
    }

    @Test("a regular profile is enough if single sign-on is disabled")
    func regularProfileIsEnough() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.singleSignOn = false } }
        let app = try await world.app()
        try app.hold(.regular)
        let session = try await app.beginSession(headers: app.vouched()).required()
        #expect(session.actionName == .authorize && session.reasonType == .authenticated)
    }

    @Test("ambiguity 16: only the rule AuthNAll counts as degraded", arguments: Degradation.allCases)
    func authorizesDegraded(degradation: Degradation) async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.degradation = degradation } }
        let app = try await world.app()
        let session = try await app.beginSession(headers: app.vouched()).required()
        if degradation == .authenticateAll {
            #expect(session.actionName == .authorize && session.reasonType == .degraded)
            #expect(session.url == "/api/v2/REF30/decisions/authorize/Cablevision")
        } else {
            #expect(session.actionName == .partnerProfile)
        }
    }

    @Test("refuses a disabled integration")
    func refusesDisabledIntegration() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.enabled = false } }
        let app = try await world.app()
        #expect(try await app.beginSession(headers: app.vouched()).error?.is(.invalidIntegration) == true)
    }

    @Test("refuses a partner other than Apple, and an invalid redirect URL")
    func refusesOtherParameters() async throws {
        let app = try await ServiceWorld().app()
        var call = EntitlementCall.partnerSession(
            .init(domainName: "a", redirectURL: nil), of: "REF30", headers: try app.vouched())
        call.route = Endpoint.partnerSession.route("REF30", partner: "Roku")
        #expect(try await app.send(call).error?.is(.invalidParameterPartner) == true)
        let reply = try await app.send(
            .partnerSession(.init(domainName: "a", redirectURL: "nowhere"), of: "REF30", headers: app.vouched()))
        #expect(reply.error?.is(.invalidParameterRedirectURL) == true)
    }
}
