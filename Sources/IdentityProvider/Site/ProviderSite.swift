package import Foundation
package import HTTPTypes
package import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// The web site of the MVPDs, on which users sign in with a browser.
///
/// It works without scripts: one page has a script, which presses the page's button. The site stores only browser
/// sessions and responses that wait for a page, and says that it is a simulation.
package struct ProviderSite: Sendable {
    /// The common prefix of the paths of all providers.
    package static let pathPrefix = "/mvpd/"
    /// The path of an authorization server's metadata, before the path of its issuer (RFC 8414, 3.1).
    package static let metadataPrefix = "/.well-known/oauth-authorization-server"
    /// The documented origin of the site, which answers at every address of a server too.
    package static let origin = "https://idp.tvsim.example"

    let simulation: Simulation
    let directory: IdentityProviderDirectory
    let serviceProvider: TrustedServiceProvider
    let returns: ServiceReturns

    /// Opens the site of a world's providers.
    package init(
        simulation: Simulation, directory: IdentityProviderDirectory, serviceProvider: TrustedServiceProvider,
        returns: ServiceReturns
    ) {
        self.returns = returns
        self.simulation = simulation
        self.directory = directory
        self.serviceProvider = serviceProvider
    }

    /// Responds to a browser's request.
    ///
    /// - Parameters:
    ///   - request: The request with the documented path, without the server's prefix.
    ///   - body: The form of a POST request.
    ///   - served: The address at which the browser reached the site.
    /// - Returns: A page, a form with a SAML response, or a redirect; 404 for a path that is not the site's.
    /// - Throws: ``PageSilence`` if a fault suppresses the page. `StateError` if the state cannot be read or written,
    ///   which is a failure of the simulator and not of the simulated provider.
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) throws -> (response: HTTPResponse, body: Data) {
        var answer = try routed(request, body: body, at: served)
        // A server holds the page back. In process no time passes, but a browser has given up by then.
        let delay = answer.fault?.shape.delay ?? 0
        if delay >= FaultShape.patience { answer.fault?.replacesAnswer() }
        // The browser gets its answer even if the journal cannot be written.
        try? simulation.journal.record(
            PageDecision(answer, method: request.method.rawValue, path: path(of: request.path ?? "/")),
            fault: answer.fault?.strike)
        let server = JournalScope.current
        server?.hold(for: delay)
        if let silence = answer.silence { throw silence }
        if server == nil, delay >= FaultShape.patience { throw PageSilence.hang }
        return answer.rendered
    }

    /// Returns whether a request's target is the site's.
    package static func owns(_ target: String) -> Bool {
        target.hasPrefix(pathPrefix) || target.hasPrefix(metadataPrefix + pathPrefix)
    }

    /// Returns the provider of the page at a path; `nil` if the path belongs to no provider.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package func provider(at target: String) throws -> Provider? {
        try Self.parts(of: path(of: target)).flatMap { try directory.provider(ProviderID($0.id)) }
    }

    /// Returns the provider's identifier in a path and the name of the page; `nil` for a path of another form.
    private static func parts(of path: Substring) -> (id: String, page: Substring)? {
        let isMetadata = path.hasPrefix(metadataPrefix)
        let local = isMetadata ? path.dropFirst(metadataPrefix.count) : path
        guard local.hasPrefix(pathPrefix) else { return nil }
        var parts = local.dropFirst(pathPrefix.count).split(separator: "/", omittingEmptySubsequences: false)
        // The issuer has no page.
        if isMetadata { parts.append(Page.authorizationServer.rawValue[...]) }
        guard parts.count == 2, let id = String(parts[0]).removingPercentEncoding else { return nil }
        return (id, parts[1])
    }

    private func path(of target: String) -> Substring {
        target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }

    /// The pages of a provider, by the last component of their paths.
    private enum Page: String {
        /// Single sign-on (SAML Profiles 2.0, 4.1).
        case sso
        /// The response after a page that asks the user to wait.
        case response
        /// Single logout (SAML Profiles 2.0, 4.4).
        case slo
        /// The start of a logout by the user.
        case signout
        /// The provider's metadata (SAML Metadata 2.0).
        case metadata
        /// The fields of a sign-in as JSON, from the script of its page.
        case login
        /// Authorization requests (RFC 6749, 3.1).
        case authorize
        /// Requests for tokens (RFC 6749, 3.2).
        case token
        /// The user of an access token.
        case userinfo
        /// The end of a session with OAuth 2.
        case logout
        /// The metadata of the authorization server (RFC 8414), which has a path of its own.
        case authorizationServer = "/.well-known"

        var methods: [HTTPRequest.Method] {
            switch self {
            case .sso, .authorize: [.get, .post]
            case .login, .token: [.post]
            case .response, .slo, .signout, .metadata, .userinfo, .logout, .authorizationServer: [.get]
            }
        }

        /// Whether browsers open the page.
        var isForBrowsers: Bool { ![.metadata, .token, .userinfo, .authorizationServer].contains(self) }

        /// Returns whether a provider has the page.
        func exists(at provider: Provider) -> Bool {
            switch self {
            case .sso, .response, .slo, .signout, .metadata: true
            case .login: provider.signInPage?.form == .fetch
            case .authorize, .token, .authorizationServer: provider.speaksOAuth2
            case .userinfo: provider.speaksOAuth2 && provider.authorizationServer.userInfo == .endpoint
            case .logout: provider.speaksOAuth2 && provider.authorizationServer.logout
            }
        }
    }

    private func routed(_ request: HTTPRequest, body: Data, at served: ServedAddress) throws -> SiteAnswer {
        let target = request.path ?? "/"
        let path = path(of: target)
        guard let page = Self.parts(of: path).flatMap({ Page(rawValue: String($0.page)) }),
            let provider = try provider(at: target), page.exists(at: provider)
        else { return .failure(404, "The page does not exist.") }
        guard page.methods.contains(request.method) else {
            var answer = SiteAnswer.failure(405, "The page does not support this method.")
            answer.fields[.allow] = page.methods.map(\.rawValue).joined(separator: ", ")
            return answer
        }
        let query = String(Substring(target.utf8[path.endIndex...].dropFirst()))
        switch otherHost(of: provider, page, request.method, query: query, at: served) {
        case .departure(let answer): return answer
        case .page(let query, let service, let address):
            let place = SiteContext(
                site: self, provider: provider, cookies: Cookies(request), served: service, page: address,
                name: page.rawValue,
                // Links are relative, so that they are valid at every address of the site.
                root: String(repeating: "../", count: path.count { $0 == "/" } - 1))
            return try answer(page, request, query: query, body: body, at: place)
        }
    }

    private func answer(
        _ page: Page, _ request: HTTPRequest, query: String, body: Data, at place: SiteContext
    ) throws -> SiteAnswer {
        let provider = place.provider
        switch page {
        case .metadata: return try ProviderMetadata.answer(at: place)
        case .authorizationServer: return AuthorizationServerMetadata.answer(at: place)
        case .slo:
            return try under(.providerLogout, provider) {
                try StartedLogoutVisit.isAnswered(by: query)
                    ? StartedLogoutVisit(place: place).answered(query: query)
                    : LogoutVisit(place: place).arrival(query: query)
            }
        case .signout: return try under(.providerLogout, provider) { try StartedLogoutVisit(place: place).arrival() }
        case .response: return try ResponseDelivery(place: place).arrival(query: query)
        case .logout:
            return try under(.providerLogout, provider) { try OAuth2Logout(place: place).arrival(query: query) }
        case .token:
            return try under(.providerToken, provider) {
                try TokenVisit(place: place).answer(
                    body: body, authorization: request.headerFields[.authorization],
                    type: request.headerFields[.contentType], query: query)
            }
        case .userinfo:
            return try under(.providerUserInfo, provider) {
                try UserInfoVisit(place: place).answer(authorization: request.headerFields[.authorization])
            }
        case .login:
            guard let fields = FetchedSignIn.fields(of: body) else {
                return FetchedSignIn.answer(.signInFailure(400, "The body is not a JSON object of texts."))
            }
            return try provider.signInProtocol == .oauth2
                ? fetched(fields, OAuth2SignIn(place: place)) : fetched(fields, SAMLSignIn(place: place))
        case .sso:
            return try signIn(request, query, body, SAMLSignIn(place: place, isPosted: request.method == .post))
        case .authorize: return try signIn(request, query, body, OAuth2SignIn(place: place))
        }
    }

    /// Answers a browser at the address of a protocol's requests.
    private func signIn(
        _ request: HTTPRequest, _ query: String, _ body: Data, _ words: some BrowserProtocol
    ) throws -> SiteAnswer {
        let provider = words.place.provider
        var visit = SignInVisit(words: words)
        guard request.method == .post else {
            return try under(.providerPage, provider) {
                let fields = [FormField](posted: Data(query.utf8)) ?? []
                let isContinued = fields.value("query") != nil && provider.signInPage?.hasEntry == true
                return try isContinued ? visit.entered(fields) : visit.arrival(query: query)
            }
        }
        guard let form = [FormField](posted: body) else {
            return .signInFailure(400, "The form is invalid: \([FormField].flaw(inPosted: body)).")
        }
        if let arrival = words.arrival(in: form) {
            return try under(.providerPage, provider) { try visit.arrival(query: arrival) }
        }
        if form.value("SAMLRequest") != nil {
            return .signInFailure(
                400, "The request came by HTTP-POST: this endpoint has the HTTP-Redirect binding only (GET).")
        }
        return try submitted(form, to: provider) { faults in
            visit.faults = faults
            guard words is OAuth2SignIn, form.value("query") == nil, form.value("response_type") != nil else {
                return try visit.submission(form)
            }
            return .signInFailure(
                400, "The authorization request came by POST: this endpoint takes its parameters in the address (GET).")
        }
    }

    /// Answers the script of a page of a sign-in.
    private func fetched(_ fields: [FormField], _ words: some BrowserProtocol) throws -> SiteAnswer {
        try submitted(fields, to: words.place.provider) { faults in
            FetchedSignIn.answer(try SignInVisit(words: words, faults: faults).submission(fields, isFetched: true))
        }
    }
}

