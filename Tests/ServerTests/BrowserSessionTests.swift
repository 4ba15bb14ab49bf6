import Foundation
import HTTPTypes
import TVSimServer
import TVSimStructuredText
import Testing

/// A browser's session at an MVPD belongs to one user, one server and one world, and ends when the world is reset.
@Suite("A browser that is signed in at the MVPD")
struct BrowserSessionTests {
    /// A browser that supports only cookies, which all ports of a host share, as in real browsers.
    private struct Browser {
        /// The prefix of the world's paths.
        var prefix = ""
        private(set) var cookies: [String: String] = [:]

        /// Signs in at Cablevision's page.
        mutating func signIn(as name: String, at server: RunningServer) async throws {
            let form = FormCoding.encode([
                (name: "query", value: try server.signInQuery(prefix)), (name: "username", value: name),
                (name: "password", value: "secret"), (name: "action", value: "sign-in"),
            ])
            #expect(try await send(.post, "", form, to: server).contains("SAMLResponse"))
        }

        /// Returns whether Cablevision's page asks for a password.
        mutating func isAsked(at server: RunningServer) async throws -> Bool {
            let page = try await send(.get, "?" + server.signInQuery(prefix), "", to: server)
            #expect(page.contains("id=\"password\"") != page.contains("SAMLResponse"))
            return page.contains("id=\"password\"")
        }

        private mutating func send(
            _ method: HTTPRequest.Method, _ query: String, _ form: String, to server: RunningServer
        ) async throws -> String {
            var request = HTTPRequest(
                method: method, scheme: "http", authority: "127.0.0.1", path: prefix + "/mvpd/Cablevision/sso" + query)
            request.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
            let answer = try await server.client.exchange(request, body: Data(form.utf8))
            for header in answer.response.headerFields[values: .setCookie] {
                let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
                cookies[pair[0]] = pair.count == 2 ? pair[1] : nil
            }
            return answer.text
        }
    }

    private static let bob = #"{"provider": {"id": "Cablevision", "set": {"subscribers": {"bob": {}}}}}"#

    @Test(
        "is asked for the password again after a reset of the world", arguments: ["alice", "bob"])
    func reset(name: String) async throws {
        try await RunningServer.serving { server in
            let before = try await server.admin(.get, "/state").text
            var browser = Browser()
            try await browser.signIn(as: "alice", at: server)
            #expect(try await !browser.isAsked(at: server))
            let signedIn = try await server.admin(.get, "/state").text
            for (method, path, state) in [(HTTPRequest.Method.post, "/reset", ""), (.put, "/state", before)] {
                #expect(try await server.admin(method, path, state).status == 204)
                #expect(try await server.admin(.post, "/commands", Self.bob).status == 204)
                // After the reset, the first browser gets the same identifiers again.
                var other = Browser()
                try await other.signIn(as: name, at: server)
                #expect(try await browser.isAsked(at: server), "\(path)")
                #expect(try await !other.isAsked(at: server))
            }
            // An imported state contains its sessions.
            #expect(try await server.admin(.put, "/state", signedIn).status == 204)
            #expect(try await !browser.isAsked(at: server))
        }
    }

    @Test("is asked for the password in a world that was removed and created again")
    func removedWorld() async throws {
        try await RunningServer.serving { server in
            var (browser, other) = (Browser(prefix: "/s/one"), Browser(prefix: "/s/one"))
            try await browser.signIn(as: "alice", at: server)
            #expect(try await server.admin(.delete, "/world", world: "one").status == 204)
            #expect(try await server.admin(.post, "/commands", Self.bob, world: "one").status == 204)
            try await other.signIn(as: "bob", at: server)
            #expect(try await browser.isAsked(at: server))
            #expect(try await !other.isAsked(at: server))
        }
    }

    @Test("is known only at the server where the user signed in")
    func ports() async throws {
        try await RunningServer.serving { first in
            try await RunningServer.serving { second in
                var (browser, other) = (Browser(), Browser())
                try await browser.signIn(as: "alice", at: first)
                try await other.signIn(as: "alice", at: second)
                #expect(try await browser.isAsked(at: second))
                #expect(try await other.isAsked(at: first))
                // Equal worlds create equal session identifiers. The cookies' names distinguish the servers.
                #expect(Array(browser.cookies.values) == Array(other.cookies.values))
                #expect(try await second.admin(.post, "/commands", Self.bob).status == 204)
                try await browser.signIn(as: "bob", at: second)
                #expect(browser.cookies.count == 2)
                #expect(try await !browser.isAsked(at: first))
                #expect(try await !browser.isAsked(at: second))
            }
        }
    }
}
