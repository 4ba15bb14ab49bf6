import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("The flows over HTTP")
struct FlowTests {
    /// Sends what an app without an SDK sends first, so that the journal has a flow and a refusal.
    private static func register(_ server: RunningServer, in world: String? = nil) async throws {
        let statement = try #require(
            try await server.admin(.get, "/device", world: world).json()["softwareStatement"]?.string)
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost",
            path: (world.map { "/s/\($0)" } ?? "") + "/o/client/register")
        request.headerFields[.contentType] = "application/json"
        for body in [#"{"software_statement": "\#(statement)"}"#, #"{"software_statement": "wrong"}"#] {
            _ = try await server.client.exchange(request, body: Data(body.utf8))
        }
    }

    @Test("a deadline between two seconds has passed at the instant to jump to")
    func fraction() async throws {
        try await RunningServer.serving { server in
            let signIn = #"{"signIn": {"provider": "Dish", "as": "carol", "expires": "+1h"}}"#
            for command in [#"{"setClock": "2026-06-01T00:00:00.250Z"}"#, signIn] {
                #expect(try await server.admin(.post, "/commands", command).status == 204)
            }
            let found = try await server.admin(.get, "/deadlines").json()["deadlines"]?.elements?.first
            #expect(found?["notAfter"] == "2026-06-01T01:00:00.250Z" && found?["jumpTo"] == "2026-06-01T01:00:01Z")
        }
    }

    @Test("a sign-in that waits for its user says so in the flows, in the report and in the text of a failed test")
    func unfinished() async throws {
        try await RunningServer.serving { server in
            var headers = try await AdminSAMLTests.app(server, signedInWith: "Cablevision")
            headers.frameworkStatus = nil
            for mvpd in [nil, "Cablevision"] as [MVPDID?] {
                let parameters = SessionRequest(mvpd: mvpd, domainName: "example.com", redirectURL: "app://done")
                _ = try await EntitlementCall.session(parameters, of: "REF30", headers: headers)
                    .send(over: server.client).required()
                let flow = try await Self.flows(server)["flows"]?.elements?.last
                #expect(flow?["waiting"]?["question"] == (mvpd == nil ? "parameters" : "signIn"))
                let why =
                    mvpd == nil
                    ? "the session still lacks parameters"
                    : "the user has not signed in on the MVPD's page"
                let report = try await server.admin(.get, "/evidence/report.html").text
                #expect(report.contains("Waits (200): \(why)".replacing("'", with: "&#39;")), "\(report)")
                let text = try await server.admin(.get, "/evidence/report.txt").text
                #expect(text.contains("\nSign-in com.example.stream: waits: \(why)\n"), "\(text)")
            }
        }
    }

    private static func flows(_ server: RunningServer, _ query: String = "") async throws -> JSONValue {
        try await server.admin(.get, "/journal/flows\(query)").json()
    }

    @Test(
        "a parameter that is true or false has no other value",
        arguments: ["/journal/events?timeout=1s&flows=1", "/worlds?summary=maybe"])
    func flags(path: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.get, path)
            #expect(answer.status == 400 && answer.text.contains("must be true or false"))
        }
    }

    @Test("are selected by verdict, app, text, number and limit, and counted")
    func selection() async throws {
        try await RunningServer.serving { server in
            try await Self.register(server)
            #expect(try await server.admin(.post, "/commands", #"{"advance": "1d"}"#).status == 204)
            try await Self.register(server)
            let all = try await Self.flows(server)
            #expect(all["flows"]?.elements?.map { $0["kind"] } == ["registration", "command", "registration"])
            #expect(all["flows"]?.elements?.map { $0["numbers"] } == ["1-2", "3", "4-5"])
            #expect(all["flows"]?.elements?[1]["command"] == "advance")
            #expect(all["count"] == 2 && all["total"] == 2 && all["first"] == 1 && all["last"] == 5)
            #expect(all["verdicts"] == ["refused": 2])
            let app = try #require(all["apps"]?.elements?[0].string)
            for (query, numbers) in [
                ("?verdict=refused", ["1-2", "4-5"]), ("?verdict=ok", []), ("?app=\(app)", ["1-2", "4-5"]),
                ("?app=other", []), ("?after=3", ["4-5"]), ("?limit=1", ["4-5"]), ("?limit=0", []),
                ("?contains=INVALID_SOFTWARE", ["1-2", "4-5"]), ("?contains=no-such-text", []),
                ("?verdict=refused&limit=1", ["4-5"]), ("?lane=service", ["1-2", "4-5"]), ("?lane=provider", []),
                ("?mvpd=Dish", []), ("?trace=nothing", []), ("?trace=", ["1-2", "3", "4-5"]),
            ] {
                let found = try await Self.flows(server, query)
                #expect(found["flows"]?.elements?.compactMap { $0["numbers"]?.string } == numbers, "\(query)")
                #expect(found["total"] == 2)
            }
            #expect(all["lanes"] == ["app": 2, "service": 2] && all["mvpds"] == [])
            #expect(all["flows"]?.elements?.map { $0["lanes"] } == [["app", "service"], [], ["app", "service"]])
            for query in ["?verdict=rfused", "?limit=-1", "?after=x", "?lane=provder"] {
                #expect(try await server.admin(.get, "/journal/flows\(query)").status == 400)
            }
            #expect(try await Self.flows(server, "?verdict=rfused")["error"]?["suggestion"] == "refused")
            #expect(try await Self.flows(server, "?lane=provder")["error"]?["suggestion"] == "provider")
            let name = try await server.admin(.get, "/journal").response.headerFields[.simulatorJournal]
            #expect(
                try await server.admin(.get, "/journal/flows").response.headerFields[.simulatorJournal] == name)
        }
    }

    @Test("are found by the trace of an error, and by the MVPD that a request names")
    func words() async throws {
        try await RunningServer.serving { server in
            var request = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/api/v2/REF30/authenticate/Dish/none")
            request.headerFields[.authorization] = "Bearer none"
            _ = try await server.client.exchange(request, body: Data())
            request.path = "/api/v2/REF30/decisions/authorize/Dish"
            request.method = .post
            _ = try await server.client.exchange(request, body: Data())
            let entries = try await server.admin(.get, "/journal").json()["entries"]?.elements
            let found = try #require(entries?.last { $0["details"]?["trace"] != nil })
            let (number, trace) = (found["number"], try #require(found["details"]?["trace"]?.string))
            let flows = try await Self.flows(server, "?trace=\(trace.prefix(8))")["flows"]?.elements
            #expect(flows?.count == 1 && flows?.first?["last"] == number)
        }
    }

    @Test("have their decisions as messages between participants, found by the number of any of them")
    func messages() async throws {
        try await RunningServer.serving { server in
            try await Self.register(server)
            for number in [1, 2] {
                let found = try await server.admin(.get, "/journal/flow?number=\(number)").json()
                #expect(found["flow"]?["first"] == 1)
                #expect(found["lanes"] == ["app", "service"])
                #expect(found["messages"]?.elements?.map { $0["entry"]?["number"] } == [1, 2])
                #expect(
                    found["messages"]?.elements?[0]["from"] == "app"
                        && found["messages"]?.elements?[0]["to"] == "service")
            }
            let none = try await server.admin(.get, "/journal/flow?number=9").json()
            #expect(none == ["flow": nil, "lanes": [], "messages": []])
        }
    }

    @Test("answer what their schemas say, in an empty world and in one with flows")
    func schemas() async throws {
        try await RunningServer.serving { server in
            for _ in 0..<2 {
                for path in ["/journal/flows", "/journal/flow?number=1", "/worlds?summary=true", "/deadlines"] {
                    let route = try #require(
                        AdminRoutes.all.first { path.split(separator: "?")[0] == $0.path.text && $0.method == .get })
                    let answer = try await server.admin(.get, path).json()
                    let schema = try #require(route.answer?.schema)
                    #expect(GetterSchemaTests.faults(of: answer, in: schema, at: path) == [])
                }
                try await Self.register(server)
                let signIn = #"{"signIn": {"provider": "Cablevision", "as": "alice", "expires": "+30d"}}"#
                #expect(try await server.admin(.post, "/commands", signIn).status == 204)
            }
        }
    }

    @Test("are in the summary of the worlds, with the user and the number of entries")
    func summary() async throws {
        try await RunningServer.serving { server in
            try await Self.register(server, in: "one")
            let signIn = #"{"signIn": {"provider": "Dish", "as": "carol"}}"#
            #expect(try await server.admin(.post, "/commands", signIn, world: "one").status == 204)
            #expect(try await server.admin(.get, "/worlds").json() == ["worlds": ["one"]])
            let found = try await server.admin(.get, "/worlds?summary=true").json()
            #expect(found["summaries"]?.elements?.map { $0["name"] } == [.null, "one"])
            #expect(
                found["summaries"]?.elements?[0]["entries"] == 0 && found["summaries"]?.elements?[0]["last"] == .null)
            #expect(found["summaries"]?.elements?[1]["account"] == "carol at Dish")
            #expect(found["summaries"]?.elements?[1]["entries"] == 3)
            #expect(found["summaries"]?.elements?[1]["last"]?["verdict"] == "refused")
        }
    }

    @Test("the end of an account is a deadline, until the clock is past it")
    func deadline() async throws {
        try await RunningServer.serving { server in
            let signIn = #"{"signIn": {"provider": "Dish", "as": "carol", "expires": "+1h"}}"#
            #expect(try await server.admin(.post, "/commands", signIn).status == 204)
            let found = try await server.admin(.get, "/deadlines").json()["deadlines"]
            #expect(found?.elements?.map { $0["kind"] } == ["account"])
            let end = try #require(found?.elements?[0]["jumpTo"]?.string)
            for (instant, isExpired) in [(end.replacing("01:00:00", with: "00:59:59"), false), (end, true)] {
                #expect(try await server.admin(.post, "/commands", #"{"setClock": "\#(instant)"}"#).status == 204)
                let account = try await server.admin(.get, "/device").json()["account"]
                #expect(account?["expired"] == .bool(isExpired))
            }
            #expect(try await server.admin(.get, "/deadlines").json() == ["deadlines": []])
        }
    }
}
