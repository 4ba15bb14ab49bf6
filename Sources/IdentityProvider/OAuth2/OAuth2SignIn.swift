import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimStateStorage
import TVSimStructuredText

/// Sign-in with OAuth 2.0: the authorization endpoint of the authorization code grant (RFC 6749, 4.1).
struct OAuth2SignIn: BrowserProtocol {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var settings: OAuth2Settings { provider.authorizationServer }
    private var simulation: Simulation { place.site.simulation }

    var service: String { provider.authorizationEndpoint }

    /// A request of a known client.
    struct Request {
        let client: OAuth2Client
        /// The address of the answer.
        let returnAddress: String
        /// The address as the request named it; `nil` if it named none.
        let redirectURI: String?
        let state: String?
        let challenge: String?
        /// The scope; `nil` if the request named none.
        let scope: String?
    }

    /// The parameters of a request (RFC 6749, 4.1.1; RFC 7636, 4.3; OpenID Connect Core 1.0, 3.1.2.1; Differences,
    /// S-119).
    private static let parameters: Set = [
        "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
        "prompt", "requestor_id",
    ]

    // MARK: - The request

    func arrival(in form: [FormField]) -> String? { nil }

    /// Reads a request.
    ///
    /// A request with an unknown client or address gets an error page, because the browser must not be sent to an
    /// address that the client has not registered (RFC 6749, 4.1.2.1). Other errors are told to the client.
    func read(query: String, isArrival: Bool) throws -> Result<AskedSignIn<Request>, RefusedSignIn> {
        func refuse(_ reason: String) -> Result<AskedSignIn<Request>, RefusedSignIn> {
            .failure(RefusedSignIn(answer: .signInFailure(400, reason)))
        }
        let fields: [FormField]
        do throws(ParameterFlaw) {
            fields = try [FormField](oauth2: Data(query.utf8), knowing: Self.parameters)
        } catch {
            return refuse("The request is invalid: \(error.reason).")
        }
        guard let id = fields.value("client_id") else {
            return refuse("The parameter 'client_id' is missing: the request has \(fields.shownNames).")
        }
        guard let client = place.client(id) else { return refuse("The client '\(id.prefix(256))' is unknown.") }
        let redirectURI = fields.value("redirect_uri")
        let known = client.redirectURIs
        guard let address = redirectURI ?? (known.count == 1 ? known[0] : nil), known.hasRedirect(address) else {
            let found = redirectURI.map { "'\($0.prefix(256))' is unknown" } ?? "is missing, and there are several"
            return refuse(
                "The redirect_uri \(found): '\(client.clientID)' has "
                    + known.map { "'\($0)'" }.joined(separator: ", ") + ".")
        }
        let request = Request(
            client: client, returnAddress: address, redirectURI: redirectURI, state: fields.value("state"),
            challenge: settings.pkce == .none ? nil : fields.value("code_challenge"),
            scope: fields.value("scope"))
        if let error = violation(of: fields, by: client) {
            let answer = try lead(request, error: error.code, reason: error.reason, described: true)
            return .failure(RefusedSignIn(answer: answer))
        }
        let prompts = (fields.value("prompt") ?? "").split(separator: " ")
        let now = try simulation.clock.now()
        return .success(
            AskedSignIn(
                request: request, requesters: [fields.value("requestor_id")].compactMap(\.self),
                mustPrompt: prompts.contains("login"), mustNotPrompt: prompts.contains("none"), wanted: .anybody,
                session: try simulation.store.read { try BrowserSession.find(place.sessionKey, at: now, in: $0) },
                query: query))
    }

    /// Returns the error of a request that a known client sent; `nil` for a good one.
    private func violation(of fields: [FormField], by client: OAuth2Client) -> (code: String, reason: String)? {
        guard let type = fields.value("response_type") else {
            return ("invalid_request", "the parameter 'response_type' is missing: the request has \(fields.shownNames)")
        }
        guard type == "code" else {
            return ("unsupported_response_type", "the response type '\(type.prefix(64))' is not supported, only 'code'")
        }
        guard settings.pkce != .none else { return nil }
        guard let challenge = fields.value("code_challenge") else {
            guard settings.pkce == .required || client.secret == nil else { return nil }
            let why =
                settings.pkce == .required ? "the provider requires it" : "'\(client.clientID)' is a public client"
            return ("invalid_request", "the parameter 'code_challenge' is missing: \(why)")
        }
        guard fields.value("code_challenge_method") == "S256" else {
            let found =
                fields.value("code_challenge_method").map { "is '\($0.prefix(64))'" }
                ?? "is missing, which means 'plain'"
            return (
                "invalid_request",
                "the transform algorithm is not supported: 'code_challenge_method' \(found), and must be 'S256'"
            )
        }
        return ProofKey.flaw(of: challenge).map { ("invalid_request", "the parameter 'code_challenge' \($0)") }
    }

    // MARK: - The answer

