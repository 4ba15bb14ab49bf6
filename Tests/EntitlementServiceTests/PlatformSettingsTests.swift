import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Settings of an integration that differ by platform.
///
/// Adobe Pass, TVE Dashboard Integrations, Platform settings. Differences, S-88 and S-111.
@Suite("Settings per platform")
struct PlatformSettingsTests {
    /// Returns a world in which each platform changes settings of Cablevision.
    private func world(_ platforms: JSONValue) throws -> ServiceWorld {
        try ServiceWorld { configuration in
            let patch = try Patch<Integration>(["platforms": platforms])
            for index in configuration.requestors[0].integrations.indices.prefix(1) {
                try patch.apply(
                    to: &configuration.requestors[0].integrations[index], at: SimulatedClock.defaultStart)
            }
            configuration.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
        }
    }

    private func app(_ world: ServiceWorld, _ osName: String, _ manufacturer: String? = nil) async throws -> AppFixture
    {
        var app = try await world.app(osName: osName)
        var members = app.headers.deviceInformation?.members ?? [:]
        members["manufacturer"] = manufacturer.map { .string($0) }
        app.headers.deviceInformation = DeviceInformation(members: members)
        return app
    }

    @Test(
        "count for requests from the platform, and for no other",
        arguments: [
            ("iOS", "Apple", "on iOS"), ("iPadOS", "Apple", "on iOS"), ("tvOS", "Apple", "on tvOS"),
            ("Roku", "Roku", "on Roku"), ("Roku OS", nil, "on Roku"), ("Android", "samsung", "on Android"),
            ("Android", nil, "on Android"), ("Android", "Amazon", "on FireTV"), ("webOS", "LG", "Cablevision"),
            ("Windows", nil, "Cablevision"), ("unknown", nil, "Cablevision"),
        ])
    func platforms(osName: String, manufacturer: String?, expected: String) async throws {
        let names = PlatformSettings.Platform.allCases.map(\.rawValue)
        let world = try world(
            .object(Members(uniqueKeysWithValues: names.map { ($0, ["displayName": .string("on \($0)")]) })))
        let app = try await app(world, osName, manufacturer)
        let mvpds = try await app.send(.configuration(of: "REF30", headers: app.headers)).required().requestor.mvpds
        #expect(mvpds.map(\.displayName).prefix(2) == [expected, "Dish"])
    }

    @Test("count by User-Agent if the request has no X-Device-Info")
    func userAgent() async throws {
        let world = try world(["tvOS": ["enabled": false]])
        var fields = try await world.app().headers.fields()
        fields[.deviceInformation] = nil
        for (agent, count) in [("Stream/1 (AppleTV; tvOS 26.1)", 3), ("Stream/1 (iPhone)", 4), ("curl/8", 4)] {
            fields[.userAgent] = agent
            let answer = try world.service.respond(
                to: HTTPRequest(
                    method: .get, scheme: "https", authority: "api.auth.adobe.com",
                    path: Endpoint.configuration.route("REF30").path, headerFields: fields), body: Data())
            let shown = try WireCoding.decode(ConfigurationResponse.self, from: answer.body).requestor.mvpds
            #expect(shown.count == count, "\(agent)")
        }
    }

    @Test("switch single sign-on off for Apple TV only")
    func singleSignOn() async throws {
        let world = try world(["tvOS": ["singleSignOn": false]])
        for (osName, action, isOffered) in [
            ("iOS", SessionResponse.ActionName.partnerProfile, true), ("tvOS", .authenticate, false),
        ] {
            let app = try await app(world, osName)
            let session = try await app.beginSession(headers: app.vouched()).required()
            #expect(session.actionName == action)
            let mvpds = try await app.send(.configuration(of: "REF30", headers: app.headers)).required().requestor.mvpds
            #expect(mvpds.first?.enablePlatformServices == isOffered)
            #expect(mvpds.first?.displayInPlatformPicker == isOffered)
        }
    }

    @Test("hide a profile of single sign-on where it is off, and show it elsewhere")
    func hidesProfiles() async throws {
        let world = try world(["tvOS": ["singleSignOn": false]])
        for (osName, kinds) in [("iOS", [EntitlementProfile.Kind.appleSSO]), ("tvOS", [])] {
            let app = try await app(world, osName)
            try app.hold(.appleSSO)
            let profiles = try await app.send(.profiles(of: "REF30", headers: try app.vouched())).required().profiles
            #expect(profiles.values.map(\.type) == kinds)
        }
    }

