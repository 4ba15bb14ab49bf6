import Foundation
import HTTPTypes
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimLiveParty

@Suite("The addresses that a run may open") struct AllowedAddressesTests {
    private static func allowed(_ host: String, at address: String, authorized: [String] = []) throws
        -> AllowedAddresses
    {
        try AllowedAddresses([try #require(WebAddress("https://\(host)/x"))], authorized: authorized) { _ in address }
    }

    @Test(
        "are loopback and private ones without a question",
        arguments: ["127.0.0.1", "::1", "10.1.2.3", "172.31.0.1", "192.168.7.7", "fd00::1", "::ffff:127.0.0.1"])
    func near(_ address: String) throws {
        #expect(try !Self.allowed("sp.example", at: address).isPublic)
    }

    @Test(
        "are public ones only if their host is confirmed, in any letters",
        arguments: ["93.184.216.34", "2606:2800::1", "172.32.0.1"])
    func far(_ address: String) throws {
        #expect(throws: CommandError(.invalid, "")) { try Self.allowed("sp.example", at: address) }
        #expect(try Self.allowed("sp.example", at: address, authorized: ["SP.Example"]).isPublic)
        #expect(throws: CommandError(.invalid, "")) { try Self.allowed("sp.example", at: address, authorized: ["*"]) }
    }

    @Test("are never the services of a cloud, and never production of Adobe or Apple")
    func never() {
        #expect(throws: CommandError(.invalid, "")) {
            try Self.allowed("sp.example", at: "169.254.169.254", authorized: ["sp.example"])
        }
        #expect(throws: CommandError(.invalid, "")) {
            try Self.allowed("sp.auth.adobe.com", at: "93.184.216.34", authorized: ["sp.auth.adobe.com"])
        }
    }

