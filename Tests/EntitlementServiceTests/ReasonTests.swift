import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// A request that gets an error code, and what the reason must have beside the code.
private struct ReasonRow {
    let code: EnhancedErrorCode
    let endpoint: Endpoint
    /// The values that decided.
    let values: [String]
    var configure: @Sendable (inout ServiceConfiguration) -> Void = { _ in }
    var change: @Sendable (inout InputWorld, inout InputWorld.Request) async throws -> Void

    init(
        _ code: EnhancedErrorCode, _ endpoint: Endpoint, _ values: String...,
        configure: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in },
        change: @escaping @Sendable (inout InputWorld, inout InputWorld.Request) async throws -> Void
    ) {
        (self.code, self.endpoint, self.values, self.configure, self.change) = (
            code, endpoint, values, configure, change
        )
    }

    /// Creates a row of a framework status.
    init(_ code: EnhancedErrorCode, _ status: PartnerFrameworkStatus, _ values: String...) {
        (self.code, endpoint, self.values) = (code, .partnerProfile, values)
        change = { $1.headers[.frameworkStatus] = status.headerValue }
    }
}

@Suite("The reason of an error")
struct ReasonTests {
    private static func status(
        _ access: PartnerFrameworkStatus.AccessStatus?, id: ProviderID? = "Cablevision", expires: String? = nil
    ) -> PartnerFrameworkStatus {
        PartnerFrameworkStatus(
            permission: .init(accessStatus: access), provider: .init(id: id, expirationDate: expires))
    }

    private static func asking(_ resources: String..., mvpd: MVPDID = "Cablevision") -> InputWorld.Request {
        let names = resources.map { "\"\($0)\"" }.joined(separator: ",")
        return InputWorld.Request(mvpd: mvpd, body: "{\"resources\":[\(names)]}")
    }

    /// The codes that a fault gives alone, because the simulation has no such configuration or network.
    private static let byFault: [EnhancedErrorCode] =
        EnhancedErrorCode.all.filter { $0.name.hasPrefix("invalid_configuration_platform") }
        + EnhancedErrorCode.all.filter { $0.name.hasPrefix("invalid_configuration_mvpd") } + [
            .internalServerError, .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded,
        ]

    private static let parameters: [ReasonRow] = [
        .init(.invalidParameterMVPD, .profile, "'cablevision'", "'Cablevision'") { $1.mvpd = "cablevision" },
        .init(.invalidParameterResources, .authorize, "an object with 'resource'") {
            $1.body = "{\"resource\":\"a\"}"
        },
        .init(.invalidParameterResources, .authorize, "index 0") { $1 = asking("") },
        .init(.invalidParameterRedirectURL, .session, "'done'") { $1.body = "mvpd=Cablevision&redirectUrl=done%3Fa" },
        .init(.invalidParameterSAMLResponse, .partnerProfile, "SAMLResponse") {
            $1.headers[.frameworkStatus] = try $0.status()
        },
        .init(.invalidHeaderDeviceInfo, .profiles, "not Base64") { $1.headers[.deviceInformation] = "{}" },
        .init(.invalidHeaderDeviceIdentifier, .profiles, "'device-1'") { $1.headers[.deviceIdentifier] = "device-1" },
        .init(.invalidHeaderIdentityForTemporaryAccess, .profile, "'mail'", "'email'", "'Mediacom'") {
            $1.mvpd = "Mediacom"
            $1.headers[.temporaryIdentity] = TemporaryIdentity(members: ["mail": "a"]).headerValue
        },
        .init(.invalidIntegration, .profile, "'Elsewhere'", "'OTHER'", "'Cablevision'") { $1.mvpd = "Elsewhere" },
        .init(.tooManyResources, .authorize, "2", "1") { $1 = asking("a", "b") },
    ]

