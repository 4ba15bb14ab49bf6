package import Foundation
package import HTTPTypes
import Identifiers
package import SimulationCore
import StateStorage
import StructuredText

/// The web site of the MVPDs, on which users sign in with a browser.
///
/// It works without scripts: one page has a script, which presses the page's button. The site stores only browser
/// sessions and responses that wait for a page, and says that it is a simulation.
package struct ProviderSite: Sendable {
    /// The common prefix of the paths of all providers.
    package static let pathPrefix = "/mvpd/"
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
        let answer = try routed(request, body: body, at: served)
        // The browser gets its answer even if the journal cannot be written.
        try? simulation.journal.record(
            PageDecision(answer, method: request.method.rawValue, path: path(of: request.path ?? "/")),
            fault: answer.fault?.strike)
        // A server holds the page back. In process no time passes, but a browser has given up by then.
        let delay = answer.fault?.shape.delay ?? 0
        if let server = JournalWitness.current {
            server.hold(for: delay)
        } else if delay >= FaultShape.patience {
            throw PageSilence.hang
        }
        return answer.rendered
    }

    /// Returns the provider of the page at a path; `nil` if the path belongs to no provider.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package func provider(at target: String) throws -> Provider? {
        let path = path(of: target)
        let parts = path.dropFirst(Self.pathPrefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasPrefix(Self.pathPrefix), parts.count == 2, let id = String(parts[0]).removingPercentEncoding
        else { return nil }
        return try directory.provider(ProviderID(id))
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
        /// The provider's metadata (SAML Metadata 2.0).
        case metadata
        /// Authorization requests (RFC 6749, 3.1).
        case authorize
        /// Requests for tokens (RFC 6749, 3.2).
        case token
        /// The user of an access token.
        case userinfo
        /// The end of a session with OAuth 2.
        case logout

        var methods: [HTTPRequest.Method] {
            switch self {
            case .sso, .authorize: [.get, .post]
            case .token: [.post]
            case .response, .slo, .metadata, .userinfo, .logout: [.get]
            }
        }

        /// Returns whether a provider has the page.
        func exists(at provider: Provider) -> Bool {
            switch self {
            case .sso, .response, .slo, .metadata: true
            case .authorize, .token: provider.speaksOAuth2
            case .userinfo: provider.speaksOAuth2 && provider.authorizationServer.userInfo == .endpoint
            case .logout: provider.speaksOAuth2 && provider.authorizationServer.logout
            }
        }
    }

    private func routed(_ request: HTTPRequest, body: Data, at served: ServedAddress) throws -> SiteAnswer {
        let target = request.path ?? "/"
        let path = path(of: target)
        guard let page = path.split(separator: "/").last.flatMap({ Page(rawValue: String($0)) }),
            let provider = try provider(at: target), page.exists(at: provider)
        else { return .failure(404, "The page does not exist.") }
        guard page.methods.contains(request.method) else {
            var answer = SiteAnswer.failure(405, "The page does not support this method.")
            answer.fields[.allow] = page.methods.map(\.rawValue).joined(separator: ", ")
            return answer
        }
        let place = SiteContext(
            site: self, provider: provider, cookies: Cookies(request), served: served,
            // Links are relative, so that they are valid at every address of the site.
            root: String(repeating: "../", count: path.count { $0 == "/" } - 1))
        let query = String(Substring(target.utf8[path.endIndex...].dropFirst()))
        switch (page, request.method) {
        case (.metadata, _):
            return try ProviderMetadata.answer(at: place)
        case (.slo, _):
            return try LogoutVisit(place: place).arrival(query: query)
        case (.response, _):
            return try ResponseDelivery(place: place).arrival(query: query)
        case (.logout, _):
            return try OAuth2Logout(place: place).arrival(query: query)
        case (.token, _):
            let authorization = request.headerFields[.authorization]
            return try under(.providerToken, about: FaultFacts(mvpd: provider.identifier), provider) {
                try TokenVisit(place: place).answer(body: body, authorization: authorization)
            }
        case (.userinfo, _):
            let authorization = request.headerFields[.authorization]
            return try under(.providerUserInfo, about: FaultFacts(mvpd: provider.identifier), provider) {
                try UserInfoVisit(place: place).answer(authorization: authorization)
            }
        case (.sso, .post):
            guard let form = [FormField](posted: body) else { return .signInFailure(400, "The form is invalid.") }
            if form.value("SAMLRequest") != nil {
                return .signInFailure(
                    400, "The request came by HTTP-POST: this endpoint has the HTTP-Redirect binding only (GET).")
            }
            return try submission(form, SAMLSignIn(place: place))
        case (.sso, _):
            return try arrival(query, SAMLSignIn(place: place))
        case (.authorize, .post):
            guard let form = [FormField](posted: body) else { return .signInFailure(400, "The form is invalid.") }
            return try submission(form, OAuth2SignIn(place: place))
        case (.authorize, _):
            return try arrival(query, OAuth2SignIn(place: place))
        }
    }

    /// Answers a submitted form of a sign-in.
    private func submission(_ form: [FormField], _ words: some BrowserProtocol) throws -> SiteAnswer {
        let provider = words.place.provider
        let facts = FaultFacts(mvpd: provider.identifier, subscriber: form.value("username"))
        // Errors of the provider itself strike when it checks the password.
        return try under(.providerSignIn, about: facts, provider, skipping: { ProviderFault(rawValue: $0) != nil }) {
            try SignInVisit(words: words).submission(form)
        }
    }

    /// Answers a browser that brings a request for a sign-in.
    private func arrival(_ query: String, _ words: some BrowserProtocol) throws -> SiteAnswer {
        let provider = words.place.provider
        return try under(.providerPage, about: FaultFacts(mvpd: provider.identifier), provider) {
            try SignInVisit(words: words).arrival(query: query)
        }
    }
}

extension ProviderSite {
    /// Answers a request under the fault of an operation, if there is one.
    private func under(
        _ operation: FaultOperation, about facts: FaultFacts, _ provider: Provider,
        skipping isSkipped: (String) -> Bool = { _ in false }, _ page: () throws -> SiteAnswer
    ) throws -> SiteAnswer {
        guard let due = try simulation.faults.due(operation, about: facts, skipping: isSkipped) else {
            return try page()
        }
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
