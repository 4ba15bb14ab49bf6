import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import Testing

import struct TVSimSAML.NameQualifiers

@testable import TVSimEntitlementService

@Suite("Logout")
struct LogoutTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let held: [EntitlementProfile.Kind]
        var logoutEndpoint = true
        var degradation = Degradation.none
        var tempPass: TempPass?
        let action: LogoutActionsResponse.Logout.ActionName
        let type: LogoutActionsResponse.Logout.ActionType
    }

    static let rows = [
        Row(testDescription: "no profile", held: [], action: .invalid, type: .none),
        Row(testDescription: "appleSSO", held: [.appleSSO], action: .partnerLogout, type: .partnerInteractive),
        Row(testDescription: "regular with a logout endpoint", held: [.regular], action: .logout, type: .interactive),
        Row(
            testDescription: "regular without a logout endpoint", held: [.regular], logoutEndpoint: false,
            action: .complete, type: .none),
        Row(
            testDescription: "ambiguity 39: both", held: [.regular, .appleSSO], action: .partnerLogout,
            type: .partnerInteractive),
        Row(
            testDescription: "temporary", held: [], tempPass: TempPass(duration: 600), action: .complete, type: .none),
        Row(testDescription: "degraded", held: [], degradation: .authenticateAll, action: .complete, type: .none),
        Row(
            testDescription: "degraded, and a regular profile", held: [.regular], degradation: .authenticateAll,
            action: .complete, type: .none),
        Row(
            testDescription: "degraded, and appleSSO", held: [.appleSSO], degradation: .authenticateAll,
            action: .partnerLogout, type: .partnerInteractive),
    ]

    @Test("returns the remaining steps and removes the profiles", arguments: rows)
    func answersWhatIsLeft(row: Row) async throws {
        let world = try ServiceWorld { configuration in
            configuration.change("Cablevision") {
                $0.logoutEndpoint = row.logoutEndpoint
                $0.degradation = row.degradation
                $0.tempPass = row.tempPass
            }
        }
        let app = try await world.app()
        for kind in row.held { try app.hold(kind) }
        try app.hold(.regular, mvpd: "Dish")
        // Ambiguity 40: no framework status is sent.
        let call = EntitlementCall.logout(
            of: "REF30", mvpd: "Cablevision", redirectURL: "app://done", headers: app.headers)
        let logouts = try await app.send(call).required().logouts
        let logout = try #require(logouts["Cablevision"])
        #expect(logouts.count == 1 && logout.mvpd == "Cablevision")
        #expect(logout.actionName == row.action && logout.actionType == row.type)
        let url =
            "https://api.auth.adobe.com/adobe-services/logout?noflash=true&mso_id=Cablevision&requestor_id=REF30&redirect_url=app%3A%2F%2Fdone"
            + "&pt_device_id="
        #expect(logout.url?.hasPrefix(url) ?? false == (row.action == .logout))

        let left = try await app.send(.profiles(of: "REF30", headers: app.vouched())).required().profiles
        #expect(left.mapValues(\.type) == ["Dish": .regular])
        if row.degradation == .none, row.tempPass == nil {
            #expect(try await app.send(call).required().logouts["Cablevision"]?.actionName == .invalid)
        }
    }

    @Test("does not count an expired profile as valid")
    func findsNoLapsedProfile() async throws {
        let world = try ServiceWorld()
        var app = try await world.app()
        try app.hold(.appleSSO)
        try world.simulation.clock.advance(by: 30 * 86_400)
        try await app.renewToken()
        let logouts = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers)
        ).required().logouts
        #expect(logouts["Cablevision"]?.actionName == .invalid)
    }

    @Test("refuses a disabled integration and removes nothing")
    func refusesDisabledIntegration() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        let call = EntitlementCall.logout(
            of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers)
        try world.change("Cablevision") { $0.enabled = false }
        let refused = try await app.send(call)
        #expect(refused.status == 400 && refused.error?.is(.invalidIntegration) == true)
        try world.change("Cablevision") { $0.enabled = true }
        #expect(try await app.send(call).required().logouts["Cablevision"]?.actionName == .partnerLogout)
    }

    @Test("refuses an unknown MVPD and an invalid redirect URL")
    func refusesParameters() async throws {
        let app = try await ServiceWorld().app()
        let unknown = try await app.send(
            .logout(of: "REF30", mvpd: "Nobody", redirectURL: "app://out", headers: app.headers))
        #expect(unknown.error?.is(.invalidParameterMVPD) == true)
        let nowhere = try await app.send(
            .logout(of: "REF30", mvpd: "Dish", redirectURL: "nowhere", headers: app.headers))
        #expect(nowhere.error?.is(.invalidParameterRedirectURL) == true)
    }

    @Test(
        "refuses a query without a redirect URL, malformed or with a repeated field, and removes nothing",
        arguments: [
            ("", "invalid_parameter_redirect_url", "missing"),
            ("redirectUrl=", "invalid_parameter_redirect_url", "missing"),
            ("redirecturl=app%3A%2F%2Fdone", "invalid_parameter_redirect_url", "missing"),
            ("redirectUrl=app%3A%2F%2Fdone&y=%zz", "internal_error", "'y'"),
            ("redirectUrl=https://a/%zz", "invalid_parameter_redirect_url", "'redirectUrl'"),
            ("redirectUrl=https://a/%25zz", "invalid_parameter_redirect_url", "RFC 3986"),
            ("redirectUrl=app:a&redirectUrl=app:b", "invalid_parameter_redirect_url", "occurs twice"),
            ("%ff=x", "internal_error", "The query"),
        ])
    func refusesQueries(query: String, code: String, details: String) async throws {
        let app = try await ServiceWorld().app()
        try app.hold(.regular)
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "api.auth.adobe.com",
            path: Endpoint.logout.route("REF30", mvpd: "Cablevision").path + "?" + query,
            headerFields: app.headers.fields())
        let answer = try app.world.service.respond(to: request, body: Data())
        let reply = Reply<LogoutActionsResponse>(response: answer.response, body: answer.body)
        #expect(reply.status == 400 && reply.error?.code == code)
        #expect(reply.error?.details?.contains(details) == true)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).required().profiles.count == 1)
    }

    @Test(
        "ends the regular profile from which a shared one was made, and no other profile of its app",
        arguments: [("_1", [EntitlementProfile.Kind.appleSSO]), ("_2", [.appleSSO, .regular])])
    func sharedProfile(lastAssertion: String, left: [EntitlementProfile.Kind]) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        try app.hold(.regular)
        let holder = try app.holder()
        let identity = SharedIdentity(method: .serviceToken, subject: "alice")
        let integration = try #require(try world.service.configuration().requestor("REF30")?.integration("Cablevision"))
        try world.simulation.store.write { state in
            let key = ServiceDocument.profiles(holder)
            let own = try #require(try state.value(for: key)?.profiles["Cablevision"]?.first { $0.type == .regular })
            try SharedProfiles.share(own, by: "_1", mvpd: "Cablevision", of: identity, from: holder, in: state)
            try state.setValue(
                .saml(
                    ProviderSession(
                        nameID: "alice-1", qualifiers: NameQualifiers(), assertion: lastAssertion,
                        notAfter: own.notAfter.instant)),
                for: ServiceDocument.providerSession(holder, mvpd: "Cablevision"))
            let ended = try #require(try SharedProfiles.end(integration, of: identity, for: "REF30", in: state))
            #expect(ended.profile.type == .serviceTokenSSO)
            #expect((ended.holder == nil) == left.contains(.regular))
            #expect(try state.value(for: key)?.profiles["Cablevision"]?.map(\.type) == left)
            #expect(try SharedProfiles.end(integration, of: identity, for: "REF30", in: state) == nil)
        }
    }
}