    private static let statuses: [ReasonRow] = [
        .init(.invalidHeaderPFSPermissionAccessNotPresent, status(.init(rawValue: "Granted")), "'Granted'"),
        .init(.invalidHeaderPFSPermissionAccessNotDetermined, status(.notDetermined), "'notDetermined'"),
        .init(.invalidHeaderPFSPermissionAccessNotGranted, status(.restricted), "'restricted'"),
        .init(
            .invalidHeaderPFSProviderIDNotDetermined, status(.granted, id: "MyCable_TV"), "'MyCable_TV'",
            "'Cablevision'", "'Dish'"),
        .init(
            .invalidHeaderPFSProviderInfoExpired, status(.granted, expires: "1767225599000"), "2025-12-31T23:59:59Z",
            "2026-01-01T00:00:00Z"),
        .init(.invalidHeaderPFSProviderIDMismatch, .authorize, "'Dish'", "'Cablevision'") {
            try $0.app.hold(.appleSSO)
            $1.headers[.frameworkStatus] = try $0.app.vouched("Dish").frameworkStatus?.headerValue
        },
    ]

    private static let decisions: [ReasonRow] = [
        .init(.authorizationDeniedByMVPD, .authorize, "'channel-77'", "'alice-1'", "'REF30'") {
            try $0.app.hold(.regular)
            $1 = asking("channel-77")
        },
        .init(.preauthorizationDeniedByMVPD, .preauthorize, "'a' and 'b'", "'alice-1'", "'REF30'") {
            try $0.app.hold(.regular)
            $1 = asking("a", "b")
        },
        .init(.authorizationDeniedByParentalControls, .authorize, "'R'", "'MPAA PG'", "'alice-1'") {
            try $0.app.hold(.regular)
            $1.body = try String(
                decoding: WireCoding.encode(DecisionsRequest(resources: [ResourceID(rated)])), as: UTF8.self)
        },
        .init(
            .authorizationDeniedByDegradationRule, .authorize, "AuthZNone", "'Cablevision'", "'REF30'", "'Soon back.'",
            configure: {
                $0.change("Cablevision") {
                    $0.degradation = .authorizeNone; $0.degradationMessage = "Soon back."
                }
            }
        ) { input, _ in try input.app.hold(.regular) },
        .init(.authenticatedProfileMissing, .authorize, "'Cablevision'", "The client '") { _, _ in },
        .init(.authenticatedProfileExpired, .authorize, "2026-01-31T00:00:00Z") { input, _ in
            try input.app.hold(.regular)
            try input.world.simulation.clock.advance(by: 40 * 86_400)
            try await input.app.renewToken()
        },
        .init(
            .authenticatedProfileInvalidated, .authorize, "registered at 2026-01-01T00:00:00Z",
            "registered at 2026-01-01T00:01:00Z"
        ) { input, _ in
            try input.app.hold(.regular)
            try input.world.simulation.clock.advance(by: 60)
            input.app = try await input.world.app()
        },
        .init(.temporaryAccessDurationLimitExceeded, .authorize, "2026-01-01T00:10:00Z", "10m") { input, request in
            request = asking("a", mvpd: "Mediacom")
            request.headers[.temporaryIdentity] = TemporaryIdentity(members: ["email": "a"]).headerValue
            try await input.ask(.authorize, request)
            try input.world.simulation.clock.advance(by: 600)
        },
        .init(.temporaryAccessResourcesLimitExceeded, .authorize, "'a' and 'b'", "2 resources") { input, request in
            request = asking("a", mvpd: "Mediacom")
            request.headers[.temporaryIdentity] = TemporaryIdentity(members: ["email": "a"]).headerValue
            for name in ["a", "b"] {
                request.body = asking(name).body
                try await input.ask(.authorize, request)
            }
            request.body = asking("c").body
        },
        .init(.identityNotRecognizedByMVPD, .authorize, "'nobody'", "'Cablevision'") { input, _ in
            try input.app.hold(.regular, userID: "nobody")
        },
        .init(.authorizationDeniedBySessionInvalidated, .authorize, "'alice-1'", "'Cablevision'") { input, _ in
            try input.app.hold(.regular)
            let holder = try input.app.holder()
            try input.world.simulation.store.write { state in
                var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? StoredProfiles()
                shelf.endSession(mvpd: "Cablevision")
                try state.setValue(shelf, for: ServiceDocument.profiles(holder))
            }
        },
        .init(
            .authorizationDeniedByHBAPolicies, .authorize, "homeBasedAuthorization", "'alice-1'", "'Cablevision'",
            configure: { $0.change("Cablevision") { $0.homeBasedAuthorization = false } }
        ) { input, _ in
            let (holder, now) = (try input.app.holder(), try input.world.now)
            let profile = EntitlementProfile(
                notBefore: Milliseconds(now), notAfter: Milliseconds(now.addingTimeInterval(60)), issuer: "Cablevision",
                type: .regular,
                attributes: [
                    "userID": .init(.string("alice-1")), EntitlementProfile.homeBasedKey: .init(.string("true")),
                ])
            let simulation = input.world.simulation
            try simulation.store.write { state in
                try ProfileStorage.put(
                    profile, mvpd: "Cablevision", holder: holder, at: now, in: state, sweptBy: simulation.sweeper)
            }
        },
    ]

