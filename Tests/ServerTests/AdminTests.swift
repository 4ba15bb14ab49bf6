import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The admin API")
struct AdminTests {
    @Test(
        "changes the world by the events of the profile format",
        arguments: [
            (#"{"permission": "denied"}"#, "denied"), (#"{"permission": "granted"}"#, "granted"),
            ("permission: denied", "denied"), ("viewer:\n  systemPicker: {choose: Dish, as: carol}", "carol"),
            (#"{"advance": "31d"}"#, "2026-02-01T00:00:00Z"),
            (#"{"settings": {"region": "unsupported"}}"#, "unsupported"),
            (#"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#, "alice"),
            (#"{"fault": {"at": "service.token", "error": "timeout", "times": 2}}"#, "service.token"),
            (#"{"viewer": {"accessPrompt": "allow"}}"#, "allow"),
            (#"{"app": {"singleSignOnEntitlement": false}}"#, "singleSignOnEntitlement"),
            (#"{"provider": {"id": "Dish", "set": {"displayName": "Plate"}}}"#, "Plate"),
            (#"{"integration": {"mvpd": "Cablevision", "set": {"displayName": "Wire"}}}"#, "Wire"),
        ])
    func command(_ event: String, _ effect: String) async throws {
        try await RunningServer.serving { server in
            func shown() async throws -> String {
                try await server.admin(.get, "/state").text + server.admin(.get, "/health").text
            }
            #expect(try await server.admin(.post, "/reset").status == 204)
            let before = try await shown()
            #expect(try await server.admin(.post, "/commands", event).status == 204)
            let after = try await shown()
            #expect(after.contains(effect) && after != before)
            // The reset restores the state.
            #expect(try await server.admin(.post, "/reset").status == 204)
            #expect(try await shown() == before)
        }
    }

    @Test("starts again after a reset, so the next registration is that of a new world")
    func identifiersBeginAnew() async throws {
        @Sendable func register(_ server: RunningServer) async throws -> String {
            let headers = RequestHeaders(
                deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
            let call = EntitlementCall<RegistrationResponse>.register(
                .init(softwareStatement: try server.world.softwareStatement(for: "com.example.stream")),
                headers: headers)
            return try await server.client.exchange(call.request(), body: call.body.data).text
        }
        let fresh = try await RunningServer.serving { server in try await register(server) }
        try await RunningServer.serving { server in
            let first = try await register(server)
            #expect(try await register(server) != first)
            #expect(try await server.admin(.post, "/reset").status == 204)
            #expect(try await register(server) == fresh)
            #expect(first == fresh)
        }
    }

    @Test("reads commands against the current state, as the command line does")
    func presentWorld() async throws {
        try await RunningServer.serving { server in
            func signIn(_ name: String) -> String { #"{"signIn": {"provider": "Cablevision", "as": "\#(name)"}}"# }
            let commands = [
                (#"{"provider": {"id": "Cablevision", "set": {"subscribers": {"zoe": {}, "bob": null}}}}"#, 204),
                (signIn("zoe"), 204), ("viewer: {signIn: {as: zoe}}", 204), (signIn("bob"), 422),
            ]
            for (command, status) in commands {
                let answer = try await server.admin(.post, "/commands", command)
                #expect(answer.status == status, "\(command)")
            }
        }
    }

    @Test(
        "rejects invalid events, impossible events and calls of the app",
        arguments: [
            ("", 400, nil), ("[", 400, nil), ("{}", 400, nil), ("7", 400, nil),
            (#"{"permision": "denied"}"#, 400, "permission"),
            (#"{"permission": "perhaps"}"#, 400, nil), (#"{"advance": "soon"}"#, 400, nil),
            (#"{"signIn": {"provider": "Cablevison", "as": "alice"}}"#, 422, "Cablevision"),
            (#"{"signIn": {"provider": "Cablevision", "as": "alise"}}"#, 422, "alice"),
            (#""checkAuthentication""#, 422, nil), (#"{"signOut": null, "permission": "denied"}"#, 400, nil),
        ] as [(String, Int, String?)])
    func refusedCommand(_ event: String, _ status: Int, _ suggestion: String?) async throws {
        try await RunningServer.serving { server in
            let before = try await server.admin(.get, "/state").text
            let answer = try await server.admin(.post, "/commands", event)
            #expect(answer.status == status, "\(answer.text)")
            let error = try #require(Self.error(answer))
            #expect(error["message"]?.string?.isEmpty == false)
            if let suggestion { #expect(error["suggestion"]?.string == suggestion) }
            #expect(try await server.admin(.get, "/state").text == before)
        }
    }

    @Test(
        "says where a command is invalid: by keys, or by line and column",
        arguments: [
            (
                #"{"integration": {"mvpd": "Dish", "set": {"enabled": 5, "singleSignOn": 5}}}"#,
                "integration.set.enabled: expected true or false, found a number"
            ),
            (
                "integration:\n  mvpd: Dish\n  set:\n    enabled: 5\n",
                "integration.set.enabled: expected true or false, found a number"
            ),
            (
                #"{"settings": {"developer": {"simulateExpiredToken": "yes"}}}"#,
                "settings.developer.simulateExpiredToken: expected true or false, found text"
            ),
            (
                #"{"provider": {"id": "Dish", "set": {"boarding": "perhaps"}}}"#,
                "provider.set.boarding: 'perhaps' is not one of supported, pickerOnly, none"
            ),
            (
                #"{"provider": {"id": "Dish", "set": {"subscribers": {"carol": {"entitlements": ["a", 7]}}}}}"#,
                "provider.set.subscribers.carol.entitlements[1]: expected text, found a number (put it in quotes to make it text)"
            ),
            (
                #"{"provider": {"id": "Cablevision", "set": {"subscribers": {"a": {"x": 1}}}}}"#,
                "provider.set.subscribers.a: a subscriber has no key 'x' (known: password, code, attributes, nameIDs, entitlements, preauthorized, denials, authorizationAttributes, accounts, apiResponse)"
            ),
            (
                #"{"addProvider": {"id": "a\u0001b"}}"#,
                "addProvider.id: invalid key 'a\\u{1}b': it contains a character that XML does not allow"
            ),
            (
                #"{"viewer": {"systemPicker": {"as": "erin"}}}"#,
                "viewer.systemPicker: systemPicker needs the key 'choose'"
            ),
            (
                #"{"integration": {"set": {}}}"#, "integration needs the key 'mvpd'"
            ),
            (
                #"{"integration": {"mvpd": "Dish", "set": {"enabledd": true}}}"#,
                "integration.set: an integration has no key 'enabledd'"
            ),
            (
                #"{"permission": "perhaps"}"#,
                "permission: 'perhaps' is not one of notDetermined, restricted, denied, granted"
            ),
            (#"{"signIn": {"provider": "Dsh", "as": "carol"}}"#, "signIn.provider: unknown provider 'Dsh'"),
            ("signIn:\n  provider: Dish\n  as: carl", "signIn.as: unknown subscriber 'carl' of Dish"),
            (
                #"{"app": {"userAccounts": [{"identifier": "a"}, {"accountTyp": "paid"}]}}"#,
                "app.userAccounts[1]: a user account has no key 'accountTyp'"
            ),
            (
                "permission: [",
                "line 2, column 1: invalid YAML: did not find expected node content while parsing a flow node"
            ),
            ("viewer: {}\nviewer: {}", "line 1, column 1: 'viewer' is given more than once"),
            (
                #"{"permission": "denied", "permission": "granted"}"#,
                "line 1, column 26: 'permission' is given more than once"
            ),
            (
                "[{\"viewer\":\n\t{\"signIn\": \"none\", \"signIn\": \"cancel\"}}]",
                "line 2, column 21: 'signIn' is given more than once"
            ),
            ("7", "expected a command, found a number"), ("permision: 1", "unknown command 'permision'"),
        ])
    func placedRefusal(_ event: String, _ message: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.post, "/commands", event)
            #expect(Self.error(answer)?["message"] == .string(message))
        }
    }

    @Test("reports a negative step as the command line does")
    func stepBack() async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.post, "/commands", #"{"advance": "-1h"}"#)
            #expect(answer.status == 400)
            #expect(Self.error(answer)?["message"]?.string == "advance: " + CommandArguments.stepBack("-1h").reason)
        }
    }

    @Test("exports what it imports, byte for byte, and imports in one transaction")
    func state() async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/commands", #"{"permission": "denied"}"#).status == 204)
            let exported = try await server.admin(.get, "/state")
            #expect(try await server.admin(.put, "/state", exported.text, world: "other").status == 204)
            #expect(try await server.admin(.get, "/state", world: "other").text == exported.text)
            for broken in ["", "[]", "{}", String(exported.text.dropLast(20)), #"{"format": "tvsim-device"}"#] {
                let answer = try await server.admin(.put, "/state", broken)
                #expect(answer.status == 400)
                #expect(Self.error(answer) != nil)
            }
            #expect(try await server.admin(.get, "/state").text == exported.text)
        }
    }

    @Test("creates isolated worlds on first use, from the served world's profile")
    func isolatedProfile() async throws {
        let text = "schema: 1\nname: other\nclock: 2027-05-05T00:00:00Z\n"
        let folder = FileManager.default.temporaryDirectory.appending(path: "isolated-\(getpid()).yaml")
        try Data(text.utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stored = try WorldOrigin(file: folder.path)
        let export = try DeviceExport.of(try World.state(of: stored)).whole
        try await RunningServer.serving { server in
            func now(in world: String) async throws -> String {
                try await server.admin(.get, "/health", world: world).text
            }
            let before = try await now(in: "before")
            #expect(before.contains("2026-01-01"))
            #expect(try await server.admin(.put, "/state", export).status == 204)
            #expect(try await now(in: "after").contains("2027-05-05"))
            #expect(try await now(in: "before") == before)
        }
    }

    @Test("responds only below its prefix, with its own header, and lists the methods of a path")
    func routing() async throws {
        try await RunningServer.serving { server in
            for (method, path, status) in [
                (HTTPRequest.Method.get, "/health", 200), (.head, "/health", 200), (.options, "/state", 204),
                (.put, "/health", 405), (.get, "/commands", 405), (.get, "/helth", 404), (.get, "", 308),
                (.get, "/", 200), (.post, "/", 405), (.get, "/page.jss", 404),
                (.get, "/health?verbose=1", 400), (.get, "/journal?limit=1&limit=2", 400), (.delete, "/world", 422),
            ] {
                let answer = try await server.admin(method, path)
                #expect(answer.status == status, "\(method) \(path)")
                #expect(answer.response.headerFields[.simulatorHeader] == "tvsim/\(SimulatorVersion.current)")
                #expect(answer.response.headerFields[.xContentTypeOptions] == "nosniff")
                #expect(answer.response.headerFields[.cacheControl] == "no-store")
                if method == .head { #expect(answer.body.isEmpty) }
                if status == 405 { #expect(answer.response.headerFields[.allow]?.isEmpty == false) }
            }
            let service = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration"))
            #expect(service.status == 401)
            #expect(service.response.headerFields[.simulatorHeader] == nil)
            // This is the simulated time, not the real time.
            #expect(service.response.headerFields[.date] == "Thu, 01 Jan 2026 00:00:00 GMT")
        }
    }

    @Test("prints what the command line's getters print, of the named world")
    func getters() async throws {
        try await RunningServer.serving { server in
            _ = try await server.admin(.post, "/commands", #"{"permission": "denied"}"#, world: "other")
            let device = try await server.admin(.get, "/device", world: "other").json()
            let world = World(store: try World.state(of: .builtIn))
            try world.perform(event: ["permission": "denied"])
            let shown = SelectedDevice(of: world, name: nil, title: "other")
            #expect(try JSONText.line(device) == JSONText.line(try shown.summary()))
            let catalog = try await server.admin(.get, "/faults/catalog").json()
            #expect(try JSONText.line(catalog) == JSONText.line(FaultCatalogListing()))
            let providers = try await server.admin(.get, "/providers").json()
            #expect(try JSONText.line(providers) == JSONText.line(["providers": try shown.providers().map(\.listing)]))

            let before = try await server.admin(.get, "/state", world: "other").text
            let why = try await server.admin(.get, "/explain?call=checkAuthentication", world: "other").json()
            guard case .object(let explanation) = why else { throw SocketClient.Trouble(reason: "no explanation") }
            #expect(explanation["stoppedBy"] == "permissionGranted")
            // The command line cannot open an isolated world in memory, so the remedy is a command of this API.
            let remedy = try #require(explanation["remedy"]?.string)
            #expect(try await server.admin(.get, "/state", world: "other").text == before)
            #expect(try await server.admin(.post, "/commands", remedy, world: "other").status == 204)
            let answer = try await server.admin(.get, "/device", world: "other").text
            #expect(answer.contains(#""access":"granted""#))
            for path in ["/explain?call=logot", "/explain/conditions?call=logot"] {
                #expect(try await server.admin(.get, path).status == 400)
            }

            // Each failure of a list has a command, and after all of them nothing fails.
            func unmet() async throws -> [JSONValue] {
                let found = try await server.admin(.get, "/explain/conditions", world: "third").json()
                guard case .object(let outlook) = found, case .array(let all)? = outlook["conditions"] else {
                    return []
                }
                #expect(all.count >= 8)
                return all.compactMap { item in
                    guard case .object(let members) = item, members["holds"] == false,
                        case .object(let advice)? = members["remedy"]
                    else { return nil }
                    return advice["event"]
                }
            }
            let events = try await unmet()
            #expect(events.count == 2)
            for event in events {
                let body = try JSONText.line(event)
                #expect(try await server.admin(.post, "/commands", body, world: "third").status == 204)
            }
            #expect(try await unmet().isEmpty)
        }
    }

    @Test(
        "has a page with a strict content security policy, at every path to it",
        arguments: ["/_sim", "/_sim/", "/_sim/v1"])
    func page(_ way: String) async throws {
        try await RunningServer.serving { server in
            func get(_ path: String) async throws -> SocketClient.Answer {
                try await server.client.exchange(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
            }
            for prefix in ["", "/s/alone"] {
                let sent = try await get(prefix + way)
                #expect(sent.status == 308)
                let place = try #require(sent.response.headerFields[.location])
                let base = try #require(URL(string: "http://localhost\(prefix)\(way)"))
                #expect(URL(string: place, relativeTo: base)?.path(percentEncoded: false) == "\(prefix)/_sim/v1/")
                let page = try await get("\(prefix)/_sim/v1/")
                let policy = try #require(page.response.headerFields[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"))
                // The page loads only files that the server has.
                for match in page.text.matches(of: /(?:src|href)="([^"#][^"]*)"/) where match.1 != "data:," {
                    #expect(try await get("\(prefix)/_sim/v1/\(match.1)").status == 200)
                }
            }
        }
    }

    static func error(_ answer: SocketClient.Answer) -> Members? {
        guard case .object(let body)? = try? answer.json(), case .object(let error)? = body["error"] else { return nil }
        return error
    }
}

extension HTTPField.Name {
    static var simulatorHeader: HTTPField.Name { HTTPField.Name("Simulator") ?? .server }
}
