import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimEntitlementService

@Suite("Configuration")
struct ConfigurationTests {
    private func mvpds(_ world: ServiceWorld, osName: String = "iOS") async throws -> [ConfiguredMVPD] {
        let app = try await world.app(osName: osName)
        return try await app.send(.configuration(of: "REF30", headers: app.headers)).required().requestor.mvpds
    }

    @Test("every setting of an integration is stored")
    func everyPropertyIsKept() throws {
        var integration = Integration(mvpd: "b")
        integration.provider = "e"
        integration.displayName = "B"
        integration.enabled = false
        integration.singleSignOn = false
        integration.boarding = .chosen(.picker)
        integration.authenticationTTL = 1
        integration.authorizationTTL = 2
        integration.mediaTokenTTL = 3
        integration.authorizationResourceLimit = 4
        integration.preauthorizationResourceLimit = 6
        integration.degradation = .authorizeNone
        integration.degradationMessage = "d"
        integration.safariViewController = true
        integration.logoURL = "https://j"
        integration.ungatedResources = ["k"]
        integration.logoutEndpoint = false
        integration.dummyAuthorization = true
        integration.enforcePlatformPermissions = true
        integration.authenticationPerRequestor = true
        integration.passiveAuthentication = true
        integration.homeBasedAuthenticationTTL = 7
        integration.homeBasedAuthorization = false
        integration.householdIDFromUserID = false
        integration.tempPass = TempPass(duration: 8, resources: 9)
        integration.externalIdentityProvider = TrustedIdentityProvider(
            entityID: "f", certificates: [TestKeys.provider.certificate], singleSignOnService: "https://h",
            singleLogoutService: "https://i", isExternal: true)
        integration.externalAuthorizationServer = OAuth2Trust(
            authorizationEndpoint: "https://m", tokenEndpoint: "https://n", clientID: "o", isExternal: true)
        integration.proxy = "l"
        integration.platforms = [.init(platform: .roku, variant: .init(settings: ["enabled": false]))]
        let usual = Mirror(reflecting: Integration(mvpd: "a")).children
        for (child, other) in zip(Mirror(reflecting: integration).children, usual) where child.label != "contract" {
            #expect(
                "\(child.value)" != "\(other.value)",
                "\(child.label ?? ""): it is as usual, and its loss would not show")
        }
        let key = StateKey("test", ServiceConfiguration.fields.format)
        let configuration = ServiceConfiguration(requestors: [.init(id: "r", integrations: [integration])])
        let store = MemoryStateStore()
        try store.write { try $0.setValue(configuration, for: key) }
        let kept = try MemoryStateStore(copying: store).read { try $0.value(for: key) }
        #expect(kept.map { String(reflecting: $0) } == String(reflecting: configuration))
    }

    @Test("lists the default integrations in their order, with their settings")
    func listsDefaultIntegrations() async throws {
        let mvpds = try await mvpds(ServiceWorld())
        #expect(mvpds.map(\.id) == ["Cablevision", "Dish", "Suddenlink", "Mediacom"])
        #expect(mvpds.map(\.boardingStatus) == [.supported, .supported, .picker, nil])
        #expect(mvpds.map(\.platformMappingID) == ["Cablevision", "Dish", "Suddenlink", nil])
        #expect(mvpds.map(\.displayInPlatformPicker) == [true, true, true, false])
        #expect(
            mvpds.map(\.enablePlatformServices) == [true, true, true, false], "none where the platform knows no MVPD")
    }

    /// iOS/tvOS SDK API Reference, setOptions: `applicationProfile` names a server configuration (Differences, E-88).
    @Test(
        "an application profile changes the settings that it names; an unknown one changes nothing",
        arguments: [
            ("kids", ["Cablevision", "Suddenlink", "Mediacom"], "Optimum"), ("none", nil, nil), (nil, nil, nil),
        ])
    func applicationProfile(name: String?, ids: [MVPDID]?, displayName: String?) async throws {
        let world = try ServiceWorld { configuration in
            let patch: Members = [
                "requestors": [
                    "REF30": [
                        "integrations": ["Dish": .null, "Cablevision": .null],
                        "applicationProfiles": [
                            "kids": ["Dish": ["enabled": false], "Cablevision": ["displayName": "Optimum"]]
                        ],
                    ]
                ]
            ]
            var changed = ServiceConfiguration()
            try? ServiceConfiguration.fields.read(
                ValueCursor(.object(patch)), into: &changed, ReadingNotes(clock: SimulatedClock.defaultStart))
            configuration.requestors[0].applicationProfiles = changed.requestors.first?.applicationProfiles ?? []
        }
        let app = try await world.app()
        let usual = try await mvpds(world)
        let shown = try await app.send(.configuration(of: "REF30", profile: name, headers: app.headers)).required()
            .requestor.mvpds
        #expect(shown.map(\.id) == ids ?? usual.map(\.id))
        #expect(shown.first?.displayName == displayName ?? usual.first?.displayName)
        let entry = try #require(try world.simulation.journal.entries().map(\.text).last)
        #expect(entry.details["profile"] == name)
        #expect(entry.reason.contains("profile is ignored: the value is") == (name == "none"))
    }

    @Test("omits a disabled integration")
    func leavesOutDisabledIntegrations() async throws {
        let world = try ServiceWorld { $0.change("Dish") { $0.enabled = false } }
        #expect(try await mvpds(world).map(\.id) == ["Cablevision", "Suddenlink", "Mediacom"])
    }

    @Test("reports that single sign-on is disabled")
    func saysSingleSignOnIsOff() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.singleSignOn = false } }
        let mvpd = try #require(try await mvpds(world).first)
        #expect(!mvpd.enablePlatformServices && !mvpd.displayInPlatformPicker)
        #expect(mvpd.boardingStatus == .supported && mvpd.platformMappingID == "Cablevision")
    }

    @Test("does not mention Apple's framework to other platforms", arguments: ["Android", "Roku OS", "Windows"])
    func isSpecificToThePlatform(osName: String) async throws {
        let mvpd = try #require(try await mvpds(ServiceWorld(), osName: osName).first)
        #expect(!mvpd.enablePlatformServices && mvpd.boardingStatus == nil && mvpd.platformMappingID == nil)
    }

    @Test(
        "refuses a malformed device header even if it is optional, in a strict world",
        arguments: [
            (HTTPField.Name.deviceInformation, "x", "invalid_header_device_info"),
            (.deviceInformation, "e30", "invalid_header_device_info"), (.deviceInformation, "e30=", nil),
            (.deviceIdentifier, "x", "invalid_header_device_identifier"),
            (.deviceIdentifier, "fingerprint ZGV2aWNl", nil),
        ] as [(HTTPField.Name, String, String?)])
    func judgesDeviceHeaders(name: HTTPField.Name, value: String, code: String?) async throws {
        let app = try await ServiceWorld { $0.strictDeviceInformation = true }.app()
        var fields = RequestHeaders(accessToken: app.headers.accessToken).fields()
        fields[name] = value
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "api.auth.adobe.com",
            path: Endpoint.configuration.route("REF30").path,
            headerFields: fields)
        let answer = try app.world.service.respond(to: request, body: Data())
        let reply = Reply<ConfigurationResponse>(response: answer.response, body: answer.body)
        #expect(reply.error?.code == code && reply.status == (code == nil ? 200 : 400))
    }

    @Test("says which MVPD is a proxied one")
    func proxied() async throws {
        let world = try ServiceWorld { $0.change("Dish") { $0.proxy = "ProxyMVPD" } }
        #expect(try await mvpds(world).filter(\.isProxy).map(\.id) == ["Dish"])
    }

    /// Observed: the live service always sends `isProxy`, and a shipped client takes its absence for true.
    @Test("always contains isProxy, and a logo that the service serves or the operator's own")
    func proxiesAndLogos() async throws {
        let world = try ServiceWorld { configuration in
            configuration.change("Dish") { $0.logoURL = "https://cdn.example/dish.png" }
            configuration.change("Cablevision") { $0.displayName = "A & B <TV>" }
        }
        let app = try await world.app()
        let request = EntitlementCall.configuration(of: "REF30", headers: app.headers).request()
        let (_, body) = try world.service.respond(to: request, body: Data())
        #expect(String(decoding: body, as: UTF8.self).ranges(of: "\"isProxy\":false").count == 4)
        let mvpds = try WireCoding.decode(ConfigurationResponse.self, from: body).requestor.mvpds
        let logos = mvpds.compactMap(\.logoUrl)
        #expect(
            logos.prefix(2) == ["https://sp.auth.adobe.com/logos/REF30/Cablevision", "https://cdn.example/dish.png"])
        let logo = try world.service.respond(
            to: HTTPRequest(
                method: .get, scheme: "https", authority: "sp.auth.adobe.com", path: "/logos/REF30/Cablevision"),
            body: Data())
        #expect(logo.response.headerFields[.contentType] == "image/svg+xml")
        #expect(String(decoding: logo.body, as: UTF8.self).contains(">A &amp; B &lt;TV&gt;</text>"))
        let unknown = try world.service.respond(
            to: HTTPRequest(method: .get, scheme: "https", authority: "sp.auth.adobe.com", path: "/logos/REF30/Fios"),
            body: Data())
        #expect(unknown.response.status.code == 404)
    }

    @Test("responds without device headers, because they are optional here")
    func needsNoDeviceHeaders() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let headers = RequestHeaders(accessToken: app.headers.accessToken)
        #expect(try await app.send(.configuration(of: "REF30", headers: headers)).status == 200)
    }

    @Test("has the top-level members that the documentation requires")
    func saysTopLevelKeys() async throws {
        let app = try await ServiceWorld().app()
        let answer = try await app.send(.configuration(of: "REF30", headers: app.headers)).required()
        #expect(answer.time == Milliseconds(SimulatedClock.defaultStart))
        #expect(answer.os == "iOS" && answer.requestor.id == "REF30")
    }

    @Test("returns an unknown device and the app's name, as the documentation's sample does")
    func saysNamesOfTheSample() async throws {
        let app = try await ServiceWorld().app()
        let headers = RequestHeaders(accessToken: app.headers.accessToken)
        let call = EntitlementCall.configuration(of: "REF30", headers: headers)
        let (response, body) = try app.world.service.respond(to: call.request(), body: Data())
        let answer = try Reply<ConfigurationResponse>(response: response, body: body).required()
        #expect(answer.device == "unknown" && answer.os == "Unknown" && answer.clientType == "html5")
        let members = try WireCoding.decode(Members.self, from: body)
        #expect(members.keys.sorted() == ["clientType", "device", "os", "requestor", "time"])
    }

    @Test("each requestor has its own temporary pass")
    func passesPerRequestor() async throws {
        let world = try ServiceWorld { $0.change("Mediacom") { $0.tempPass = TempPass(duration: 60) } }
        let mvpds = try await mvpds(world)
        #expect(mvpds.filter(\.isTempPass).map(\.id) == ["Mediacom"])
        #expect(mvpds.filter(\.authPerAggregator).map(\.id) == ["Mediacom"])
        let known = try ServiceWorld { $0.change("Dish") { $0.tempPass = TempPass(duration: 60) } }
        #expect(
            try await self.mvpds(known).filter(\.enablePlatformServices).map(\.id) == ["Cablevision", "Suddenlink"])
    }

    @Test("is a document of the store; the default applies without the document")
    func isADocument() throws {
        let simulation = Simulation(store: MemoryStateStore())
        let service = EntitlementService(simulation: simulation)
        #expect(try Self.settings(service.configuration()) == Self.settings(.default))
        try service.updateConfiguration { $0.accessTokenTTL = 60 }
        #expect(try simulation.store.read { try $0.names(withPrefix: "service/") } == ["service/configuration"])
        let copy = try MemoryStateStore(copying: simulation.store)
        let decoded = try EntitlementService(simulation: Simulation(store: copy)).configuration()
        var expected = ServiceConfiguration.default
        expected.accessTokenTTL = 60
        #expect(Self.settings(decoded) == Self.settings(expected))
    }

    private static func settings(_ configuration: ServiceConfiguration) -> Members {
        ServiceConfiguration.fields.json(of: configuration)
    }
}
