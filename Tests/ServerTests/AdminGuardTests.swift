import HTTPTypes
import TVSimEntitlementAPI
import Testing

@testable import TVSimServer

@Suite("Access to the admin API, by host name")
struct AdminGuardTests {
    private func refusal(
        _ host: String, _ headers: HTTPFields = [:], remote: Bool, path: String = "/_sim/v1/commands",
        method: HTTPRequest.Method = .post
    ) -> Int? {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        return AdminGuard(allowsRemote: remote, scheme: "http").refusal(of: request, isForPage: false)?.status
    }

    @Test(
        "a host is a name or an address, with an optional port",
        arguments: [
            ("localhost", nil), ("localhost:8080", nil), ("127.0.0.1:80", nil), ("[::1]:80", nil), ("[::1]", nil),
            ("localhost:", nil), ("[::1].evil.example", 400), ("127.0.0.1:80@evil.example", 400),
            ("127.0.0.1:x.evil.example", 400), ("[::1", 400), ("[::1]80", 400), ("::1", 400), ("", 403),
            ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("10.0.0.1", 403),
        ] as [(String, Int?)])
    func hosts(_ host: String, _ status: Int?) {
        #expect(refusal(host, remote: false) == status)
    }

    @Test(
        "a browser makes worlds only at the host names of this machine, or at an address if others may come",
        arguments: [
            ("localhost", false, true), ("127.0.0.1:80", false, true), ("10.0.0.1", false, false),
            ("10.0.0.1", true, true), ("tvsim", true, false), ("evil.example", false, false), (nil, false, false),
            (nil, true, false),
        ] as [(String?, Bool, Bool)])
    func worlds(_ host: String?, _ allowsRemote: Bool, _ may: Bool) {
        var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/api/v2/x")
        let guardian = AdminGuard(allowsRemote: allowsRemote, scheme: "http")
        #expect(guardian.reasonAgainstWorld(for: request) == nil)
        request.headerFields[.userAgent] = "Mozilla/5.0"
        let reason = guardian.reasonAgainstWorld(for: request)
        #expect(reason == (may ? nil : "a browser at a host name that is not of this machine"))
        request.headerFields[.fetchSite] = "cross-site"
        #expect(guardian.reasonAgainstWorld(for: request) == "a page of another site")
    }

    @Test(
        "a browser that opens a page makes a world only if it says that a page of this server, or none, led there",
        arguments: [
            (nil, "a browser that does not say which page led there"),
            ("same-site", "a link or a form of another page"),
            ("cross-site", "a page of another site"), ("same-origin", nil), ("none", nil),
        ] as [(String?, String?)])
    func visits(_ site: String?, _ reason: String?) {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/activate")
        request.headerFields[.userAgent] = "Mozilla/5.0"
        request.headerFields[.fetchSite] = site
        let guardian = AdminGuard(allowsRemote: false, scheme: "http")
        #expect(guardian.reasonAgainstWorld(for: request) == reason)
    }

    @Test("a page of the service is opened by a browser only at the host names of this machine")
    func pages() {
        func refusal(_ host: String, _ path: String, _ agent: String?, remote: Bool = false) -> Int? {
            var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
            request.headerFields[.userAgent] = agent
            return AdminGuard(allowsRemote: remote, scheme: "http").refusal(ofPage: request)?.status
        }
        #expect(refusal("evil.example", "/activate", "Mozilla/5.0") == 403)
        #expect(refusal("localhost", "/activate", "Mozilla/5.0") == nil)
        #expect(
            refusal("evil.example", "/activate", "okhttp/5") == nil && refusal("evil.example", "/activate", nil) == nil)
        #expect(refusal("evil.example", "/api/v2/REF30/profiles", "Mozilla/5.0") == nil)
        #expect(refusal("evil.example", "/activate", "Mozilla/5.0", remote: true) == nil)
    }

    @Test(
        "a page of the service is opened at the emulator's address of its host, and at no other address",
        arguments: [
            ("10.0.2.2", nil), ("10.0.2.2:8080", nil), ("10.0.2.2.evil.example", 403), ("10.0.2.20", 403),
            ("10.0.3.2", 403), ("192.168.0.1:8080", 403), ("evil.example", 403),
        ] as [(String, Int?)])
    func emulator(_ host: String, _ status: Int?) {
        let guardian = AdminGuard(allowsRemote: false, scheme: "http")
        for path in ["/activate", "/mvpd/Cablevision/login", "/api/v2/authenticate/REF30/CODE"] {
            var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
            request.headerFields[.userAgent] = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140"
            #expect(guardian.refusal(ofPage: request)?.status == status, "\(path)")
        }
        // The admin API stays closed there, and a browser creates no world.
        #expect(refusal(host, remote: false) == 403)
        var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/activate")
        request.headerFields[.userAgent] = "Mozilla/5.0"
        #expect(guardian.reasonAgainstWorld(for: request) == "a browser at a host name that is not of this machine")
    }

    @Test(
        "the host of --public-host is a name of this machine, also for browsers",
        arguments: [
            ("sim.example.com", nil), ("SIM.example.com:8443", nil), ("localhost", nil),
            ("sim.example.com.evil.org", 403),
            ("evil.org", 403), ("10.0.2.2", 403),
        ] as [(String, Int?)])
    func publicHost(_ host: String, _ status: Int?) {
        let guardian = AdminGuard(allowsRemote: false, scheme: "http", publicHost: "sim.example.com")
        for agent in [nil, "Mozilla/5.0"] {
            var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/_sim/v1/state")
            request.headerFields[.userAgent] = agent
            #expect(guardian.refusal(of: request, isForPage: false)?.status == status)
            request.path = "/activate"
            request.headerFields[.fetchSite] = "none"
            let isPageRefused = guardian.refusal(ofPage: request) != nil
            #expect(isPageRefused == (status != nil && host != "10.0.2.2"))
            #expect((guardian.reasonAgainstWorld(for: request) == nil) == (status == nil))
        }
    }

    @Test(
        "with --allow-remote, DNS rebinding lets no page change anything, or read states and passwords",
        arguments: [
            ("tvsim:8080", false, nil), ("tvsim:8080", true, 403), ("evil.example", true, 403), ("10.0.0.1", true, nil),
            ("[fe80::1]:80", true, nil), ("localhost:80", true, nil), ("[::1].evil.example", true, 400),
            ("10.0.0.1.evil.example", true, 403),
        ] as [(String, Bool, Int?)])
    func remote(_ host: String, _ isOfBrowser: Bool, _ status: Int?) {
        #expect(refusal(host, isOfBrowser ? [.origin: "http://\(host)"] : [:], remote: true) == status)
        #expect(refusal(host, isOfBrowser ? [.fetchSite: "same-origin"] : [:], remote: true) == status)
        // A browser sends neither header with a GET request to the page's own name over HTTP.
        let agent = isOfBrowser ? "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" : "curl/8.5"
        for path in ["/_sim/v1/state", "/_sim/v1/providers", "/_sim/v1/journal", "/_sim/v1/"] {
            #expect(refusal(host, [.userAgent: agent], remote: true, path: path, method: .get) == status, "\(path)")
        }
    }
}