    @Test("shorten decisions and media tokens")
    func lifetimes() async throws {
        let world = try world(["tvOS": ["authorizationTTL": "1h", "mediaTokenTTL": "2m"]])
        for (osName, decision, token) in [("iOS", 86_400.0, 420.0), ("tvOS", 3_600, 120)] {
            let app = try await app(world, osName)
            try app.hold(.regular)
            let decided = try #require(try await app.decide().required().decisions.first)
            let now = try world.now
            #expect(decided.notAfter?.instant == now.addingTimeInterval(decision))
            #expect(decided.token?.notAfter.instant == now.addingTimeInterval(token))
        }
    }

    @Test("count for the device that started the session if a phone sends its code")
    func secondScreen() async throws {
        let world = try world(["tvOS": ["enabled": false]])
        let (television, phone) = (try await app(world, "tvOS"), try await app(world, "iOS"))
        let session = try await television.send(
            .session(
                .init(domainName: "example.com", redirectURL: "app://done"), of: "REF30", headers: television.headers)
        ).required()
        let code = try #require(session.code)
        func resume(_ mvpd: MVPDID) async throws -> Reply<SessionResponse> {
            try await phone.send(.resume(.init(mvpd: mvpd), code: code, of: "REF30", headers: phone.headers))
        }
        #expect(try await resume("Cablevision").error?.code == "invalid_integration")
        #expect(try await resume("Dish").required().actionName == .authenticate)
        try world.change("Dish") {
            $0.change([.init(platform: .tvOS, variant: .init(settings: ["enabled": false]))])
        }
        let polled = try await phone.send(.profile(ofCode: code, serviceProvider: "REF30", headers: phone.headers))
        #expect(polled.error?.code == "invalid_integration")
    }

    @Test("give way to an application profile, and take precedence over the integration")
    func order() async throws {
        let world = try world(["tvOS": ["displayName": "TV", "safariViewController": true]])
        try world.service.updateConfiguration { configuration in
            configuration.change("Cablevision") { $0.displayName = "Usual" }
            configuration.requestors[0].applicationProfiles = [
                ApplicationProfile(
                    name: "kids",
                    changes: [.init(mvpd: "Cablevision", variant: .init(settings: ["displayName": "Kids"]))])
            ]
        }
        for (osName, profile, name, usesSVC) in [
            ("iOS", nil, "Usual", false), ("tvOS", nil, "TV", true), ("tvOS", "kids", "Kids", true),
        ] {
            let app = try await app(world, osName)
            let shown = try await app.send(.configuration(of: "REF30", profile: profile, headers: app.headers))
                .required().requestor.mvpds.first
            #expect(shown?.displayName == name && shown?.useSVC == usesSVC)
        }
    }

    static let changes: [(change: JSONValue, result: JSONValue?)] = [
        (
            ["tvOS": ["enabled": false]],
            ["iOS": ["enabled": false], "tvOS": ["singleSignOn": false, "enabled": false]]
        ),
        (["tvOS": ["singleSignOn": true]], ["iOS": ["enabled": false], "tvOS": ["singleSignOn": true]]),
        (
            ["Roku": ["enabled": true]],
            ["iOS": ["enabled": false], "tvOS": ["singleSignOn": false], "Roku": ["enabled": true]]
        ),
        (["tvOS": .null], ["iOS": ["enabled": false]]), (["tvOS": [:]], ["iOS": ["enabled": false]]),
        (["tvOS": .null, "iOS": .null], nil), (.null, nil),
    ]

    @Test("keep what a change does not name; null removes a platform, or all of them", arguments: changes)
    func change(change: JSONValue, result: JSONValue?) throws {
        var integration = Integration(mvpd: "Dish")
        for platforms in [["iOS": ["enabled": false], "tvOS": ["singleSignOn": false]], change] as [JSONValue] {
            try Patch<Integration>(["platforms": platforms]).apply(
                to: &integration, at: SimulatedClock.defaultStart)
        }
        #expect(integration.json["platforms"] == result)
    }
}