    private static let others: [ReasonRow] = [
        .init(
            .invalidConfigurationUserMetadataCertificate, .profiles, "'zip'", "'REF30'",
            configure: { $0.requestors[0].encryptedMetadata = ["zip"] }
        ) { input, _ in
            let (holder, now) = (try input.app.holder(), try input.world.now)
            let profile = EntitlementProfile(
                notBefore: Milliseconds(now), notAfter: Milliseconds(now.addingTimeInterval(60)), issuer: "Cablevision",
                type: .regular, attributes: ["userID": .init(.string("alice-1")), "zip": .init(.string("10001"))])
            let simulation = input.world.simulation
            try simulation.store.write { state in
                try ProfileStorage.put(
                    profile, mvpd: "Cablevision", holder: holder, at: now, in: state, sweptBy: simulation.sweeper)
            }
        },
        .init(
            .invalidConfigurationTemporaryAccess, .profile, "'Mediacom'", "0s",
            configure: { $0.change("Mediacom") { $0.tempPass = TempPass(duration: 0) } }
        ) { $1.mvpd = "Mediacom" },
        .init(.invalidAccessTokenClientApplication, .profiles, "2026-01-01T06:00:00Z", "2026-01-02T00:00:00Z") {
            input, _ in
            try input.world.simulation.clock.advance(by: 86_400)
        },
        .init(.invalidAccessTokenServiceProvider, .profiles, "'OTHER'", "'REF30'") { input, _ in
            let statement = try SoftwareStatements.issue(app: "com.example.other", serviceProviders: ["OTHER"])
            input.app = try await input.world.app(statement: statement)
        },
    ]

    /// A film with a rating above the user's limit.
    private static let rated =
        "<rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>REF30</title><item>"
        + "<media:rating scheme=\"urn:mpaa\">R</media:rating></item></channel></rss>"

    private static func configure(_ configuration: inout ServiceConfiguration, for row: ReasonRow) {
        configuration.requestors.append(.init(id: "OTHER", integrations: [.init(mvpd: "Elsewhere", displayName: "E")]))
        if row.code == .invalidHeaderDeviceInfo { configuration.strictDeviceInformation = true }
        if row.code == .authorizationDeniedByParentalControls {
            configuration.change("Cablevision") { $0.table.maxRatings = ["alice-1": ["MPAA": "PG"]] }
        }
        if row.code == .tooManyResources {
            configuration.change("Cablevision") { $0.authorizationResourceLimit = 1 }
        }
        row.configure(&configuration)
    }

    @Test("has the values that decided, for every code")
    func hasValues() async throws {
        var covered = Set(Self.elsewhere + Self.byFault)
        for row in Self.parameters + Self.statuses + Self.decisions + Self.others {
            covered.insert(row.code)
            var input = try await InputWorld { Self.configure(&$0, for: row) }
            var request = InputWorld.Request()
            try await row.change(&input, &request)
            let decision = try await input.ask(row.endpoint, request)
            #expect(Set(decision.codes) == [row.code.name], "\(decision.text.reason)")
            for value in row.values {
                #expect(decision.text.reason.contains(value), "\(row.code.name), \(value): \(decision.text.reason)")
            }
        }
        #expect(covered == Set(EnhancedErrorCode.all))
    }

    @Test("of a fault names the operation", arguments: byFault)
    func ofFault(code: EnhancedErrorCode) async throws {
        let input = try await InputWorld()
        try input.app.hold(.regular)
        try input.world.simulation.faults.add(Fault(operation: FaultOperation(.authorize), error: code.name))
        let decision = try await input.ask(.authorize)
        #expect(decision.codes == [code.name])
        #expect(decision.text.reason.contains("service.authorize"))
    }

