import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// Adobe Single Sign-On Service, How to integrate Adobe SSO Service in a D2C-TVE application.
@Suite("Single sign-on with the vendor's service") struct SingleSignOnServiceTests {
    /// Sends a request to the single sign-on service.
    static func send(
        _ app: PollingApp, _ endpoint: Endpoint, _ headers: [HTTPField.Name: String] = [:], body: String = ""
    ) async throws -> Members {
        var fields = app.headers.fields()
        for (name, value) in headers { fields[name] = value }
        let request = HTTPRequest(
            method: endpoint.method, scheme: "https", authority: "api.auth.adobe.com",
            path: endpoint.route(app.requestor).path, headerFields: fields)
        let (response, data) = try await app.transport.send(request, body: Data(body.utf8))
        #expect(response.status.kind == .successful, "\(String(decoding: data, as: UTF8.self))")
        guard case .object(let members) = try JSONValue(json: data) else { return [:] }
        return members
    }

    /// Gets a service token.
    static func token(_ app: PollingApp, _ headers: [HTTPField.Name: String]) async throws -> String {
        try #require(try await send(app, .serviceToken, headers)["serviceToken"]?.string)
    }

    /// The kinds of the listed devices.
    private static func devices(_ app: PollingApp) async throws -> [String: String] {
        guard case .object(let devices)? = try await send(app, .listDevices)["devices"] else { return [:] }
        return devices.dictionary.mapValues {
            if case .object(let device) = $0 { device["type"]?.string ?? "" } else { "" }
        }
    }

    /// A world in which alice has signed in on a device that has a service token for her.
    private func signedIn() async throws -> (world: World, first: PollingApp) {
        let world = try PollingApp.world(
            """
            service:
              requestors:
                REF30:
                  integrations: {Cablevision: {singleSignOn: false}}
            providers: {Cablevision: {subscribers: {alice: {entitlements: [REF30]}}}}
            """)
        var first = try await PollingApp(world, device: "first")
        first.headers.serviceToken = try await Self.token(first, [.singleSignOnID: "alice@example.com"])
        try await first.begin()
        try await first.signIn()
        #expect(try await first.poll()?.type == .regular)
        return (world, first)
    }

    @Test("a device that is linked by a code has the profile of the first device, until it is unlinked")
    func linkAndUnlink() async throws {
        let (world, first) = try await signedIn()
        let code = try #require(try await Self.send(first, .linkDevice)["code"]?.string)

        var second = try await PollingApp(world, device: "second", bundleID: "com.example.other")
        #expect(try await second.profile() == nil)
        second.headers.serviceToken = try await Self.token(second, [.singleSignOnLink: code])
        let profile = try #require(
            try await second.send(.profiles(of: "REF30", headers: second.headers)).required().profiles["Cablevision"])
        #expect(profile.type == .serviceTokenSSO && profile.issuer == "Cablevision")
        let original = try #require(try await first.profile())
        #expect(profile.notAfter == original.notAfter, "it is valid as long as the first one")
        let session = try await second.begin()
        #expect(session.actionName == .authorize && session.reasonType == .authenticatedSSO)
        #expect(try await second.decide().authorized)
        #expect(try await Self.devices(first) == ["first": "regular", "second": "sso"])
        #expect(try await Self.devices(second) == ["first": "regular", "second": "sso"])

        let unlinked = try await Self.send(first, .unlinkDevices, body: #"{"devices":["second"]}"#)
        #expect(unlinked["unlinkedDevices"] == ["second"])
        #expect(try await second.profile() == nil)
        #expect(try await second.decide().authorized == false)
        #expect(try await second.begin().actionName == .authenticate)
        // A refreshed token is the same user's, on a device that is still unlinked.
        second.headers.serviceToken = try await Self.send(second, .refreshServiceToken)["serviceToken"]?.string
        #expect(try await second.profile() == nil)
        #expect(try await Self.devices(first) == ["first": "regular"])
        #expect(try await first.profile()?.type == .regular)

        second.headers.serviceToken = try await Self.token(second, [.singleSignOnID: "alice@example.com"])
        #expect(try await second.profile()?.type == .serviceTokenSSO, "a new token links the device again")
    }

    @Test("a device with the same X-SSO-ID has the profile, and one with another X-SSO-ID does not")
    func sameIdentifier() async throws {
        let (world, first) = try await signedIn()
        for (user, kind) in [("alice@example.com", EntitlementProfile.Kind.serviceTokenSSO), ("bob@example.com", nil)] {
            var other = try await PollingApp(world, device: user)
            other.headers.serviceToken = try await Self.token(other, [.singleSignOnID: user])
            #expect(try await other.profile()?.type == kind)
        }
        #expect(
            try await Self.devices(first) == ["first": "regular", "alice@example.com": "sso"])
    }

    @Test("an expired service token gives no profile, and its successor does")
    func expiry() async throws {
        let (world, first) = try await signedIn()
        var second = try await PollingApp(world, device: "second")
        second.headers.serviceToken = try await Self.token(second, [.singleSignOnID: "alice@example.com"])
        try world.perform(text: "advance: 1h")
        #expect(try await second.profile() == nil)
        second.headers.serviceToken = try await Self.send(second, .refreshServiceToken)["serviceToken"]?.string
        #expect(try await second.profile()?.type == .serviceTokenSSO)
        #expect(try await first.profile()?.type == .regular)
    }

    @Test("a logout on a linked device ends the sign-in of every device, and the devices stay linked")
    func logout() async throws {
        let (world, first) = try await signedIn()
        var second = try await PollingApp(world, device: "second")
        second.headers.serviceToken = try await Self.token(second, [.singleSignOnID: "alice@example.com"])
        #expect(try await second.logOut().actionName == .logout)
        #expect(try await first.profile() == nil)
        #expect(try await second.profile() == nil)
        #expect(try await Self.devices(second) == ["first": "sso", "second": "sso"])
    }
}
