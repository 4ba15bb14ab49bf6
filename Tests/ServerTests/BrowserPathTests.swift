import Foundation
import HTTPTypes
import TVSimCore
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The paths that only a browser requests")
struct BrowserPathTests {
    @Test("leads a browser from the root to the page, and answers an app as the service does")
    func root() async throws {
        try await RunningServer.serving { server in
            let activation = try await server.client.exchange(
                HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: "/activate",
                    headerFields: [.accept: "text/html"]))
            #expect(activation.status == 200 && activation.text.contains("<html"))
            let requests = [("", "text/html,*/*", 302), ("/s/one", "text/html", 302), ("", "*/*", 404)]
            for (prefix, accept, status) in requests {
                let answer = try await server.client.exchange(
                    HTTPRequest(
                        method: .get, scheme: "http", authority: "localhost", path: prefix + "/",
                        headerFields: [.accept: accept]))
                #expect(answer.status == status)
                #expect(answer.response.headerFields[.location] == (status == 302 ? "\(prefix)/_sim/v1/" : nil))
            }
            #expect(try await server.admin(.get, "/worlds").json()["worlds"] == [])
        }
    }

    @Test("records a browser that arrives at the landing page, with every parameter of its address")
    func landing() async throws {
        try await RunningServer.serving { server in
            for (query, reason) in [("", "without parameters"), ("?state=a%20b&page=1&state=c", "with page, state")] {
                let answer = try await server.client.exchange(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/_sim/landing" + query))
                #expect(answer.status == 200 && answer.text.contains("You are back in the app"))
                let entry = try #require(try server.world.simulation.journal.entries().last).text
                #expect(entry.event == "GET /_sim/landing" && entry.reason == reason)
                #expect(entry.details["state"] == (query.isEmpty ? nil : "a b"))
            }
        }
    }

    @Test("has the page's files with their media types, in a folder that browsers keep")
    func files() async throws {
        try await RunningServer.serving { server async throws in
            func get(_ path: String) async throws -> (type: String?, kept: String?, text: String) {
                let answer = try await server.client.exchange(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/_sim/v1/\(path)"))
                #expect(answer.status == 200, "\(path)")
                let fields = answer.response.headerFields
                return (fields[.contentType], fields[.cacheControl], answer.text)
            }
            let page = try await get("")
            #expect(page.type == "text/html; charset=utf-8" && page.kept == "no-store")
            let named = /(?:src|href)="(@\w+\/[\w.-]+\.(js|css))"/
            let files = page.text.matches(of: named).map { (String($0.1), String($0.2)) }
            #expect(Set(files.map(\.1)) == ["js", "css"])
            for (file, kind) in files {
                let found = try await get(file)
                #expect(found.type == "text/\(kind == "js" ? "javascript" : "css"); charset=utf-8")
                #expect(found.kept?.contains("immutable") == true)
            }
            // A page that was open before an update still loads the rest of its files.
            #expect(try await get("@0/settings.js").text == get("settings.js").text)
        }
    }

    @Test(
        "has no page at a path that is only as long as that of the page",
        arguments: ["/_sim/v2/", "/_sim/v2/page.js", "/_sim/xx", "/_sim/v1page.js", "/_sim/v1/none.js"])
    func otherPaths(path: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
            #expect(answer.status == 404 && answer.text.contains("unknown path of the admin API"), "\(answer.text)")
        }
    }

    @Test("has only GET and HEAD at the landing page, and records nothing for HEAD")
    func landingMethods() async throws {
        try await RunningServer.serving { server async throws in
            func ask(_ method: HTTPRequest.Method, host: String = "localhost") async throws -> SocketClient.Answer {
                var request = HTTPRequest(method: method, scheme: "http", authority: host, path: "/_sim/landing?a=1")
                request.headerFields[.userAgent] = "Mozilla/5.0"
                return try await server.client.exchange(request)
            }
            let head = try await ask(.head)
            #expect(head.status == 200 && head.body.isEmpty)
            for method in [HTTPRequest.Method.post, .put, .delete, .options] {
                let answer = try await ask(method)
                #expect(answer.status == 405 && answer.response.headerFields[.allow] == "GET, HEAD")
                #expect(answer.text.contains("method not allowed: this path supports GET, HEAD"))
            }
            // A host name that is not of this machine is DNS rebinding.
            #expect(try await ask(.get, host: "attacker.example").status == 403)
            #expect(try server.world.simulation.journal.entries().isEmpty)
            #expect(try await ask(.get).status == 200)
            #expect(try server.world.simulation.journal.entries().count == 1)
        }
    }

    @Test("keeps a request of the journal, however many of HEAD follow")
    func headRequests() async throws {
        try await RunningServer.serving { server async throws in
            func ask(_ method: HTTPRequest.Method) async throws {
                _ = try await server.client.exchange(
                    HTTPRequest(
                        method: method, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration"))
            }
            try await ask(.get)
            for _ in 0..<200 { try await ask(.head) }
            let kept = try await server.admin(.get, "/requests?messages=true").json()["requests"]
            #expect(kept?.elements?.count == 1)
        }
    }

    @Test("has no request for the icon that browsers ask every server for")
    func icon() async throws {
        try await RunningServer.serving { server in
            for path in ["/favicon.ico", "/s/one/favicon.ico?x"] {
                let answer = try await server.client.exchange(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
                #expect(answer.status == 404 && answer.body.isEmpty)
            }
            #expect(try await server.admin(.get, "/journal").json()["count"] == 0)
            #expect(try await server.admin(.get, "/worlds").json()["worlds"] == [])
        }
    }
}
