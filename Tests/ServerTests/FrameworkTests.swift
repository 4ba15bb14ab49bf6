import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("Apple's framework over HTTP")
struct FrameworkTests {
    /// A world whose user is left to the test.
    static let away = """
        schema: 1
        name: away
        device: {apps: {com.example.stream: {access: granted}}}
        viewer: {systemPicker: none}
        """

    static let interruptible = #"""
        {"includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
         "isInterruptionAllowed": true, "supportedAccountProviderIdentifiers": ["Dish", "Cablevision"],
         "featuredAccountProviderIdentifiers": ["Dish"], "localizedVideoTitle": "The Match",
         "applicationAccountProviders": [{"localizedDisplayName": "Ours", "identifier": "ours"}]}
        """#

    /// Serves the world of ``away``.
    static func serving(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.serving(
            World(store: try World.state(of: WorldOrigin(text: away, source: "test"))), body)
    }

    /// The path of a pending request, below the prefix of the admin API.
    static func place(_ answer: SocketClient.Answer) throws -> String {
        let location = try #require(answer.response.headerFields[.location], "\(answer.text)")
        return String(location.dropFirst("/_sim/v1".count))
    }

    @Test("waits for a user whose answers are not scripted, and lets the client act as this user")
    func user() async throws {
        try await Self.serving { server in
            func act(_ action: String) async throws -> SocketClient.Answer {
                try await server.admin(.post, "/framework/interface", action)
            }
            #expect(try await server.admin(.get, "/framework/interface").json()["interface"] == .null)
            let waits = "the app waits for a person: the provider picker is open;"
            #expect(try await !server.admin(.get, "/evidence/report.txt").text.contains("waits for a person"))
            let pending = try await server.admin(.post, "/framework/account-metadata", Self.interruptible)
            #expect(pending.status == 202)
            #expect(try await server.admin(.get, "/evidence/report.txt").text.contains(waits))
            let place = try Self.place(pending)
            let picker: JSONValue = [
                "interface": [
                    "page": "picker", "title": "TV Provider", "videoTitle": "The Match",
                    "featured": [["identifier": "Dish", "displayName": "Dish Network"]],
                    "providers": [["identifier": "Cablevision", "displayName": "Cablevision"]],
                    "applicationProviders": [["identifier": "ours", "displayName": "Ours"]],
                    "otherTitle": "Other TV Provider",
                ]
            ]
            #expect(try pending.json() == picker)
            #expect(try await server.admin(.get, "/framework/interface").json() == picker)
            #expect(try await server.admin(.get, place).status == 202)

            #expect(try await act(#"{"choose": "Nowhere"}"#).status == 422)
            let page = try await act(#"{"choose": "Dish"}"#).json()
            #expect(page["interface"]?["page"] == "signIn")
            #expect(page["interface"]?["provider"]?["identifier"] == "Dish")
            let refused = try await act(#"{"signIn": {"as": "carol", "password": "wrong"}}"#).json()
            #expect(refused["interface"]?["failedAttempts"] == 1)
            #expect(try await act(#"{"signIn": {"as": "carol"}}"#).json()["interface"] == .null)

            let answer = try await server.admin(.get, place + "?wait=5s")
            #expect(answer.status == 200)
            #expect(try answer.json()["metadata"]?["accountProviderIdentifier"] == "Dish")
            // The answer stays until the client removes it.
            #expect(try await server.admin(.get, place).text == answer.text)
            #expect(try await server.admin(.delete, place).status == 204)
            #expect(try await server.admin(.get, place).status == 404)
            #expect(try await act(#""cancel""#).status == 422)
        }
    }

    @Test(
        "ends a request as the user's action says",
        arguments: [
            (#""cancel""#, "userCancelled", nil), (#"{"cancel": null}"#, "userCancelled", nil),
            (#""other""#, "unsupportedProvider", nil), (#"{"choose": "ours"}"#, nil, "ours"),
        ] as [(String, String?, String?)])
    func actions(_ action: String, _ error: String?, _ provider: String?) async throws {
        try await Self.serving { server in
            let pending = try await server.admin(.post, "/framework/account-metadata", Self.interruptible)
            #expect(try await server.admin(.post, "/framework/interface", action).status == 200)
            let answer = try await server.admin(.get, try Self.place(pending) + "?wait=5s").json()
            #expect(answer["error"]?["name"]?.string == error)
            #expect(answer["metadata"]?["accountProviderIdentifier"]?.string == provider)
        }
    }

    @Test("answers a waiting request when a command changes the user's answers")
    func scriptedLater() async throws {
        try await Self.serving { server in
            let pending = try await server.admin(.post, "/framework/account-metadata", Self.interruptible, world: "w")
            #expect(pending.response.headerFields[.location]?.hasPrefix("/s/w/_sim/v1/framework/requests/") == true)
            let script = #"{"viewer": {"systemPicker": {"choose": "Dish", "as": "carol"}}}"#
            // The condition selects the world by another way, which must lead to the same device.
            let change = try await server.admin(
                .post, "/commands", script, world: "w", headers: [.ifMatch: "*"])
            #expect(change.status == 204)
            let place = try #require(pending.response.headerFields[.location]?.split(separator: "/").last)
            let answer = try await server.admin(.get, "/framework/requests/\(place)?wait=5s", world: "w")
            #expect(try answer.json()["metadata"]?["accountProviderIdentifier"] == "Dish")
            // A request belongs to its world.
            #expect(try await server.admin(.get, "/framework/requests/\(place)").status == 404)
            #expect(try await server.admin(.get, "/framework/requests/\(place)", world: "v").status == 404)
        }
    }

    @Test("keeps other interruptible requests behind an interface, and answers the rest at once")
    func order() async throws {
        try await Self.serving { server in
            let first = try await server.admin(.post, "/framework/account-metadata", Self.interruptible)
            let second = try await server.admin(.post, "/framework/account-metadata", Self.interruptible)
            #expect(first.status == 202 && second.status == 202)
            let silent = try await server.admin(.post, "/framework/account-metadata", "{}")
            #expect(silent.status == 200)
            #expect(try silent.json()["error"]?["name"] == "providerRejected")
            #expect(try await server.admin(.delete, try Self.place(first)).status == 204)
            let cancelled = try await server.admin(.get, try Self.place(first) + "?wait=5s").json()
            #expect(cancelled["error"]?["name"] == "userCancelled")
            #expect(cancelled["error"]?["code"] == 2)
            // Now the picker is that of the second request.
            await server.untilInterfaceIsOpen()
            #expect(try await server.admin(.post, "/framework/interface", #""other""#).status == 200)
            let other = try await server.admin(.get, try Self.place(second) + "?wait=5s").json()
            #expect(other["error"]?["name"] == "unsupportedProvider")
        }
    }

    @Test("shows the access prompt that stays open, and takes the user's answer")
    func prompt() async throws {
        try await RunningServer.serving { server in
            func check() async throws -> SocketClient.Answer {
                try await server.admin(.post, "/framework/access-status", #"{"prompt": true}"#)
            }
            let open = #"{"viewer": {"accessPrompt": "none"}}"#
            #expect(try await server.admin(.post, "/commands", open).status == 204)
            let pending = try await check()
            #expect(pending.status == 202)
            let place = try Self.place(pending)
            let prompt: JSONValue = [
                "interface": [
                    "page": "prompt", "title": "“com.example.stream” would like to use your TV provider",
                    "bundleID": "com.example.stream",
                ]
            ]
            #expect(try pending.json() == prompt)
            #expect(try await server.admin(.get, "/framework/interface").json() == prompt)
            #expect(try await server.admin(.get, place).status == 202)
            // A check that does not ask, and the same question again.
            #expect(
                try await server.admin(.post, "/framework/access-status", "{}").json()["accessStatus"]
                    == "notDetermined")
            let second = try await check()
            #expect(second.status == 202)

            let cancelled = try await server.admin(.delete, place)
            #expect(cancelled.status == 422)
            #expect(AdminTests.error(cancelled)?["message"]?.string?.contains("cannot cancel") == true)
            for action in [#""cancel""#, #""other""#, #"{"choose": "Dish"}"#, #"{"signIn": {"as": "carol"}}"#] {
                let refused = try await server.admin(.post, "/framework/interface", action)
                #expect(refused.status == 422)
                #expect(
                    AdminTests.error(refused)?["message"]?.string == "the access prompt is open: allow or deny access")
            }
            let both = #"{"choose": "Dish", "signIn": {"as": "carol"}}"#
            for action in [both, "{}", #"["allow"]"#] {
                let refused = try await server.admin(.post, "/framework/interface", action)
                #expect(refused.status == 400, "\(action)")
                #expect(AdminTests.error(refused)?["message"]?.string?.contains("one action") == true, "\(action)")
            }
            let acted = try await server.admin(.post, "/framework/interface", #""allow""#)
            #expect(try acted.json()["interface"] == .null)
            for waiting in [pending, second] {
                let answer = try await server.admin(.get, Self.place(waiting) + "?wait=5s").json()
                #expect(answer == ["accessStatus": "granted", "error": .null])
            }
            #expect(try await server.admin(.delete, place).status == 204)
            #expect(try await server.admin(.get, place).status == 404)
            #expect(try server.world.device.permission(for: "com.example.stream") == .granted)
        }
    }

    @Test("ignores a cancellation if the device's settings say so")
    func ignoredCancellation() async throws {
        try await Self.serving { server in
            let ignored = #"{"settings": {"behaviour": {"cancellation": "ignored"}}}"#
            #expect(try await server.admin(.post, "/commands", ignored).status == 204)
            let place = try Self.place(
                try await server.admin(.post, "/framework/account-metadata", Self.interruptible))
            #expect(try await server.admin(.delete, place).status == 204)
            #expect(try await server.admin(.get, place).status == 202)
            #expect(try await server.admin(.post, "/framework/interface", #""other""#).status == 200)
            #expect(
                try await server.admin(.get, place + "?wait=5s").json()["error"]?["name"] == "unsupportedProvider")
        }
    }

    @Test("ends the requests that wait for a user with the server, as those of an app that quits")
    func serverEnds() async throws {
        let world = World(store: try World.state(of: WorldOrigin(text: Self.away, source: "test")))
        try await RunningServer.serving(world) { server in
            let pending = try await server.admin(.post, "/framework/account-metadata", Self.interruptible)
            #expect(pending.status == 202)
            #expect(world.device.screen.presented?.page != nil)
        }
        await until("the interface is dismissed") { world.device.screen.presented == nil }
        await until("no request is left") { world.device.requests.isIdle }
    }

    @Test("ends the requests of an isolated world that is removed, and serves the next world of that name")
    func removedWorld() async throws {
        try await Self.serving { server in
            let pending = try await server.admin(.post, "/framework/account-metadata", Self.interruptible, world: "w")
            #expect(pending.status == 202)
            #expect(try await server.admin(.delete, "/world", world: "w").status == 204)
            #expect(try await server.admin(.get, "/worlds").json()["worlds"] == [])
            let number = try #require(pending.response.headerFields[.location]?.split(separator: "/").last)
            #expect(try await server.admin(.get, "/framework/requests/\(number)", world: "w").status == 404)
            #expect(try await server.admin(.get, "/framework/interface", world: "w").json()["interface"] == .null)
            let again = try await server.admin(.post, "/framework/account-metadata", Self.interruptible, world: "w")
            #expect(again.status == 202)
        }
    }

    @Test("bounds the requests that wait for a user, and forgets unread answers first")
    func bound() async throws {
        let calls = FrameworkCalls()
        let answered = try calls.add(of: nil)
        answered.answer(.success(ErrorOnlyAnswer()))
        for _ in 1..<ServerLimits.frameworkCalls { _ = try calls.add(of: "w") }
        _ = try calls.add(of: nil)
        #expect(throws: AdminError.self) { try calls.call("\(answered.number)", of: nil) }
        #expect {
            try calls.add(of: nil)
        } throws: { error in
            (error as? AdminError)?.status == 503
        }
        calls.end(of: "w")
        _ = try calls.add(of: nil)
    }

    @Test("takes the members that the article lists, for people who do not know Apple's class")
    func documentedMembers() throws {
        let article = try Repository.article("HowTo/AskTheFrameworkOverHTTP.md")
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined()
        let members = Mirror(reflecting: AccountMetadataBody()).children.compactMap(\.label)
        #expect(members.count > 10)
        for member in members { #expect(rows.contains("`\(member)`"), "\(member)") }
    }
}

extension RunningServer {
    /// Waits until the served device presents an interface.
    func untilInterfaceIsOpen() async {
        await until("an interface is presented") { world.device.screen.presented?.page != nil }
    }
}