extension ProviderSite {
    /// What a request is at a provider whose pages may have a host of their own.
    private enum HostStep {
        /// The browser must go to the other host first.
        case departure(SiteAnswer)
        /// The page is here; the addresses are those of the simulation in messages, and of the page.
        case page(query: String, ServedAddress, ServedAddress)
    }

    /// Leads a browser to the host of the provider's pages.
    ///
    /// The service sends it to its own host. The page there redirects to the other host, with the query in a field.
    private func otherHost(
        of provider: Provider, _ page: Page, _ method: HTTPRequest.Method, query: String, at served: ServedAddress
    ) -> HostStep {
        guard provider.signInPage?.host == .other, page.isForBrowsers else {
            return .page(query: query, served, served)
        }
        let isInProcess = served.base == nil
        guard let other = isInProcess ? ServedAddress(base: Self.otherOrigin) : served.atOtherName else {
            return .departure(
                .signInFailure(
                    400,
                    "The pages of this provider have another host (signInPage.host: other). This needs a server at "
                        + "localhost or 127.0.0.1."))
        }
        let (service, own) = isInProcess ? (served, other) : (other, served)
        guard method == .get, page != .response else { return .page(query: query, service, own) }
        let fields = [FormField](posted: Data(query.utf8)) ?? []
        if let brought = fields.value(Self.arrival) { return .page(query: brought, service, own) }
        if provider.signInPage?.hasEntry == true, fields.value("query") != nil {
            return .page(query: query, service, own)
        }
        var answer = SiteAnswer(
            status: 302, html: "", outcome: "other host",
            reason: "the pages of the provider have another host (signInPage.host: other)")
        answer.fields[.location] =
            other.address(of: provider.site + page.rawValue) + "?" + FormCoding.encode([(Self.arrival, query)])
        return .departure(answer)
    }

