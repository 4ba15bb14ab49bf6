import HTTPTypes
import TVSimStructuredText
import Testing

@testable import TVSimServer

extension AdminTests {
    @Test(
        "rejects requests from pages of other sites",
        arguments: [
            (["Origin": "https://evil.example"], "localhost", 403), (["Origin": "null"], "localhost", 403),
            (["Origin": "http://localhost:1"], "localhost", 403), (["Sec-Fetch-Site": "cross-site"], "localhost", 403),
            ([:], "evil.example", 403), ([:], "127.0.0.1.evil.example", 403), ([:], "127.0.0.1", 200),
            (["Sec-Fetch-Site": "none"], "localhost", 200), ([:], "[::1]", 200),
        ] as [([String: String], String, Int)])
    func foreigners(_ headers: [String: String], _ host: String, _ status: Int) async throws {
        try await RunningServer.serving { server in
            var request = HTTPRequest(method: .post, scheme: "http", authority: host, path: "/_sim/v1/reset")
            for (name, value) in headers {
                request.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
            }
            let answer = try await server.client.exchange(request)
            #expect(answer.status == (status == 200 ? 204 : status))
            // Nor does a rejected request create the isolated world that it names, not even a read.
            request.method = .get
            request.path = "/s/new/_sim/v1/state"
            #expect(try await server.client.exchange(request).status == status)
            let worlds = status == 200 ? "\"new\"" : ""
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\(worlds)]}\n")
        }
    }

    @Test(
        "allows links from other sites to its page, but no frames and no other requests",
        arguments: [
            ("/_sim", "GET", "navigate", "document", 308), ("/_sim/v1/", "GET", "navigate", "document", 200),
            ("/_sim/v1/?from=there", "GET", "navigate", "document", 200),
            ("/s/alone/_sim/v1/", "GET", "navigate", "document", 403),
            ("/_sim/v1/", "GET", "navigate", "iframe", 403), ("/_sim/v1/", "GET", "navigate", "", 403),
            ("/_sim/v1/", "POST", "navigate", "document", 403), ("/_sim/v1/", "GET", "no-cors", "document", 403),
            ("/_sim/v1/page.js", "GET", "no-cors", "script", 403), ("/_sim/v1/", "GET", "cors", "empty", 403),
            ("/_sim/v1/health", "GET", "navigate", "document", 403),
            ("/_sim/v1/state", "GET", "navigate", "document", 403),
            ("/_sim/v1/nothing", "GET", "navigate", "document", 403),
        ])
    func links(_ path: String, _ method: String, _ mode: String, _ destination: String, _ status: Int) async throws {
        let sent = ["Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination].filter { !$0.value.isEmpty }
        try await RunningServer.serving { server in
            for (site, host, expected) in [
                ("cross-site", "localhost", status), ("same-site", "localhost", status),
                ("cross-site", "evil.example", 403),
            ] {
                var request = HTTPRequest(
                    method: try #require(HTTPRequest.Method(rawValue: method)), scheme: "http", authority: host,
                    path: path)
                for (name, value) in sent.merging(["Sec-Fetch-Site": site], uniquingKeysWith: { first, _ in first }) {
                    request.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
                }
                let answer = try await server.client.exchange(request)
                #expect(answer.status == expected, "\(site) \(host)")
                if answer.status == 200 {
                    let policy = answer.response.headerFields[.contentSecurityPolicy]
                    #expect(policy?.contains("frame-ancestors 'none'") == true)
                }
            }
        }
    }
}
