import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Refusals of Apple's framework over HTTP")
struct FrameworkRefusalTests {
    @Test(
        "says that the system would have terminated an app, and the server continues",
        arguments: [
            (
                "/framework/access-status", #"{"prompt": true}"#, #"{"app": {"usageDescription": false}}"#,
                "usageDescription: true"
            ),
            (
                "/framework/account-metadata", #"{"isInterruptionAllowed": true}"#,
                #"{"app": {"usageDescription": false}}"#, "usageDescription: true"
            ),
            (
                "/framework/current-subscription", #"{"currentSubscription": null}"#,
                #"{"app": {"subscriptionEntitlement": false}}"#, "subscriptionEntitlement: true"
            ),
        ])
    func termination(_ path: String, _ body: String, _ command: String, _ remedy: String) async throws {
        try await RunningServer.serving { server in
            let asks = #"{"settings": {"behaviour": {"undeterminedAccess": "prompt"}}}"#
            for command in [asks, command] {
                #expect(try await server.admin(.post, "/commands", command).status == 204)
            }
            let answer = try await server.admin(.post, path, body)
            #expect(answer.status == 422)
            let message = try #require(AdminTests.error(answer)?["message"]?.string)
            #expect(message.contains("the app 'com.example.stream' was terminated") && message.contains(remedy))
            #expect(try await server.admin(.get, "/health").status == 200)
        }
    }

    @Test("answers 503 if the device cannot be read, and the server continues")
    func brokenDevice() async throws {
        try await FrameworkTests.serving { server in
            let pending = try await server.admin(.post, "/framework/account-metadata", FrameworkTests.interruptible)
            #expect(pending.status == 202)
            try server.world.simulation.store.write {
                try $0.setEncodedValue(#"{"bogus": 1}"#, named: "device/viewer")
            }
            let calls = [
                ("/framework/access-status", #"{"prompt": true}"#),
                ("/framework/interface", #""cancel""#),
            ]
            _ = try await server.admin(.post, calls[1].0, calls[1].1)
            try server.world.simulation.store.write {
                try $0.setEncodedValue(#"{"bogus": 1}"#, named: "device/app/com.example.stream")
            }
            #expect(try await server.admin(.post, calls[0].0, calls[0].1).status == 503)
            #expect(try await server.admin(.post, "/framework/account-metadata", "{}").status == 503)
            #expect(try await server.admin(.get, "/framework/user-accounts").status == 503)
            #expect(try await server.admin(.get, "/health").status == 200)
        }
    }

    @Test(
        "warns of an app for which the device has no settings, in the answer and in the journal",
        arguments: ["/framework/access-status", "/framework/account-metadata"])
    func misspelled(_ path: String) async throws {
        try await FrameworkTests.serving { server in
            #expect(try await server.admin(.post, path, "{}").json()["warning"] == nil)
            let answer = try await server.admin(.post, path, #"{"bundleID": "com.exmaple.stream"}"#).json()
            let warning = "the device has no settings for the app com.exmaple.stream, only for com.example.stream"
            #expect(answer["warning"] == .string(warning))
            _ = try await server.admin(.post, "/framework/access-status", #"{"bundleID": "com.exmaple.stream"}"#)
            let asked = try await server.admin(.get, "/journal?contains=checkAccessStatus")
            #expect(asked.text.contains("has not decided about com.exmaple.stream before; \(warning)"))
            // From now on the device knows the app.
            _ = try await server.admin(
                .post, "/commands", #"{"setPermission": {"bundleID": "com.exmaple.stream", "access": "denied"}}"#)
            let known = try await server.admin(.post, path, #"{"bundleID": "com.exmaple.stream"}"#).json()
            #expect(known["warning"] == nil)
        }
    }

    @Test("warns of a ready status without the date that its page requires, and of no other")
    func incompleteStatus() async throws {
        try await FrameworkTests.serving { server in
            let list = #"[{"permission": "granted"}, {"signIn": {"provider": "Cablevision", "as": "alice"}}]"#
            #expect(try await server.admin(.post, "/commands", list).status == 204)
            for (isNamed, isDated) in [(true, false), (true, true), (false, true), (false, false)] {
                let body = """
                    {"includeAccountProviderIdentifier": \(isNamed), "includeAuthenticationExpirationDate": \(isDated)}
                    """
                let answer = try await server.admin(.post, "/framework/account-metadata", body).json()
                let warning = answer["warning"]?.string
                #expect((warning != nil) == (isNamed && !isDated), "\(body): \(warning ?? "none")")
                if let warning { #expect(warning.contains("ask with includeAuthenticationExpirationDate too")) }
            }
        }
    }

    @Test("ends the requests of a world that is reset, so that none stands before those of the next test")
    func reset() async throws {
        try await FrameworkTests.serving { server in
            for (path, body) in [("/reset", ""), ("/commands", #""reset""#)] {
                let place = try FrameworkTests.place(
                    try await server.admin(.post, "/framework/account-metadata", FrameworkTests.interruptible))
                #expect(try await server.admin(.post, path, body).status == 204)
                #expect(try await server.admin(.get, place).status == 404)
                #expect(try await server.admin(.get, "/framework/interface").json()["interface"] == .null)
            }
        }
    }

    @Test("says that the world cannot sign in at a provider that the system does not list")
    func unlisted() async throws {
        try await RunningServer.serving { server in
            let unlist = #"{"provider": {"id": "Dish", "set": {"boarding": "none"}}}"#
            #expect(try await server.admin(.post, "/commands", unlist).status == 204)
            let answer = try await server.admin(
                .post, "/commands", #"{"signIn": {"provider": "Dish", "as": "carol"}}"#)
            #expect(answer.status == 422)
            #expect(AdminTests.error(answer)?["message"]?.string?.contains("boarding: none") == true)
        }
    }

    @Test(
        "rejects malformed requests with the place of the error",
        arguments: [
            ("/framework/access-status", "", 400, "line 1"), ("/framework/access-status", "[]", 400, "a mapping"),
            ("/framework/access-status", #"{"prompt": 1}"#, 400, "prompt"),
            ("/framework/access-status", #"{"promt": true}"#, 400, "promt"),
            ("/framework/access-status", #"{"bundleID": "a b"}"#, 400, "bundle identifier"),
            ("/framework/account-metadata", #"{"attributeNames": ["a\u0000"]}"#, 400, "attributeNames[0]"),
            ("/framework/account-metadata", #"{"attributeNames": "userID"}"#, 400, "attributeNames"),
            (
                "/framework/account-metadata",
                #"{"applicationAccountProviders": [{"identifier": "", "localizedDisplayName": "a"}]}"#, 400,
                "applicationAccountProviders[0].identifier"
            ),
            ("/framework/interface", "{}", 400, "one action"), ("/framework/interface", #""jump""#, 400, "jump"),
            ("/framework/interface", #"{"cancel": 1}"#, 400, "cancel"),
            ("/framework/interface", #""allow""#, 422, "access prompt"),
            ("/framework/interface", #"{"deny": null}"#, 422, "access prompt"),
            ("/framework/interface", #"{"signIn": {}}"#, 400, "signIn"),
            ("/framework/user-accounts", "{}", 400, "userAccount"),
        ])
    func malformed(_ path: String, _ body: String, _ status: Int, _ place: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.post, path, body)
            #expect(answer.status == status, "\(answer.text)")
            #expect(AdminTests.error(answer)?["message"]?.string?.contains(place) == true, "\(answer.text)")
        }
    }
}
