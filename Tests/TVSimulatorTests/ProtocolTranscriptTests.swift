import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// A client of REST API V2 cannot tell by which protocol its users sign in at an MVPD.
@Suite struct ProtocolTranscriptTests {
    /// Keeps what a client sends and gets, except identifiers, times, and the host and query of addresses.
    private struct Transcript {
        var lines: [String] = []
        let app: PollingApp

        /// The members whose values are drawn, signed or times.
        private static let drawn: Set<String> = [
            "code", "sessionId", "notBefore", "notAfter", "serializedToken", "trace", "url",
        ]

        mutating func send<Answer>(_ name: String, _ call: EntitlementCall<Answer>) async throws {
            let (response, body) = try await app.transport.send(call.request(), body: call.body.data)
            let json = try JSONValue(json: body)
            lines.append("\(name) \(response.status.code) \(Self.masked(json))")
        }

        private static func masked(_ value: JSONValue) -> String {
            switch value {
            case .object(let members):
                let parts = members.sorted { $0.key < $1.key }.map { name, value in
                    "\(name): \(drawn.contains(name) ? "…" : masked(value))"
                }
                return "{\(parts.joined(separator: ", "))}"
            case .array(let values): return "[\(values.map(masked).joined(separator: ", "))]"
            default: return "\(value)"
            }
        }

        /// Opens a page, and keeps where the browser ended.
        mutating func visit(_ name: String, _ address: String, in browser: ScriptedBrowser, as subscriber: String)
            async throws
        {
            let end = try await browser.open(address)
            if end == .stayed, browser.asksForPassword {
                _ = try await app.world.signIn(as: subscriber, password: nil, in: browser)
            }
            lines.append("\(name) -> \(browser.address.prefix { $0 != "?" }) \(browser.status)")
        }
    }

    /// What the app and its user do at an MVPD of either protocol.
    private func transcript(_ provider: String) async throws -> [String] {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: test
                service: {accessTokenTTL: 30d}
                providers:
                  Cablevision:
                    \(provider)
                    denialText: Call us.
                    subscribers:
                      alice:
                        entitlements: [REF30]
                        attributes: {userID: alice-1, channelID: [one], maxRating: {MPAA: R}, hh: '{"a":1}', language: en}
                        denials: {CNN: {reason: parentalControls}}

                """)
        let world = simulator.world
        var app = try await PollingApp(world)
        try await app.begin()
        let (code, headers) = (app.code, app.headers)
        var all = Transcript(app: app)
        func decide(_ all: inout Transcript, _ resource: ResourceID) async throws {
            try await all.send(
                "authorize \(resource)",
                .authorize(.init(resources: [resource]), of: "REF30", mvpd: "Cablevision", headers: headers))
        }
        try await all.send("configuration", .configuration(of: "REF30", headers: headers))
        try await all.send("poll", .profile(ofCode: code, serviceProvider: "REF30", headers: headers))
        try await decide(&all, "REF30")
        let browser = ScriptedBrowser(over: app.transport)
        try await all.visit("sign in", "/api/v2/authenticate/REF30/\(code)", in: browser, as: "alice")
        try await all.send("poll", .profile(ofCode: code, serviceProvider: "REF30", headers: headers))
        try await all.send("profiles", .profiles(of: "REF30", headers: headers))
        for resource in ["REF30", "ESPN", "CNN"] as [ResourceID] { try await decide(&all, resource) }
        try await all.send(
            "preauthorize",
            .preauthorize(.init(resources: ["REF30", "ESPN"]), of: "REF30", mvpd: "Cablevision", headers: headers))
        try await all.visit("used code", "/api/v2/authenticate/REF30/\(code)", in: browser, as: "alice")
        try simulator.perform("advance: 25h")
        try await decide(&all, "REF30")
        let out = try await app.logOut()
        all.lines.append("logout \(out.actionName) \(out.actionType) \((out.url ?? "").prefix { $0 != "?" })")
        try await all.visit("log out", try #require(out.url), in: browser, as: "alice")
        try await all.send("profiles", .profiles(of: "REF30", headers: headers))
        try await decide(&all, "REF30")
        // The session at the MVPD has ended too, so the user is asked again.
        var second = try await PollingApp(world)
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)")
        all.lines.append("asked again: \(browser.asksForPassword)")
        let end = try await browser.cancel()
        all.lines.append("cancelled: \(end)")
        _ = try await world.signIn(as: "alice", password: "wrong", in: try await opened(second))
        try simulator.perform("endSessions: {provider: Cablevision, subscriber: alice}")
        try await all.send("profiles", .profiles(of: "REF30", headers: second.headers))
        return all.lines
    }

    private func opened(_ app: PollingApp) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(over: app.transport)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        return browser
    }

    @Test(
        "the same flow has the same transcript over both protocols",
        arguments: ["protocol: oauth2", "{protocol: oauth2, oauth2: {userInfo: inToken, pkce: required}}"])
    func transcripts(provider: String) async throws {
        let lines =
            provider.hasPrefix("{")
            ? "oauth2: {userInfo: inToken, pkce: required}\n    protocol: oauth2" : provider
        let saml = try await transcript("protocol: saml")
        let oauth2 = try await transcript(lines)
        #expect(saml.count > 15)
        for (saml, oauth2) in zip(saml, oauth2) { #expect(saml == oauth2) }
        #expect(saml.count == oauth2.count)
        // The transcript has the values that it is to compare.
        #expect(saml.contains { $0.contains("alice-1") } && saml.contains { $0.contains("Call us.") })
    }
}
