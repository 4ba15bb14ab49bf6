import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@Suite("The route table")
struct RouteTests {
    static let routes: [(Route, String, HTTPRequest.Method)] = [
        (Endpoint.register.route(), "/o/client/register", .post),
        (Endpoint.token.route(), "/o/client/token", .post),
        (Endpoint.configuration.route("REF30"), "/api/v2/REF30/configuration", .get),
        (Endpoint.partnerSession.route("REF30"), "/api/v2/REF30/sessions/sso/Apple", .post),
        (Endpoint.partnerProfile.route("REF30"), "/api/v2/REF30/profiles/sso/Apple", .post),
        (Endpoint.profiles.route("REF30"), "/api/v2/REF30/profiles", .get),
        (Endpoint.profile.route("REF30", mvpd: "Cablevision"), "/api/v2/REF30/profiles/Cablevision", .get),
        (
            Endpoint.authorize.route("REF30", mvpd: "Cablevision"), "/api/v2/REF30/decisions/authorize/Cablevision",
            .post
        ),
        (Endpoint.logout.route("REF30", mvpd: "Cablevision"), "/api/v2/REF30/logout/Cablevision", .get),
        (Endpoint.session.route("REF30"), "/api/v2/REF30/sessions", .post),
        (Endpoint.resume.route("REF30", code: "ABCDEFG"), "/api/v2/REF30/sessions/ABCDEFG", .post),
        (Endpoint.sessionInformation.route("REF30", code: "ABCDEFG"), "/api/v2/REF30/sessions/ABCDEFG", .get),
        (Endpoint.profileByCode.route("REF30", code: "ABCDEFG"), "/api/v2/REF30/profiles/code/ABCDEFG", .get),
        (
            Endpoint.preauthorize.route("REF30", mvpd: "Cablevision"),
            "/api/v2/REF30/decisions/preauthorize/Cablevision", .post
        ),
        (Endpoint.authenticate.route("REF30", code: "ABCDEFG"), "/api/v2/authenticate/REF30/ABCDEFG", .get),
    ]

    @Test("builds the documented path and matches it", arguments: routes)
    func buildsAndFinds(route: Route, path: String, method: HTTPRequest.Method) {
        #expect(route.path == path)
        #expect(RouteMatch(method: method, target: path) == .found(route.endpoint, parameters: route.parameters))
        #expect(
            RouteMatch(method: method, target: path + "?a=/b") == .found(route.endpoint, parameters: route.parameters))
    }

    @Test(
        "finds the endpoint that a wrong path means, and none for a path that resembles nothing",
        arguments: [
            ("/api/v2/REF30/profile", "/api/v2/{serviceProvider}/profiles"),
            ("/api/v2/REF30/session", "/api/v2/{serviceProvider}/sessions"),
            ("/api/v2/profiles", "/api/v2/{serviceProvider}/profiles"),
            ("/o/client/registration", "/o/client/register"),
            (
                "/api/v2/REF30/decision/authorize/Dish",
                "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}"
            ),
            ("/api/v2/REF30/sessions/sso/apple", "/api/v2/{serviceProvider}/sessions/sso/{partner}"),
            ("/", nil), ("/done", nil), ("/favicon.ico", nil), ("/api/v2/REF30/films/today", nil), ("/a/b/c/d", nil),
        ] as [(String, String?)])
    func nearest(path: String, template: String?) {
        #expect(Endpoint.nearest(to: path[...])?.template == template)
    }

    @Test("returns the methods that a path supports", arguments: routes)
    func saysWhichMethodAPathTakes(route: Route, path: String, method: HTTPRequest.Method) {
        let methods: [HTTPRequest.Method] = [.get, .post, .put, .delete, .patch]
        let found = methods.filter { if case .found = RouteMatch(method: $0, target: path) { true } else { false } }
        #expect(found.contains(method))
        for other in methods where !found.contains(other) {
            guard case .wrongMethod(let endpoints) = RouteMatch(method: other, target: path) else {
                Issue.record("\(other) \(path) is not a wrong method")
                continue
            }
            #expect(Set(endpoints.map(\.method)) == Set(found))
        }
    }

    @Test(
        "encodes and decodes any text in a path segment",
        arguments: ["a/b", "ä ö", "..", "%2F", "a?b#c", "x+y"] as [MVPDID])
    func carriesAnyText(mvpd: MVPDID) {
        let route = Endpoint.profile.route("REF30", mvpd: mvpd)
        #expect(RouteMatch(method: .get, target: route.path) == .found(route.endpoint, parameters: route.parameters))
    }

    @Test(
        "does not match other paths",
        arguments: [
            "", "/", "*", "//", "/api/v2", "/api/v2/REF30", "/api/v2//configuration", "/api/v2/configuration/REF30",
            "/api/v2/REF30/configuration//", "/api/v2/REF30/Configuration", "/api/v2/%ff/configuration",
            "/api/v2/%4/configuration", "/api/v2/REF30/profiles/sso/Apple/x", "/api/v2/sessions/REF30/x",
            "/api/v2/logout/REF30/Cablevision", "/../o/client/register", "http://h/o/client/register",
        ])
    func knowsNoOtherPath(target: String) {
        #expect(RouteMatch(method: .get, target: target) == .unknown)
    }

    @Test("ignores the trailing slash of the vendor's configuration sample")
    func passesOverTrailingSlash() {
        #expect(
            RouteMatch(method: .get, target: "/api/v2/REF30/configuration/")
                == .found(.configuration, parameters: ["serviceProvider": "REF30"]))
    }

    private struct Row: RouteRow, Equatable {
        let method: HTTPRequest.Method
        let path: PathTemplate
    }

    @Test("uses the first of two matching rows of a table")
    func otherTables() {
        let (read, change) = (Row(method: .get, path: "/apps/{app}"), Row(method: .put, path: "/apps/{app}"))
        let rows = [read, Row(method: .get, path: "/apps/{other}"), change, Row(method: .get, path: "/apps")]
        #expect(RouteMatch(.get, "/apps/a%2Fb", in: rows) == .found(read, parameters: ["app": "a/b"]))
        #expect(RouteMatch(.get, "/apps", in: rows) == .found(rows[3], parameters: [:]))
        #expect(RouteMatch(.get, "/apps/", in: rows) == .unknown)
        #expect(RouteMatch(.get, "/apps/a/", in: rows) == .unknown)
        #expect(RouteMatch(.delete, "/apps", in: rows) == .wrongMethod(of: [rows[3]]))
        #expect(RouteMatch.allowed(by: [read, change]) == ["GET", "PUT"])
        #expect(RouteMatch.allowed(by: [read, change], impliesHead: true) == ["GET", "HEAD", "PUT"])
    }

    @Test(
        "splits a target at its first question mark, byte by byte",
        arguments: [
            ("/a/b", "/a/b", ""), ("/a?b=c", "/a", "b=c"), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"), ("?b", "", "b"),
            ("", "", ""), ("/a?\u{301}=1", "/a", "\u{301}=1"),
        ])
    func takesTargetApart(target: String, path: String, query: String) {
        let parts = RequestTarget(target)
        #expect(Array(parts.path.utf8) == Array(path.utf8))
        #expect(Array(parts.query.utf8) == Array(query.utf8))
    }
}

extension RouteMatch<Endpoint> {
    /// Looks up a request's method and target; the query plays no part.
    fileprivate init(method: HTTPRequest.Method, target: String) {
        self.init(method, RequestTarget(target).path)
    }
}
