import Foundation
import HTTPTypes
import StructuredText
import Testing

@Suite("The paths that only a browser requests")
struct BrowserPathTests {
    @Test("leads a browser from the root to the page, and answers an app as the service does")
    func root() async throws {
        try await RunningServer.serving { server in
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