    /// The host of the pages of a provider with a host of its own, in process.
    package static let otherOrigin = "https://login.tvsim.example"
    /// The field in which a browser takes a query to the other host.
    private static let arrival = "request"

    /// Handles a submitted form under a fault, if there is one.
    ///
    /// Errors of the provider itself strike when it checks the password.
    private func submitted(
        _ form: [FormField], to provider: Provider, _ page: (FaultDraw) throws -> SiteAnswer
    ) throws -> SiteAnswer {
        let name = form.value((provider.signInPage ?? SignInPageSettings()).userNameField)
        let facts = FaultFacts(mvpd: provider.identifier, subscriber: name)
        let faults = try simulation.faults.draw(.providerSignIn, about: facts) {
            ProviderFault(rawValue: $0) == nil ? .early : .late
        }
        return try under(faults.due, provider) { try page(faults) }
    }

    /// Answers a request under the fault of an operation, if there is one.
    private func under(
        _ operation: FaultOperation, _ provider: Provider, _ page: () throws -> SiteAnswer
    ) throws -> SiteAnswer {
        let due = try simulation.faults.draw(operation, about: FaultFacts(mvpd: provider.identifier)).due
        return try under(due, provider, page)
    }

    /// Answers a request under a fault, if there is one.
    private func under(
        _ due: MatchedFault?, _ provider: Provider, _ page: () throws -> SiteAnswer
    ) throws -> SiteAnswer {
        guard let due else { return try page() }
        let fault = SiteFault(due: due, provider: provider)
        return try fault.answer() ?? fault.changed(page())
    }
}

/// The cookies of a request, by name.
struct Cookies {
    private let values: [Substring: Substring]

    init(_ request: HTTPRequest) {
        let pairs = request.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { text in
            let halves = text.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return halves.count == 2 ? (halves[0], halves[1]) : nil
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    subscript(_ name: String) -> String? { values[name[...]].map(String.init) }
}

extension [FormField] {
    /// Reads a form that a browser posted; `nil` if the body is not a form or repeats a field.
    init?(posted body: Data) {
        guard let fields = FormCoding.decode(body), fields.repeatedName == nil else { return nil }
        self = fields
    }
}