    func answer(_ asked: AskedSignIn<Request>, with outcome: SignInOutcome) throws -> SiteAnswer {
        var answer =
            switch outcome {
            case .signedIn(let session, _): try code(for: asked.request, session, atHome: false)
            case .atHome(let session): try code(for: asked.request, session, atHome: true)
            case .refused(.wouldPrompt(let cause)):
                // OpenID Connect Core 1.0, 3.1.2.6.
                try lead(asked.request, error: "login_required", reason: "\(cause), and 'prompt' is 'none'")
            case .refused(let refusal):
                try lead(asked.request, error: "access_denied", reason: refusal.reason)
            }
        answer.requesters = asked.requesters
        return answer
    }

    /// Gives the client a code, with which it asks for tokens.
    private func code(for request: Request, _ session: BrowserSession, atHome: Bool) throws -> SiteAnswer {
        guard provider.subscriber(of: session) != nil else {
            return try lead(
                request, error: "access_denied",
                reason: "'\(provider.identifier)' no longer has the subscriber '\(session.subscriber)'")
        }
        let drawn = try simulation.identifiers.hexadecimal(words: 2)
        let now = try simulation.clock.now()
        let kept = AuthorizationCode(
            client: request.client.clientID, redirectURI: request.redirectURI, challenge: request.challenge,
            user: GrantedUser(
                subscriber: session.subscriber, isAtHome: atHome, session: atHome ? nil : session.index,
                account: session.account),
            scope: request.scope, notAfter: now.addingTimeInterval(AuthorizationCode.validity))
        let code = try simulation.store.write { state in
            let code = try BrowserSession.identifier(drawn: drawn, of: session.subscriber, in: state)
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(kept, for: AuthorizationCode.key(code, at: provider))
            return code
        }
        return try lead(
            request, [("code", code)], outcome: "code",
            reason: "'\(session.subscriber)' \(atHome ? "is at home" : "is signed in")", atHome: atHome)
    }

    /// Sends the browser back with an error (RFC 6749, 4.1.2.1).
    private func lead(
        _ request: Request, error: String, reason: String, described: Bool = false
    ) throws -> SiteAnswer {
        var answer = try lead(
            request, [("error", error)] + (described ? [("error_description", Self.ascii(reason))] : []),
            outcome: "refusal", reason: "\(error): \(reason)")
        answer.verdict = .refused
        return answer
    }

    /// Returns a text with the characters that an error description may have (RFC 6749, 4.1.2.1).
    static func ascii(_ text: String) -> String {
        String(
            decoding: text.utf8.map { (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c ? $0 : 0x3f },
            as: UTF8.self)
    }

    /// Sends the browser back to the client, by the page that the provider shows.
    private func lead(
        _ request: Request, _ fields: [(name: String, value: String)], outcome: String, reason: String,
        atHome: Bool = false
    ) throws -> SiteAnswer {
        var (fields, reason) = (fields, reason)
        switch settings.defect {
        case .wrongState:
            fields.append(("state", "wrong-" + (request.state ?? "")))
            reason += "; the provider is configured with the defect 'wrongState'"
        case .noState: reason += "; the provider is configured with the defect 'noState'"
        default: if let state = request.state { fields.append(("state", state)) }
        }
        // RFC 9207, 2: also in the response with an error.
        let issuer = place.served.address(of: provider.issuer)
        switch settings.defect {
        case .wrongIss:
            fields.append(("iss", issuer + "-wrong"))
            reason += "; the provider is configured with the defect 'wrongIss'"
        case .noIss: reason += "; the provider is configured with the defect 'noIss'"
        default: if settings.namesIssuer { fields.append(("iss", issuer)) }
        }
        let address = place.destination(ofClient: request.returnAddress)
        let target = address + (address.contains("?") ? "&" : "?") + FormCoding.encode(fields)
        return place.leading(to: target, outcome: outcome, reason: reason, atHome: atHome)
    }
}

extension SiteContext {
    /// Leads a browser that has signed in back to a client: by a redirect, or by the page that the provider shows.
    fileprivate func leading(to target: String, outcome: String, reason: String, atHome: Bool) -> SiteAnswer {
        guard provider.responsePage != .blocked else { return .blocked(provider, else: reason) }
        let shape = provider.signInPage ?? SignInPageSettings()
        let isAnswered = outcome == "code"
        var answer: SiteAnswer
        if isAnswered && shape.exit == .confirm {
            let parts = link(to: target).split(separator: "?", maxSplits: 1).map(String.init)
            let fields = FormCoding.decode(parts.count == 2 ? parts[1] : "") ?? []
            answer = SiteAnswer(
                html: SitePages.confirm(
                    provider: provider, to: parts[0], fields.map { (name: $0.name, value: $0.value) }),
                outcome: "confirmation",
                reason: "the user presses a button before the client (signInPage.exit: confirm): \(reason)")
        } else if provider.responsePage == .button {
            answer = SiteAnswer(
                html: SitePages.onward(provider: provider, link: link(to: target)), outcome: "confirmation",
                reason: "the user follows a link to the client: \(reason)")
        } else if provider.responsePage == .refresh || isAnswered && atHome && shape.homeNotice == .page {
            answer = SiteAnswer(
                html: SitePages.wait(provider: provider, link: link(to: target)), outcome: "wait",
                reason: "the page refreshes to the client: \(reason)")
        } else {
            answer = SiteAnswer(status: 302, html: "", outcome: outcome, reason: reason)
            answer.fields[.location] = target
        }
        answer.continuation = .follow(link(to: target))
        return answer
    }
}
