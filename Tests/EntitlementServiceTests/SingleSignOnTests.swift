import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Adobe Single Sign-On Service, APIs.
@Suite("The single sign-on service")
struct SingleSignOnTests {
    /// The claims of a token.
    private static func claims(_ token: String?) throws -> JSONValue {
        let parts = try #require(token).split(separator: ".")
        var base64 = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        while base64.count % 4 != 0 { base64 += "=" }
        return try JSONValue(json: try #require(Data(base64Encoded: base64)))
    }

    @Test("issues a token with the documented claims for an hour")
    func issues() async throws {
        let app = try await SingleSignOnFixture(try ServiceWorld())
        let answer = try await app.send(.serviceToken, [.singleSignOnID: "alice@example.com"])
        #expect(answer.status == 201)
        let now: Int64 = 1_767_225_600
        let token = answer["serviceToken"]?.string
        #expect(
            answer.json == [
                "status": "CREATED", "serviceToken": .string(token ?? ""), "notBefore": .integer(now * 1000),
                "notAfter": .integer((now + 3_600) * 1000),
            ])
        #expect(
            try Self.claims(token) == [
                "iss": "ssoservicetoken", "sub": "alice@example.com", "nbf": .integer(now), "iat": .integer(now),
                "exp": .integer(now + 3_600),
            ])
    }

    @Test("exchanges a token for a new one, up to a day after its end")
    func refreshes() async throws {
        var app = try await SingleSignOnFixture(try ServiceWorld(), user: "alice")
        let clock = app.world.simulation.clock
        for (seconds, status) in [(10.0, 200), (3_600 + 86_400 - 11, 200), (1, 401)] {
            try clock.advance(by: seconds)
            try await app.app.renewToken()
            let answer = try await app.send(.refreshServiceToken)
            #expect(answer.status == status)
            guard status == 200 else { continue }
            let now = Int64(try app.world.now.timeIntervalSince1970)
            #expect(answer["status"] == "OK" && answer["notAfter"] == .integer((now + 3_600) * 1000))
            guard case .object(let claims) = try Self.claims(answer["serviceToken"]?.string) else { continue }
            #expect(claims["sub"] == "alice" && claims["iat"] == .integer(now))
        }
        #expect(try await app.send(.refreshServiceToken)["error", "code"] == "token_expired")
    }

    @Test("rejects a token whose time has not come")
    func early() async throws {
        var app = try await SingleSignOnFixture(try ServiceWorld(), user: "alice")
        try app.world.simulation.clock.advance(by: -1)
        try await app.app.renewToken()
        #expect(try await app.send(.linkDevice)["error", "code"] == "token_invalid")
    }

    @Test("gives another device the same user for a link code of six digits, once and for half an hour")
    func links() async throws {
        let world = try ServiceWorld()
        let first = try await SingleSignOnFixture(world, user: "alice")
        let answer = try await first.send(.linkDevice)
        let code = try #require(answer["code"]?.string)
        #expect(answer.status == 201 && code.wholeMatch(of: /[0-9]{6}/) != nil)
        let now = Milliseconds(try world.now).value
        #expect(
            answer.json == [
                "status": "CREATED", "code": .string(code), "notBefore": .integer(now),
                "notAfter": .integer(now + 1_800_000),
            ])

        let second = try await SingleSignOnFixture(world, device: "device-2")
        for wrong in ["000000", "12345", "abcdef", code + "0"] where wrong != code {
            let refused = try await second.send(.serviceToken, [.singleSignOnLink: wrong])
            #expect(refused.status == 400 && refused["error", "code"] == "token_invalid")
        }
        // The code counts, not the identifier beside it.
        let linked = try await second.send(.serviceToken, [.singleSignOnLink: code, .singleSignOnID: "bob"])
        guard case .object(let claims) = try Self.claims(linked["serviceToken"]?.string) else { return }
        #expect(linked.status == 201 && claims["sub"] == "alice")
        #expect(try await second.send(.serviceToken, [.singleSignOnLink: code]).status == 400, "used")

        let late = try await first.link()
        try world.simulation.clock.advance(by: 1_800)
        #expect(try await second.send(.serviceToken, [.singleSignOnLink: late]).status == 400, "expired")
    }

    @Test("draws link codes from the seed of the world")
    func draws() async throws {
        func codes() async throws -> [String] {
            let app = try await SingleSignOnFixture(try ServiceWorld(), user: "alice")
            return [try await app.link(), try await app.link(), try await app.link()]
        }
        let first = try await codes()
        #expect(Set(first).count == 3)
        #expect(try await codes() == first)
    }

    @Test("lists the devices of a user with what they say about themselves and their last request")
    func lists() async throws {
        let world = try ServiceWorld()
        let first = try await SingleSignOnFixture(world, user: "alice")
        _ = try await SingleSignOnFixture(world, device: "other", user: "bob")
        let began = Milliseconds(try world.now).value
        try world.simulation.clock.advance(by: 60)
        let second = try await SingleSignOnFixture(world, device: "device-2")
        let information = DeviceInformation(
            model: "TV 5", version: "1", osName: "Tizen", osVersion: "5.0", primaryHardwareType: "TV")
        _ = try await second.send(
            .serviceToken,
            [.singleSignOnLink: try await first.link(), .deviceInformation: information.headerValue])
        let third = try await SingleSignOnFixture(world, device: "device-3")
        // Without the header the user agent counts.
        _ = try await third.send(
            .serviceToken,
            [.singleSignOnID: "alice", .deviceInformation: "", .userAgent: "Stream/1 (AppleTV; tvOS 26.1)"])
        func seen(_ milliseconds: Int64) -> JSONValue { .integer(began + milliseconds) }
        var devices: Members = [
            "device-1": [
                "model": "iPhone", "os": "iOS", "osVersion": "18", "lastSeen": seen(60_000), "type": "sso",
            ],
            "device-2": [
                "deviceType": "TV", "model": "TV 5", "os": "Tizen", "osVersion": "5.0", "lastSeen": seen(60_000),
                "type": "sso",
            ],
            "device-3": ["os": "tvOS", "lastSeen": seen(60_000), "type": "sso"],
        ]
        let answer = try await first.send(.listDevices)
        #expect(answer.status == 200 && answer.json == ["devices": .object(devices)])
        try world.simulation.clock.advance(by: 60)
        devices["device-1"] = [
            "model": "iPhone", "os": "iOS", "osVersion": "18", "lastSeen": seen(120_000), "type": "sso",
        ]
        #expect(try await first.send(.listDevices).json == ["devices": .object(devices)])
    }

    @Test("unlinks the devices that are linked and names them; a new token links a device again")
    func unlinks() async throws {
        let world = try ServiceWorld()
        let first = try await SingleSignOnFixture(world, user: "alice")
        _ = try await SingleSignOnFixture(world, device: "device-2", user: "alice")
        _ = try await SingleSignOnFixture(world, device: "other", user: "bob")
        let body = #"{"devices":["device-2","unknown","other","device-2","device-1"]}"#
        let answer = try await first.send(.unlinkDevices, body: body)
        #expect(answer.status == 200)
        #expect(answer.json == ["status": "OK", "unlinkedDevices": ["device-2", "device-1"]])
        #expect(try await first.send(.unlinkDevices, body: body)["unlinkedDevices"] == [])
        #expect(try await first.send(.listDevices).json == ["devices": [:]])
        _ = try await first.send(.serviceToken, [.singleSignOnID: "alice"])
        guard case .object(let devices)? = try await first.send(.listDevices)["devices"] else { return }
        #expect(devices.keys.sorted() == ["device-1"])
    }

    @Test("lists two devices whose identifiers are equal in Unicode only, each by its own")
    func unicode() async throws {
        let world = try ServiceWorld()
        let first = try await SingleSignOnFixture(world, device: "caf\u{e9}", user: "alice")
        _ = try await SingleSignOnFixture(world, device: "cafe\u{301}", user: "alice")
        let answer = try await first.send(.unlinkDevices, body: #"{"devices":["cafe\u0301"]}"#)
        #expect(answer["unlinkedDevices"] == ["cafe\u{301}"])
        #expect(try await first.send(.listDevices).status == 200)
    }

    @Test("is throttled as REST API V2 is")
    func throttled() async throws {
        let app = try await SingleSignOnFixture(
            try ServiceWorld { $0.throttle = Throttle(requestsPerSecond: 3, burst: 0) })
        // The app has used two requests to register and to get its access token.
        #expect(try await app.send(.serviceToken, [.singleSignOnID: "alice"]).status == 201)
        let request = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/api/REF30/serviceToken",
            headerFields: app.app.headers.fields())
        let (response, _) = try app.world.service.respond(to: request, body: Data())
        #expect(response.status == .tooManyRequests && response.headerFields[.contentType] == "text/html")
    }

    @Test("leaves no service token, link code or user in the journal")
    func journal() async throws {
        let world = try ServiceWorld()
        let first = try await SingleSignOnFixture(world, user: "alice@example.com")
        let code = try await first.link()
        let second = try await SingleSignOnFixture(world, device: "device-2")
        _ = try await second.send(.serviceToken, [.singleSignOnLink: code])
        _ = try await first.send(.unlinkDevices, body: #"{"devices":["device-2"]}"#)
        let entries = try world.simulation.journal.entries().map(\.text)
        let text = entries.map { "\($0)" }.joined()
        for secret in [try #require(first.serviceToken), code, "alice@example.com"] { #expect(!text.contains(secret)) }
        let own = entries.map { "\($0.event): \($0.outcome)" }.filter { $0.contains("/api/REF30") }
        #expect(
            own == [
                "POST /api/REF30/serviceToken: 201 issued", "POST /api/REF30/link: 201 link created",
                "POST /api/REF30/serviceToken: 201 issued", "POST /api/REF30/unlink: 200 1 of 1 unlinked",
            ])
    }
}