    /// The codes of paths, which another test asks for.
    private static let elsewhere: [EnhancedErrorCode] = [
        .invalidParameterServiceProvider, .invalidParameterCode, .invalidParameterPartner,
        .invalidAuthenticationSession,
    ]

    @Test("of a value in the path has the value and what is known")
    func ofPath() async throws {
        let input = try await InputWorld {
            $0.requestors.append(.init(id: "OTHER", integrations: [.init(mvpd: "Cablevision", displayName: "C")]))
        }
        let app = input.app
        let form = SessionRequest(mvpd: "Cablevision", domainName: "example.com", redirectURL: "app://done")
        func code() async throws -> String {
            try await app.send(.session(form, of: "REF30", headers: app.headers)).required().code ?? ""
        }
        func reason(_ path: String, _ method: HTTPRequest.Method = .get) throws -> String {
            let request = HTTPRequest(
                method: method, scheme: "https", authority: "api.auth.adobe.com", path: path,
                headerFields: app.headers.fields())
            _ = try input.world.service.respond(to: request, body: Data())
            return try input.world.simulation.journal.entries().last?.text.reason ?? ""
        }
        let first = try await code()
        #expect(try reason("/api/v2/OTHER/sessions/\(first)").contains("'REF30'"))
        let second = try await code()
        #expect(try reason("/api/v2/REF30/sessions/\(first)").contains("'\(second)'"))
        #expect(try reason("/api/v2/REF30/sessions/abc").contains("'abc'"))
        #expect(try reason("/api/v2/REF30/sessions/ABC1234").contains("'ABC1234', which is unknown"))
        #expect(
            try reason("/api/v2/ref30/configuration").contains(
                "'ref30'; expected: a service provider of the world, of 'REF30'"))
        #expect(
            try reason("/api/v2/ref30/configuration").contains("('REF30' differs in upper and lower case only)"))
        #expect(
            try reason("/api/v2/REF30/sessions/sso/Google", .post).contains(
                "'Google'; expected: the only partner, 'Apple'"))
        try input.world.simulation.clock.advance(by: 1_800)
        #expect(try reason("/api/v2/REF30/sessions/\(second)").contains("expired at 2026-01-01T00:30:00Z"))
    }

    @Test("of a service token tells a signature by another key from changed claims")
    func ofSignatures() async throws {
        let input = try await InputWorld()
        let parts = try InputWorld.token().split(separator: ".")
        let changed = try InputWorld.token(["sub": "user-2"]).split(separator: ".")
        var asked = InputWorld.Request()
        asked.headers[.serviceToken] = "\(parts[0]).\(changed[1]).\(parts[2])"
        #expect(try await input.ask(.profiles, asked).text.reason.contains("the payload was changed after"))
        asked.headers[.serviceToken] = try InputWorld.token(by: SimulationKeys.mediaTokenPrivateKey)
        #expect(try await input.ask(.profiles, asked).text.reason.contains("by another key"))
    }

    @Test("of a denial has the MVPD's own words, and names each resource once")
    func ofDenials() async throws {
        let input = try await InputWorld()
        try input.app.hold(.regular)
        let denied = try await input.ask(.preauthorize, Self.asking("a", "b", "REF30"))
        #expect(
            denied.text.reason
                == "'Cablevision' denies 'a' and 'b' to the user 'alice-1': the user may watch 'REF30'. "
                + "'Cablevision' permits 'REF30' to the user.")
        let permitted = try await input.ask(.authorize)
        #expect(permitted.text.reason == "'Cablevision' permits this resource to the user.")
        var member = MVPDMember(resources: ["REF30"])
        member.denialText = "Call us."
        let integration = try #require(
            try input.world.service.configuration().requestors.first?.integration("Cablevision"))
        var words = integration
        words.contract.members = OneMember(member: member)
        let verdict = AuthorizationPolicy.byMVPD("a", userID: "alice-1", integration: words, at: try input.world.now)
        #expect(DecisionReasons.text(["a"], [verdict]).hasSuffix(", and says 'Call us.'."))
    }

    private struct OneMember: MVPDMembers {
        let member: MVPDMember
        var attributeNames: [String] { [] }
        func member(_ userID: UserID) -> MVPDMember? { member }
    }
}
