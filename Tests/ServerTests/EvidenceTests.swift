import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("The evidence of a world")
struct EvidenceTests {
    /// The entries of an archive that is not compressed: local headers with names, sizes and contents.
    private static func files(in archive: Data) -> [String: String] {
        var files: [String: String] = [:]
        var rest = archive[...]
        func number(_ offset: Int, _ bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(rest[rest.startIndex + offset + $1]) << ($1 * 8) }
        }
        while rest.count > 30, number(0, 4) == 0x0403_4b50 {
            let (size, name) = (number(18, 4), number(26, 2))
            let start = rest.startIndex + 30
            files[String(decoding: rest[start..<start + name], as: UTF8.self)] = String(
                decoding: rest[start + name..<start + name + size], as: UTF8.self)
            rest = rest[(start + name + size)...]
        }
        return files
    }

    private static let names = [
        "evidence.json", "explain.json", "flows.json", "journal.json", "journal.txt", "report.html", "report.txt",
        "requests.har", "world.json",
    ]

    private static func evidence(of name: String, at server: RunningServer) async throws -> SocketClient.Answer {
        try await server.admin(.get, "/worlds/\(name)/evidence")
    }

    static func use(_ name: String, at server: RunningServer) async throws {
        #expect(try await server.admin(.post, "/commands", #"{"permission": "denied"}"#, world: name).status == 204)
        var request = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/s/\(name)/o/client/register?x=1")
        request.headerFields[.contentType] = "application/json"
        _ = try await server.client.exchange(request, body: Data(#"{"software_statement": "secret-1"}"#.utf8))
    }

    @Test("of a living world is one page, or an archive, also of some entries of its journal")
    func reports() async throws {
        try await RunningServer.serving { server in
            for name in ["mine", "other"] { try await Self.use(name, at: server) }
            let page = try await server.admin(.get, "/evidence/report.html", world: "mine")
            #expect(page.status == 200)
            #expect(page.response.headerFields[.contentType] == "text/html; charset=utf-8")
            for part in [
                "<title>tvsim: mine</title>", "<dt>Version</dt>", "App to Entitlement service </span>",
                "POST /o/client/register",
            ] { #expect(page.text.contains(part), "\(part)") }
            #expect(!page.text.contains("secret-1"))
            // The attempt that was refused comes first, with what had to hold; a command is no attempt.
            let failures = page.text.components(separatedBy: "<section class=\"failure\">").dropFirst()
            let first = try #require(failures.first?.components(separatedBy: "</section>").first)
            for part in [
                "<span class=\"bad\">refused</span> <code>Registration of the app</code>", "entry 2",
                "<p class=\"bad\">Refused (400): ",
            ] { #expect(first.replacing("&#x2F;", with: "/").contains(part), "\(part)\n\(first)") }
            #expect(failures.count == 1 && page.text.contains("permission"))
            // No profile says what to expect, so nothing is compared.
            #expect(!page.text.contains("Expected"))
            #expect(page.text.contains("<h1>mine: 1 of 1 attempt refused"), "\(page.text.prefix(6000))")
            let archive = try await server.admin(.get, "/evidence/requests.har", world: "mine").json()
            guard case .array(let requests)? = archive["log"]?["entries"] else {
                Issue.record("the archive has no entries: \(archive)")
                return
            }
            #expect(requests.count == 1)
            let command = try await server.admin(.get, "/evidence/report.html?entries=1", world: "mine").text
            #expect(command.contains("permission") && !command.contains("POST /o/client/register"))
            #expect(command.contains("<dd>the entries 1 of the journal</dd>"))
            let none = try await server.admin(.get, "/evidence/requests.har?entries=1,9-12", world: "mine").json()
            #expect(none["log"]?["entries"] == .array([]))
            for wrong in ["", "a", "1,", "1-2-3", "99999999999999999999"] {
                let answer = try await server.admin(.get, "/evidence/report.html?entries=\(wrong)", world: "mine")
                #expect(answer.status == 400, "\(wrong)")
            }
            #expect(try await server.admin(.get, "/evidence/report.html").status == 200)
        }
    }

    @Test(
        "stays when the world is removed, unless its test passed or was skipped",
        arguments: [(nil, true), ("failed", true), ("passed", false), ("skipped", false)] as [(String?, Bool)])
    func removed(_ status: String?, _ stays: Bool) async throws {
        try await RunningServer.serving { server in
            try await Self.use("mine", at: server)
            if let status {
                let body = #"{"test": "test_login", "status": "\#(status)"}"#
                #expect(try await server.admin(.put, "/world/outcome", body, world: "mine").status == 204)
            }
            #expect(try await server.admin(.delete, "/world", world: "mine").status == 204)
            let answer = try await Self.evidence(of: "mine", at: server)
            #expect(answer.status == (stays ? 200 : 404), "\(answer.text.prefix(200))")
            guard stays else { return }
            let files = Self.files(in: answer.body)
            #expect(files.keys.sorted() == Self.names)
            #expect(files["journal.txt"]?.contains("Command: permission: done") == true)
            #expect(files["journal.txt"]?.contains("POST /o/client/register") == true)
            #expect(files["flows.json"]?.contains(#""kind":"registration""#) == true)
            #expect(files["explain.json"]?.contains("permissionGranted") == true)
            #expect(files["evidence.json"]?.contains("\"endpoint\" : \"register\"") == true)
            #expect(files["evidence.json"]?.contains("\"id\" : \"reg-kept\"") == true)
            #expect(files["evidence.json"]?.contains("secret-1") == false)
            #expect(files["requests.har"]?.contains("/s/mine/o/client/register?x=1") == true)
            #expect(files["requests.har"]?.contains("secret-1") == false)
            #expect(files["report.html"]?.contains("POST /o/client/register") == true)
            #expect(
                files["report.html"]?.contains("<title>tvsim: \(status == nil ? "mine" : "test_login")</title>") == true
            )
            // The state can be imported.
            let state = try #require(files["world.json"])
            #expect(try await server.admin(.put, "/state", state, world: "copy").status == 204)
            #expect(try await server.admin(.get, "/device", world: "copy").text.contains(#""access":"denied""#))
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"copy\"]}\n")
        }
    }

    @Test("is that of the present world while it exists, whatever became of its test")
    func live() async throws {
        try await RunningServer.serving { server in
            try await Self.use("mine", at: server)
            let body = #"{"status": "passed"}"#
            #expect(try await server.admin(.put, "/world/outcome", body, world: "mine").status == 204)
            let answer = try await Self.evidence(of: "mine", at: server)
            #expect(answer.status == 200 && Self.files(in: answer.body).keys.sorted() == Self.names)
            #expect(answer.response.headerFields[.contentType] == "application/octet-stream")
            #expect(try await Self.evidence(of: "other", at: server).status == 404)
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"mine\"]}\n")
        }
    }

    @Test("shows on its page which rules the app broke, with the entry, what to do instead and the document")
    func brokenRules() async throws {
        try await RunningServer.serving { server in
            _ = try await server.admin(
                .put, "/world", #"{"schema": 1, "name": "n", "rules": {"waive": {"device-id": "an experiment"}}}"#,
                world: "mine")
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/s/mine/api/v2/REF30/profiles")
            _ = try await server.client.exchange(request)
            let page = try await server.admin(.get, "/evidence/report.html", world: "mine").text
            #expect(try await server.admin(.delete, "/world", world: "mine").status == 204)
            let kept = Self.files(in: try await Self.evidence(of: "mine", at: server).body)["report.html"] ?? ""
            for page in [page, kept] {
                for part in [
                    #"<span class="bad">BROKEN</span> <code>bearer</code> mandatory: Each request"#,
                    "GET /api/v2/REF30/profiles has no bearer token<br>instead: send Authorization: Bearer TOKEN",
                    "s/mine: entry ", "REST API V2 Checklist, Mandatory Requirements", "1 waived",
                ] { #expect(page.contains(part), "\(part)") }
                #expect(!page.contains("<code>device-id</code>"))
                #expect(page.contains(" rule broken</h1>") || page.contains(" rules broken</h1>"))
                let attempts = try #require(page.firstRange(of: "<ol class=\"steps\">")).lowerBound
                #expect(try attempts < #require(page.firstRange(of: "Client rules")).lowerBound)
            }
            // The rules judge a whole world.
            try await Self.use("mine", at: server)
            let part = try await server.admin(.get, "/evidence/report.html?entries=1", world: "mine").text
            #expect(!part.contains("Client rules"))
        }
    }

    @Test(
        "needs an outcome that the server knows, of a world that exists",
        arguments: [
            ("mine", #"{"status": "broken"}"#, 400), ("mine", #"{"state": "failed"}"#, 400), ("mine", "", 400),
            ("mine", #"{"status": "failed", "name": "x"}"#, 400), ("other", #"{"status": "failed"}"#, 404),
            (nil, #"{"status": "failed"}"#, 422),
        ] as [(String?, String, Int)])
    func outcomes(_ world: String?, _ body: String, _ status: Int) async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.get, "/health", world: "mine").status == 200)
            let answer = try await server.admin(.put, "/world/outcome", body, world: world)
            #expect(answer.status == status, "\(answer.text)")
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"mine\"]}\n")
        }
    }

    @Test("is dropped when newer worlds need its room")
    func room() throws {
        let ring = HTTPExchangeLog(atMost: 1)
        func evidence(_ name: String) throws -> WorldEvidence {
            try WorldEvidence(
                of: name, World(store: World.state(of: .builtIn)), ring, RuleEvidence(keepingRemoved: false), nil,
                explainedBy: SimulatedSDK())
        }
        let size = try evidence("a").size
        let byNumber = RemovedWorlds(atMost: 2, bytes: .max)
        let bySize = RemovedWorlds(atMost: 9, bytes: size * 2)
        for name in ["a", "b", "c"] {
            byNumber.keep(try evidence(name))
            bySize.keep(try evidence(name))
        }
        #expect(byNumber.all.map(\.name) == ["b", "c"])
        #expect(bySize.all.map(\.name) == ["b", "c"])
        let none = RemovedWorlds(atMost: 9, bytes: size - 1)
        none.keep(try evidence("a"))
        #expect(none.all.isEmpty)
        // A person is told what is missing.
        for worlds in [byNumber, bySize, none] { #expect(worlds.dropped == 1) }
    }

    @Test("of all worlds is one report of those in which something happened")
    func report() async throws {
        try await RunningServer.serving { server in
            #expect(try WorldsReport(server.worlds).page(.init()).contains("<title>tvsim exec: 0 worlds</title>"))
            try await Self.use("used", at: server)
            #expect(try await server.admin(.get, "/health", world: "idle").status == 200)
            let page = try WorldsReport(server.worlds).page(.init())
            #expect(page.contains("<title>tvsim exec: 1 world") && page.contains("POST /o/client/register"))
            #expect(!page.contains("idle"))
            let archive = try WorldsReport(server.worlds).archive()
            #expect(archive.contains("/s/used/o/client/register") && archive.hasSuffix("}\n"))
        }
    }

    @Test("that is too large for one file is refused with what to do instead")
    func tooLarge() async throws {
        try await RunningServer.serving { server in
            try await Self.use("mine", at: server)
            let megabyte = "\"\(String(repeating: "a", count: 1 << 20))\""
            try await server.worlds.made("mine").simulation.store.write { state in
                for number in 0..<64 { try state.setEncodedValue(megabyte, named: "service/client/\(number)") }
            }
            for (path, way) in [
                ("/evidence/report.html", "DELETE the journal first"),
                ("/worlds/mine/evidence", "use GET /s/mine/_sim/v1/state"),
            ] {
                let answer = try await server.admin(.get, path, world: "mine")
                #expect(answer.status == 422, "\(path)")
                #expect(
                    try answer.json()["error"]
                        == ["message": "the world is too large for one file", "suggestion": .string(way)])
            }
        }
    }

    @Test("is in a folder for each world that did not pass, and for each that had the same name")
    func folders() async throws {
        try await RunningServer.serving { server in
            for (name, status) in [("a", "failed"), ("a", "failed"), ("b", "passed"), ("c", "failed"), ("d", "passed")]
            {
                try await Self.use(name, at: server)
                _ = try await server.admin(.put, "/world/outcome", #"{"status": "\#(status)"}"#, world: name)
                guard name < "c" else { continue }
                #expect(try await server.admin(.delete, "/world", world: name).status == 204)
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await FailedWorlds(server.worlds).write(into: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/s").sorted() == ["a", "a~1", "c"])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/s/c").sorted()
            #expect(files == Self.names.map { $0 == "world.json" ? "device.json" : $0 }.sorted())
        }
    }
}
