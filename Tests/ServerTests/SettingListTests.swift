import Foundation
import HTTPTypes
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("The settings over HTTP")
struct SettingListTests {
    private static let profile = """
        schema: 1
        name: unusual
        device: {platform: tvOS, region: unsupported}
        viewer: {systemPicker: {choose: Dish, as: carol}}
        providers:
          Dish: {defect: expired, subscribers: {carol: {}}}
        """

    private static func settings(_ server: RunningServer, _ query: String = "") async throws -> [JSONValue] {
        try #require(try await server.admin(.get, "/settings\(query)").json()["settings"]?.elements)
    }

    private static func serving(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        let origin = try WorldOrigin(text: profile, source: "unusual.yaml")
        try await RunningServer.serving(World(store: try World.state(of: origin)), body)
    }

    @Test("an untouched world has changed nothing, also if its profile differs from the defaults")
    func untouched() async throws {
        try await Self.serving { server in
            #expect(try await Self.settings(server, "?changed=true") == [])
            let all = try await Self.settings(server)
            let platform = try #require(all.first { $0["key"] == "platform" })
            #expect(platform["value"] == "tvOS" && platform["initial"] == "tvOS")
            #expect(platform["event"] == .null)
            #expect(platform["schema"]?["default"] == "iOS")
            #expect(all.allSatisfy { $0["description"]?.string?.isEmpty == false })
        }
        try await RunningServer.serving { server in
            let changed = try await Self.settings(server, "?changed=true")
            #expect(changed == [])
        }
    }

    /// A command, the key that it changes, and whether only the reset of all keys of the holder is a way back.
    static let changes: [(command: String, key: String, resets: Bool)] = [
        ("settings: {platform: iOS}", "platform", false),
        ("settings: {developer: {simulateExpiredToken: true}}", "developer.simulateExpiredToken", false),
        ("viewer: {systemPicker: cancel}", "systemPicker", false),
        ("integration: {mvpd: Dish, set: {singleSignOn: false}}", "singleSignOn", false),
        ("integration: {mvpd: Dish, set: {tempPass: {duration: 1h}}}", "tempPass", false),
        ("integration: {mvpd: Dish, set: {authorizationTTL: 2h}}", "authorizationTTL", false),
        ("provider: {id: Dish, set: {defect: none}}", "defect", false),
        ("provider: {id: Dish, set: {homeNetwork: carol}}", "homeNetwork", false),
        ("provider: {id: Dish, set: {subscribers: {zoe: {}}}}", "subscribers", true),
    ]

    @Test("each change is listed with the value of the profile, and its event is the way back", arguments: changes)
    func wayBack(_ command: String, _ key: String, _ resets: Bool) async throws {
        try await Self.serving { server in
            #expect(try await server.admin(.post, "/commands", command).status == 204)
            let changed = try await Self.settings(server, "?changed=true")
            #expect(changed.map { $0["key"]?.string } == [key])
            let event = try #require(changed.first?["event"])
            #expect((event["resetProvider"] != nil) == resets)
            #expect(changed.first?["value"] != changed.first?["initial"])
            #expect(try await server.admin(.post, "/commands", JSONText.line(event)).status == 204)
            #expect(try await Self.settings(server, "?changed=true") == [])
        }
    }

    @Test(
        "what differs from its default is unusual, also if the profile says so; a key that is not written has its default"
    )
    func unusual() async throws {
        try await Self.serving { server in
            let keys = ["platform", "region", "systemPicker", "defect"]
            #expect(try await Self.settings(server, "?unusual=true").map { $0["key"]?.string } == keys)
            #expect(try await server.admin(.post, "/commands", Self.changes[3].command).status == 204)
            let unusual = try await Self.settings(server, "?unusual=true")
            let found = try #require(unusual.first { $0["key"] == "singleSignOn" })
            #expect(unusual.count == keys.count + 1 && found["event"] != .null)
            let all = try await Self.settings(server)
            for (key, value) in [("homeFlag", JSONValue.bool(true)), ("protocol", "saml"), ("passwordChange", "keeps")]
            {
                let setting = try #require(all.first { $0["key"]?.string == key })
                #expect(setting["value"] == value && setting["initial"] == value && setting["event"] == .null, "\(key)")
            }
        }
    }

