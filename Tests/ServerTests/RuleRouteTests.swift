import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("Requests and rules of the admin API")
struct RuleRouteTests {
    private static func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], _ body: String = "",
        to server: RunningServer
    ) async throws {
        var request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        for field in fields { request.headerFields[field.name] = field.value }
        _ = try await server.client.exchange(request, body: Data(body.utf8))
    }

    @Test("what a client sent is listed as typed values, and each secret by where it comes from")
    func requests() async throws {
        try await RunningServer.serving { server in
            let statement = try await server.admin(.get, "/statement").json()["statement"]?.string ?? ""
            let json: HTTPFields = [.contentType: "application/json"]
            try await Self.send(
                .post, "/o/client/register", json, #"{"software_statement": "\#(statement)"}"#, to: server)
            let own = try #require(HTTPField.Name("X-App-Note"))
            let headers: HTTPFields = [
                .authorization: "Bearer confidential", own: "of the app",
                HTTPField.Name.deviceInformation: Data(#"{"model": "TV"}"#.utf8).base64EncodedString(),
                HTTPField.Name.frameworkStatus: "no Base64",
                HTTPField.Name.temporaryIdentity: Data("alice@example.com".utf8).base64EncodedString(),
            ]
            try await Self.send(.get, "/api/v2/REF30/profiles/Dish?extra=1", headers, to: server)
            try await Self.send(.get, "/api/v2/REF30/profiles", headers, "a=1", to: server)
            let answer = try await server.admin(.get, "/requests")
            #expect(!answer.text.contains("confidential") && !answer.text.contains("alice"))
            #expect(!answer.text.contains(statement))
            let listed = try #require(try answer.json()["requests"]?.elements)
            #expect(listed.map { $0["request"]?["endpoint"]?.string } == ["register", "profile", "profiles"])
            #expect(listed[0]["request"]?["answer"]?["client"] == "A")
            let fact = try #require(listed[1]["request"])
            #expect(fact["headers"]?["Authorization"]?["secret"] == "unknown secret 2, 12 octets")
            #expect(fact["headers"]?["X-Device-Info"]?["value"]?["model"] == "TV")
            #expect(fact["headers"]?["X-App-Note"] == nil, "A header that no page lists is not kept.")
            #expect(fact["headers"]?["AP-Partner-Framework-Status"]?["problem"] != nil)
            #expect(fact["headers"]?["AP-TempPass-Identity"]?["secret"] == "an e-mail address")
            #expect(fact["unlisted"] == ["query parameter extra"])
            #expect(fact["parameters"]?["mvpd"] == "Dish")
            #expect(listed[2]["request"]?["unlisted"]?.elements?.contains("a body") == true)
            let filtered = try await server.admin(.get, "/requests?endpoint=profile&contains=extra&after=1").json()
            #expect(filtered["count"] == 1)
            #expect(try await server.admin(.get, "/requests?limit=0").json()["requests"] == [])
        }
    }

    /// A lifetime of an access token that a fault states, and what is told of a later use of the token.
    static let lifetimes: [(stated: String, told: String)] = [
        ("3600", "valid for 1h"), ("-1", "ended 1s ago"), ("9223372036854775807", "valid for 2501999792983h36m"),
        ("-9223372036854775808", "ended 2501999792983h36m ago"),
    ]

    @Test("an access token of any stated lifetime is told, and its client is judged", arguments: lifetimes)
    func lifetime(stated: String, told: String) async throws {
        try await RunningServer.serving { server in
            let fault = #"{"fault": {"at": "service.token", "adds": {"expires_in": \#(stated)}}}"#
            #expect(try await server.admin(.post, "/commands", fault).status == 204)
            func answer(_ path: String, _ type: String, _ body: String) async throws -> JSONValue {
                let request = HTTPRequest(
                    method: .post, scheme: "http", authority: "localhost", path: path,
                    headerFields: [.contentType: type])
                return try await server.client.exchange(request, body: Data(body.utf8)).json()
            }
            let statement = try await server.admin(.get, "/statement").json()["statement"]?.string ?? ""
            let client = try await answer(
                "/o/client/register", "application/json", #"{"software_statement": "\#(statement)"}"#)
            let form = FormCoding.encode([
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.string ?? ""),
                ("client_secret", client["client_secret"]?.string ?? ""),
            ])
            for _ in 1...2 {
                let token = try await answer("/o/client/token", "application/x-www-form-urlencoded", form)
                let bearer = "Bearer \(token["access_token"]?.string ?? "")"
                try await Self.send(.get, "/api/v2/REF30/configuration", [.authorization: bearer], to: server)
            }
            let requests = try await server.admin(.get, "/requests?endpoint=configuration").json()["requests"]
            let secret = requests?.elements?.first?["request"]?["headers"]?["Authorization"]?["secret"]?.string
            #expect(secret?.hasSuffix(told) == true, "\(secret ?? "")")
            let rules = try await server.admin(.get, "/rules").json()["rules"]?.elements ?? []
            let isKept = rules.first { $0["id"] == "token-kept" }?["verdict"]
            #expect(isKept == (stated.hasPrefix("-") ? "held" : "broken"))
        }
    }

    @Test("a world is judged by what its own clients did")
    func rules() async throws {
        try await RunningServer.serving { server in
            try await Self.send(.get, "/s/mine/api/v2/REF30/profiles", to: server)
            for (prefix, verdict) in [("/s/mine", "broken"), ("/s/other", "not-exercised")] {
                let answer = try await server.client.exchange(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "\(prefix)/_sim/v1/rules"))
                let rules = try #require(try JSONValue(json: answer.body)["rules"]?.elements)
                let bearer = try #require(rules.first { $0["id"] == "bearer" })
                #expect(bearer["verdict"] == .string(verdict))
                #expect((bearer["findings"]?.elements?.first?["world"] == "mine") == (verdict == "broken"))
            }
        }
    }

    @Test("the requests of the simulated SDK are listed as its own, and are not judged")
    func origin() async throws {
        try await RunningServer.serving { server in
            let mark = try #require(HTTPField.Name("Simulator-Origin"))
            try await Self.send(.get, "/api/v2/REF30/profiles", [mark: "AccessEnabler"], to: server)
            let listed = try await server.admin(.get, "/requests").json()["requests"]?.elements
            #expect(listed?.map { $0["origin"] } == ["sdk"])
            let rules = try await server.admin(.get, "/rules").json()["rules"]?.elements ?? []
            #expect(rules.first { $0["id"] == "bearer" }?["verdict"] == "not-exercised")
        }
    }

    @Test("marks and commands count also after the journal was forgotten")
    func forgotten() async throws {
        try await RunningServer.serving { server in
            _ = try await server.admin(.post, "/commands", #"{"mark": {"event": "play", "resource": "news"}}"#)
            let other = try await server.admin(
                .post, "/commands", #"{"mark": {"event": "launch", "resource": "news"}}"#)
            #expect(other.text.contains("the event 'launch' has no resource: only 'play' has one"))
            _ = try await server.admin(.delete, "/journal")
            let rules = try await server.admin(.get, "/rules").json()["rules"]?.elements ?? []
            #expect(rules.first { $0["id"] == "authorize-first" }?["verdict"] == "broken")
        }
    }

    @Test("forget the requests of the world that began first, beyond 2,000 worlds, and never those of the served one")
    func manyWorlds() {
        let evidence = RuleEvidence(keepingRemoved: false)
        let served = evidence.log(of: nil)
        let logs = (1...2_000).map { evidence.log(of: "\($0)") }
        #expect(evidence.log(of: "1") === logs[0])
        _ = evidence.log(of: "one more")
        #expect(evidence.log(of: "2") === logs[1])
        #expect(evidence.log(of: "1") !== logs[0])
        #expect(evidence.log(of: nil) === served)
    }
}
