import Foundation
import HTTPTypes
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("User accounts and subscriptions over HTTP")
struct FrameworkAccountTests {
    private static let accounts = "/framework/user-accounts"
    private static let token = "/framework/auto-sign-in-token"

    @Test("register accounts and return them, those of other devices only on request")
    func userAccounts() async throws {
        try await RunningServer.serving { server in
            let update = #"""
                {"userAccount": {"identifier": "a", "accountType": "paid", "tierIdentifiers": ["gold"],
                 "subscriptionBillingCycleEndDate": "2026-03-01T00:00:00Z", "isFromCurrentDevice": false}}
                """#
            #expect(try await server.admin(.post, Self.accounts, update).text == "{\"error\":null}\n")
            let other = #"{"app": {"userAccounts": [{"identifier": "a"}, {"isFromCurrentDevice": false}]}}"#
            let own = try await server.admin(.get, Self.accounts).json()["userAccounts"]?.elements
            #expect(own?.count == 1)
            #expect(own?.first?["tierIdentifiers"] == ["gold"])
            // As for an app, the system decides where an account was registered.
            #expect(own?.first?["isFromCurrentDevice"] == true)
            #expect(try await server.admin(.post, "/commands", other).status == 204)
            func count(_ query: String) async throws -> Int? {
                try await server.admin(.get, Self.accounts + query).json()["userAccounts"]?.elements?.count
            }
            #expect(try await count("") == 1)
            #expect(try await count("?options=allDevices") == 2)
            #expect(try await count("?bundleID=com.example.other&options=allDevices") == 0)
            #expect(try await server.admin(.get, Self.accounts + "?options=all").status == 400)
        }
    }

    @Test("store a token of Automatic Sign-In if the user allows it")
    func automaticSignIn() async throws {
        try await RunningServer.serving { server in
            func name(_ answer: SocketClient.Answer) throws -> String? { try answer.json()["error"]?["name"]?.string }
            let store = #"{"newToken": "secret"}"#
            #expect(try name(try await server.admin(.post, Self.token, store)) == "rejected")
            #expect(
                try await server.admin(.post, "/commands", #"{"viewer": {"automaticSignIn": "allow"}}"#).status == 204)
            let other = try await server.admin(
                .post, "/framework/auto-sign-in-authorization", #"{"bundleID": "com.example.other"}"#)
            #expect(try other.json()["authorization"] == "granted")
            // The other app was asked, and the device's own one was not.
            #expect(try name(try await server.admin(.post, Self.token, store)) == "rejected")
            let ofOther = try await server.admin(.get, Self.token + "?bundleID=com.example.other").json()
            #expect(ofOther["autoSignInToken"]?["authorization"] == "granted")
            let asked = try await server.admin(.post, "/framework/auto-sign-in-authorization", "{}")
            #expect(try asked.json()["authorization"] == "granted")
            #expect(try name(try await server.admin(.post, Self.token, store)) == nil)
            let kept = try await server.admin(.get, Self.token).json()["autoSignInToken"]
            #expect(kept == ["authorization": "granted", "value": "secret"])
            #expect(try await server.admin(.delete, Self.token).status == 200)
            let gone = try await server.admin(.get, Self.token).json()["autoSignInToken"]
            #expect(gone == ["authorization": "notDetermined", "value": nil])
        }
    }

    @Test("leave the sheet of Automatic Sign-In open for a person, and give the answer afterwards")
    func openSheet() async throws {
        try await RunningServer.serving { server in
            func ask() async throws -> SocketClient.Answer {
                try await server.admin(.post, "/framework/auto-sign-in-authorization", "{}")
            }
            let open = #"{"viewer": {"automaticSignIn": "none"}}"#
            #expect(try await server.admin(.post, "/commands", open).status == 204)
            for (action, authorization) in [("deny", "denied"), ("cancel", "notDetermined"), ("allow", "granted")] {
                let pending = try await ask()
                #expect(pending.status == 202)
                let sheet: JSONValue = [
                    "interface": [
                        "page": "automaticSignIn", "bundleID": "com.example.stream",
                        "title": "“com.example.stream” would like to sign you in on your other devices",
                    ]
                ]
                #expect(try pending.json() == sheet)
                #expect(try await server.admin(.get, "/framework/interface").json() == sheet)
                let location = try #require(pending.response.headerFields[.location])
                let place = String(location.dropFirst("/_sim/v1".count))
                #expect(try await server.admin(.get, place).status == 202)
                #expect(try await server.admin(.delete, place).status == 422)
                #expect(try await server.admin(.post, "/framework/interface", #""other""#).status == 422)
                let acted = try await server.admin(.post, "/framework/interface", "\"\(action)\"")
                #expect(try acted.json()["interface"] == .null)
                let answer = try await server.admin(.get, place + "?wait=5s").json()
                #expect(answer == ["authorization": .string(authorization), "error": .null])
            }
            // A user who has allowed it is not asked again.
            #expect(try await ask().json() == ["authorization": "granted", "error": .null])
            let late = try await server.admin(.post, "/framework/interface", #""allow""#)
            #expect(late.status == 422 && late.text.contains("no prompt is open"))
        }
    }

    @Test("need the entitlement, and meet faults as in a process")
    func refusals() async throws {
        try await RunningServer.serving { server in
            let fault = #"{"fault": {"at": "userAccountManager.userAccounts", "error": "unsupported", "times": 1}}"#
            #expect(try await server.admin(.post, "/commands", fault).status == 204)
            let failed = try await server.admin(.get, Self.accounts).json()
            #expect(failed["error"]?["name"] == "unsupported" && failed["userAccounts"] == .null)
            let entitlement = #"{"app": {"subscriptionEntitlement": false}}"#
            #expect(try await server.admin(.post, "/commands", entitlement).status == 204)
            #expect(try await server.admin(.get, Self.accounts).json()["error"]?["name"] == "rejected")
        }
    }

    @Test("register a subscription, and remove it after the user has signed out")
    func subscription() async throws {
        try await RunningServer.serving { server in
            func register(_ subscription: String, status: Int = 204) async throws -> RegisteredSubscription? {
                let body = #"{"currentSubscription": \#(subscription)}"#
                #expect(try await server.admin(.post, "/framework/current-subscription", body).status == status)
                return try server.world.device.app("com.example.stream").subscription
            }
            let paid = try await register(#"{"accessLevel": "paid", "expirationDate": "+1d"}"#)
            #expect(paid?.expires != nil)
            // A subscription of unknown level ends the app.
            let unchanged = try await register("{}", status: 422)
            #expect(unchanged == paid)
            let removed = try await register("null")
            #expect(removed == nil)
        }
    }
}