    @Test("a key that is not written while it has its default has a way back, too")
    func unwritten() async throws {
        try await Self.serving { server in
            #expect(
                try await server.admin(.post, "/commands", "provider: {id: Dish, set: {homeFlag: false}}").status == 204
            )
            let event = try #require(try await Self.settings(server, "?changed=true").first?["event"])
            #expect(event == ["provider": ["id": "Dish", "set": ["homeFlag": true]]])
            #expect(try await server.admin(.post, "/commands", JSONText.line(event)).status == 204)
            #expect(try await Self.settings(server, "?changed=true") == [])
        }
    }

    @Test("an added provider has a row for each key, whose way back leads to the default")
    func added() async throws {
        try await Self.serving { server in
            let command = "addProvider: {id: New, set: {homeFlag: false, subscribers: {zoe: {}}}}"
            #expect(try await server.admin(.post, "/commands", command).status == 204)
            let own = try await Self.settings(server).filter { $0["provider"] == "New" }
            let others = try await Self.settings(server).filter { $0["provider"] == "Dish" }
            #expect(own.map { $0["key"]?.string } == others.map { $0["key"]?.string })
            let changed = try await Self.settings(server, "?changed=true").filter { $0["provider"] == "New" }
            #expect(changed.map { $0["key"] } == ["subscribers", "homeFlag"])
            let event = try #require(changed.last?["event"])
            #expect(event == ["provider": ["id": "New", "set": ["homeFlag": true]]])
            #expect(try await server.admin(.post, "/commands", JSONText.line(event)).status == 204)
        }
    }

    @Test("the defects of a provider are those that the list of defects describes")
    func defects() async throws {
        try await Self.serving { server in
            let listed = try #require(try await server.admin(.get, "/saml/defects").json()["defects"]?.elements)
            #expect(listed.allSatisfy { $0["summary"]?.string?.isEmpty == false })
            let setting = try #require(try await Self.settings(server).first { $0["key"] == "defect" })
            let offered = setting["schema"]?["enum"]?.elements?.filter { $0 != "none" }
            #expect(offered == listed.compactMap { $0["name"] })
        }
    }

    /// A query with the members that it names, and how a setting says that it has them.
    static let selections: [(query: String, member: String, value: JSONValue)] = [
        ("?group=viewer", "group", "viewer"), ("?provider=Dish", "provider", "Dish"), ("?mvpd=Dish", "mvpd", "Dish"),
        ("?group=provider&unusual=true&provider=Dish", "key", "defect"),
    ]

    @Test("one group, one provider or one MVPD is listed alone, as it stands among all", arguments: selections)
    func selected(_ query: String, _ member: String, _ value: JSONValue) async throws {
        try await Self.serving { server in
            let found = try await Self.settings(server, query)
            #expect(!found.isEmpty && found.allSatisfy { $0[member] == value })
            if !query.contains("&") {
                #expect(found == (try await Self.settings(server).filter { $0[member] == value }))
            }
            #expect(try await Self.settings(server, "?provider=None") == [])
            #expect(try await server.admin(.get, "/settings?group=none").status == 400)
        }
    }

    @Test("answer what the schema says, changed or not")
    func schema() async throws {
        try await Self.serving { server in
            #expect(try await server.admin(.post, "/commands", Self.changes[4].command).status == 204)
            let schema = try #require(AdminRoutes.all.first { $0.operation == "listSettings" }?.answer?.schema)
            for path in ["/settings", "/settings?changed=true", "/settings?unusual=true"] {
                let answer = try await server.admin(.get, path).json()
                #expect(GetterSchemaTests.faults(of: answer, in: schema, at: path) == [])
            }
            #expect(try await server.admin(.get, "/settings?changed=1").status == 400)
        }
    }
}