    @Test("have the scheme, the host and the port of the configuration")
    func origins() throws {
        let allowed = try AllowedAddresses([try #require(WebAddress("http://LocalHost:8000/a"))], authorized: []) { _ in
            "127.0.0.1"
        }
        func opens(_ text: String) -> Bool { WebAddress(text).map(allowed.contains) ?? false }
        #expect(opens("http://localhost:8000/b?c=d"))
        for other in [
            "https://localhost:8000/", "http://localhost:8001/", "http://127.0.0.1:8000/", "http://localhost/",
            "file:///etc/passwd", "http://user@localhost:8000/",
        ] { #expect(!opens(other), "\(other)") }
    }
}

@Suite("What a run sees of a page") struct PageTextTests {
    @Test("is its title, its visible text and its forms")
    func page() {
        let page = PageText(
            """
            <!DOCTYPE html><TITLE>A &amp; B</TITLE><style>p{}</style><body onload="document.forms[0].submit()">
            <!-- hidden --><p>Hello&nbsp;<b>you</b> &#x41;</p>
            <form id=f method=POST action='/x?a=1&amp;b=2'><input type="hidden" name="SAMLRequest" value="a&quot;b">
            <input type=submit name=go value=Go><button>Go</button></form>
            """)
        #expect(page.title == "A & B")
        #expect(page.text == "Hello you A Go")
        #expect(page.sendsForm && page.forms.count == 1)
        #expect(page.forms.first?.action == "/x?a=1&b=2" && page.forms.first?.isPost == true)
        #expect(page.forms.first?.sent.map(\.value) == ["a\"b"])
    }

    @Test(
        "has a refresh without a delay only", arguments: [("0;url=/a", "/a"), ("0; URL='/a'", "/a"), ("5;url=/a", nil)])
    func refresh(_ content: String, _ target: String?) {
        #expect(PageText("<meta http-equiv=\"refresh\" content=\"\(content)\">").refresh == target)
    }

    @Test("ends for pages that are made to be slow", arguments: ["<!--", "<script>", "<", "&", "<a b=\"", "</"])
    func hostile(_ piece: String) {
        _ = PageText(String(repeating: piece, count: 50_000))
    }
}

@Suite("The browser of a run") struct LiveBrowserTests {
    /// Servers that answer by path, and note what they got.
    private final class Servers: OutsideRequests, @unchecked Sendable {
        let answers: [String: HTTPResponse]
        let got = Locked<[String]>([])

        init(_ answers: [String: HTTPResponse]) { self.answers = answers }

        func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data) {
            let cookies = request.headerFields[.cookie].map { " [\($0)]" } ?? ""
            got.withLockedValue { $0.append("\(request.method) \(request.path ?? "")\(cookies)") }
            return (answers[request.path ?? ""] ?? HTTPResponse(status: .notFound), Data())
        }
    }

    private static func redirect(_ target: String, cookie: String? = nil) -> HTTPResponse {
        var response = HTTPResponse(status: .found, headerFields: [.location: target])
        response.headerFields[.setCookie] = cookie
        return response
    }

    @Test("keeps cookies, and never opens an address outside")
    func redirects() throws {
        let servers = Servers([
            "/a": Self.redirect("/b", cookie: "s=1; Path=/; HttpOnly"),
            "/b": Self.redirect("http://169.254.169.254/latest", cookie: "s=gone; Max-Age=0"),
        ])
        let begin = try #require(WebAddress("http://127.0.0.1:8000/a"))
        let allowed = try AllowedAddresses([begin], authorized: []) { $0 }
        let pace = LivePace(rate: nil, limit: 60) { _ in }
        var browser = LiveBrowser(
            over: LiveClient(over: servers, to: allowed, pace: pace, run: "1", contact: nil))
        let visit = try browser.visit(begin, form: [("x", "1")])
        #expect(servers.got.withLockedValue(\.self) == ["POST /a", "GET /b [s=1]"])
        #expect(visit.hops.map(\.status) == [302, 302, nil])
        #expect(visit.hops.last?.address.text == "http://169.254.169.254/latest")
        _ = try browser.visit(try #require(begin.following("/c")))
        #expect(servers.got.withLockedValue { $0.last } == "GET /c")
    }

    @Test("posts the form again after 307 and 308 only", arguments: [301, 302, 303, 307, 308])
    func method(_ status: Int) throws {
        let servers = Servers(["/a": HTTPResponse(status: .init(code: status), headerFields: [.location: "/b"])])
        let begin = try #require(WebAddress("http://127.0.0.1:8000/a"))
        let allowed = try AllowedAddresses([begin], authorized: []) { $0 }
        var browser = LiveBrowser(
            over: LiveClient(
                over: servers, to: allowed, pace: LivePace(rate: nil, limit: 60) { _ in }, run: "1", contact: nil))
        _ = try browser.visit(begin, form: [("x", "1")])
        let method = status < 307 ? "GET" : "POST"
        #expect(servers.got.withLockedValue(\.self) == ["POST /a", "\(method) /b"])
    }

    @Test("ends in a loop of redirects")
    func loop() throws {
        let servers = Servers(["/a": Self.redirect("/a")])
        let begin = try #require(WebAddress("http://127.0.0.1:8000/a"))
        let allowed = try AllowedAddresses([begin], authorized: []) { $0 }
        var browser = LiveBrowser(
            over: LiveClient(
                over: servers, to: allowed, pace: LivePace(rate: nil, limit: 60) { _ in }, run: "1", contact: nil))
        #expect(try browser.visit(begin).hops.count == 9)
    }

    @Test("waits as a server asks, and ends if it asks again and again")
    func waits() throws {
        let answer = HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "7"])
        let waited = Locked<[Duration]>([])
        let begin = try #require(WebAddress("http://127.0.0.1:8000/a"))
        let allowed = try AllowedAddresses([begin], authorized: []) { $0 }
        let pace = LivePace(rate: nil, limit: 60) { time in waited.withLockedValue { $0.append(time) } }
        let client = LiveClient(over: Servers(["/a": answer]), to: allowed, pace: pace, run: "1", contact: nil)
        #expect(throws: LiveStop.self) { try client.send(to: begin) }
        #expect(waited.withLockedValue(\.self) == [.seconds(7), .seconds(7)])
    }
}
