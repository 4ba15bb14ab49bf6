import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimServer

/// `GET view`, and the answer to a command that compares it.
@Suite("The view of a world")
struct ViewTests {
    /// The members, each with the getter that returns it, and its member there; `nil` for the whole answer.
    private static let members: [(name: String, getter: String, part: String?)] = [
        ("deadlines", "/deadlines", "deadlines"), ("device", "/device", nil), ("health", "/health", nil),
        ("integrations", "/integrations", "integrations"), ("interface", "/framework/interface", "interface"),
        ("providers", "/providers", "providers"), ("unusual", "/settings?unusual=true", "settings"),
        ("worlds", "/worlds", "worlds"),
    ]

    private static let signIn = #"{"signIn": {"provider": "Dish", "as": "carol", "expires": "+1h"}}"#
    private static let view: HTTPFields = [.prefer: "return=representation; of=view"]

    private static func view(_ server: RunningServer, of world: String? = nil) async throws -> Members {
        try #require(try await server.admin(.get, "/view", world: world).json().members)
    }

    private static func revision(_ server: RunningServer) async throws -> String {
        try #require(try await view(server)["revision"]?.string)
    }

    @Test("has what the getters return: in an untouched world, in a changed one, and while the user is asked")
    func getters() async throws {
        try await FrameworkTests.serving { server in
            let schema = try #require(AdminRoutes.view.answer?.schema)
            for world in [nil, "w"] {
                let fault = #"{"fault": {"at": "service.token", "error": 503}}"#
                let states = [
                    ("", ""), ("/commands", #"[\#(Self.signIn), \#(fault), {"settings": {"region": "unsupported"}}]"#),
                    ("/reset", ""), ("/framework/account-metadata", FrameworkTests.interruptible),
                ]
                for (path, body) in states {
                    if !path.isEmpty { _ = try await server.admin(.post, path, body, world: world) }
                    let view = try await Self.view(server, of: world)
                    for (name, getter, part) in Self.members {
                        let answer = try await server.admin(.get, getter, world: world).json()
                        #expect(view[name] == (part.map { answer[$0] } ?? answer), "\(name) after \(path)")
                    }
                    #expect(Set(view.keys) == Set(Self.members.map(\.name) + ["revision"]))
                    #expect(GetterSchemaTests.faults(of: .object(view), in: schema, at: path) == [])
                    let isChanged = path == "/commands"
                    #expect(view["deadlines"]?.elements?.isEmpty == !isChanged)
                    #expect((view["interface"]?["page"] == "picker") == (path == "/framework/account-metadata"))
                }
                #expect(try await server.admin(.post, "/framework/interface", #""cancel""#, world: world).status == 200)
            }
        }
    }

    /// Commands, and the members of the view that each changes beside the revision.
    static let presses: [(command: String, changed: Set<String>)] = [
        (#"{"permission": "denied"}"#, ["device"]), (#"{"advance": "30m"}"#, ["device", "health"]),
        (#"{"integration": {"mvpd": "Dish", "set": {"enabled": false}}}"#, ["integrations", "unusual"]),
        (#"{"provider": {"id": "Dish", "set": {"displayName": "Plate"}}}"#, ["providers", "unusual"]),
        (#"{"fault": {"at": "service.token", "error": 503}}"#, ["device"]),
        (#""signOut""#, ["deadlines", "device"]),
        (#"[{"permission": "granted"}, \#(signIn)]"#, ["deadlines", "device"]),
    ]

    @Test("a press is one request: what it changed, merged into the view before it, is the view after it")
    func press() async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/commands", Self.signIn).status == 204)
            for (command, members) in Self.presses {
                let before = try await Self.view(server)
                let answer = try await server.admin(.post, "/commands", command, headers: Self.view)
                let changed = try #require(try answer.json()["changed"]?.members)
                #expect(Set(changed.keys) == members.union(["revision"]), "\(command)")
                #expect(try answer.json()["since"] == before["revision"], "\(command)")
                let after = try await Self.view(server)
                #expect(before.merging(changed) { $1 } == after, "\(command)")
                let revision = answer.response.headerFields[.simulatorRevision]
                #expect(revision == after["revision"]?.string && revision != before["revision"]?.string, "\(command)")
            }
        }
    }

    @Test("a press says which view it was compared with, so that a reader finds out what it has missed")
    func missed() async throws {
        try await RunningServer.serving { server in
            let known = try await Self.revision(server)
            #expect(try await server.admin(.post, "/commands", Self.signIn).status == 204)
            let between = try await Self.revision(server)
            let answer = try await server.admin(.post, "/commands", #"{"advance": "1m"}"#, headers: Self.view).json()
            #expect(answer["since"]?.string == between && between != known)
            #expect(answer["changed"]?["deadlines"] == nil)
        }
    }

    @Test(
        "is compared only if the client says so; the device is compared for others",
        arguments: [
            ("return=representation; of=view", "view"), ("return=\"representation\";OF=view", "view"),
            ("wait=1, return=representation; of=view", "view"), ("return=representation", "device"),
            ("return=representation; of=world", "device"), ("return=representation, of=view", "device"),
            ("of=view", "nothing"), ("return=minimal; of=view", "nothing"),
        ])
    func preference(prefer: String, compared: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(
                .post, "/commands", #"{"permission": "denied"}"#, headers: [.prefer: prefer])
            #expect(answer.status == (compared == "nothing" ? 204 : 200))
            let after = try await Self.revision(server)
            #expect(answer.response.headerFields[.simulatorRevision] == (compared == "nothing" ? nil : after))
            guard compared != "nothing" else { return }
            let body = try answer.json()
            #expect((body["since"] != nil) == (compared == "view"))
            #expect((body["changed"]?["device"] != nil) == (compared == "view"))
            #expect((body["changed"]?["permissions"] != nil) == (compared == "device"))
        }
    }

    @Test("has another revision after each change of the state or of the screen, and the same one after a question")
    func revisions() async throws {
        try await FrameworkTests.serving { server in
            let changes = [
                ("/commands", #"{"advance": "1m"}"#), ("/framework/account-metadata", FrameworkTests.interruptible),
                ("/framework/interface", #"{"choose": "Dish"}"#), ("/framework/interface", #""cancel""#),
                ("/framework/account-metadata", FrameworkTests.interruptible), ("/framework/interface", #""cancel""#),
                ("/commands", #"{"permission": "denied"}"#),
            ]
            var known = try await Self.revision(server)
            for (path, body) in changes {
                for getter in ["/view", "/device", "/providers", "/journal"] {
                    #expect(try await server.admin(.get, getter).status == 200)
                }
                #expect(try await Self.revision(server) == known, "before \(path) \(body)")
                #expect(try await server.admin(.post, path, body).status < 300)
                let revision = try await Self.revision(server)
                #expect(revision != known, "\(path) \(body)")
                known = revision
            }
        }
    }

    @Test("does not confuse two interfaces that show the same page")
    func interfaces() async throws {
        try await FrameworkTests.serving { server in
            var revisions: Set<String> = []
            var pages: Set<JSONValue> = []
            for _ in 0..<2 {
                let request = ("/framework/account-metadata", FrameworkTests.interruptible)
                #expect(try await server.admin(.post, request.0, request.1).status == 202)
                let view = try await Self.view(server)
                revisions.insert(try #require(view["revision"]?.string))
                pages.insert(try #require(view["interface"]))
                #expect(try await server.admin(.post, "/framework/interface", #""cancel""#).status == 200)
            }
            #expect(revisions.count == 2 && pages.count == 1)
        }
    }
}
