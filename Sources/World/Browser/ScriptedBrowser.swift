import Foundation
import HTTPTypes
package import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimStructuredText

/// A browser for the pages of a world: it follows redirections and refreshes, fills in forms and keeps cookies.
package final class ScriptedBrowser {
    /// Where a visit of pages ended.
    package enum End: Equatable {
        /// The browser left the world for another address, such as the app's redirect URL.
        case left(String)
        /// The browser stayed on a page that waits for the user, or on a page that did not load.
        case stayed
    }

    /// The maximum number of redirections in a visit, which ends a redirection loop.
    private static let maximumRedirects = 20

    private let transport: any EntitlementTransport
    private let sendsMessages: Bool
    private var cookies: [String: String] = [:]
    /// The path of the open page, against which its links are resolved.
    private var place = "/"
    /// The HTML of the open page.
    package private(set) var page = ""
    /// What the script of the open page shows the user; `nil` if it shows nothing.
    private var said: String?
    /// The HTTP status of the open page; 0 if the page did not load.
    package private(set) var status = 0
    /// The path of the open page, or the address at which the browser left the world.
    package private(set) var address = ""

    /// Creates a browser without cookies.
    ///
    /// - Parameters:
    ///   - transport: The transport to the world.
    ///   - sendsMessages: Whether the browser submits a form with a SAML response as soon as its page has loaded, as
    ///     the page's script does; otherwise the user presses its button.
    package init(over transport: any EntitlementTransport, sendingMessages sendsMessages: Bool = true) {
        self.transport = transport
        self.sendsMessages = sendsMessages
    }

    /// Returns the browser of another device, without cookies.
    package func onAnotherScreen() -> ScriptedBrowser {
        ScriptedBrowser(over: transport, sendingMessages: sendsMessages)
    }

    /// Opens a page, and follows redirections until a page needs the user.
    @discardableResult
    package func open(_ url: String) async throws -> End {
        try await follow(.get, url, Data())
    }

    /// The maximum number of forms in a sign-in.
    private static let maximumSteps = 8

    /// The answers of a person to the pages of a sign-in.
    package struct Answers {
        var name: String
        var password: String
        /// The code that the provider has sent to the user.
        var code: String
        /// The account; `nil` for the first one that the page offers.
        var account: String?
        /// Whether the user allows the app to use the subscription.
        package var consents = true

        /// Creates the answers of a person who consents.
        package init(name: String, password: String, code: String = "", account: String? = nil) {
            (self.name, self.password, self.code, self.account) = (name, password, code, account)
        }
    }

    /// Fills in the forms of a sign-in, one after another, until a form is shown again or none follows.
    ///
    /// - Parameter answers: What the person enters.
    /// - Returns: Where the visit ended.
    /// - Throws: An error if the world does not answer.
    package func signIn(with answers: Answers) async throws -> End {
        var end = End.stayed
        for _ in 0..<Self.maximumSteps {
            guard let form = PageForm(page) else { return end }
            if form.isFetched { return try await fetch(form, answers) }
            let action = !form.isConsent ? "sign-in" : answers.consents ? "consent" : "cancel"
            let step = form.hidden.first { $0.name == "step" }?.value
            end = try await submit(form.filled(with: answers) + [("action", action)])
            guard end == .stayed, asksForPassword,
                let next = PageForm(page)?.hidden.first(where: { $0.name == "step" }),
                next.value != step
            else { return end }
        }
        return end
    }

    /// Submits on the activation page the code that a device shows.
    func enter(code: String) async throws -> End {
        try await open("/activate")
        return try await submit([("code", code)])
    }

    /// Presses Cancel on the sign-in page.
    package func cancel() async throws -> End {
        guard let form = PageForm(page), form.isFetched else {
            return try await submit([("username", ""), ("password", ""), ("action", "cancel")])
        }
        return try await send(form.hidden + [("action", "cancel")], from: form).end
    }

    /// Whether the open page is one of a sign-in, which asks for a name, a password, a code or the user's consent.
    package var asksForPassword: Bool {
        page.contains("id=\"password\"") || page.contains("type=\"hidden\" name=\"step\"")
    }

    /// Returns whether an address has the world's host.
    package func isWorldURL(_ url: String) -> Bool {
        (url.hasPrefix("/") || URL(string: url)?.scheme != nil) && path(of: url) != nil
    }

    /// The open page's error, otherwise its title; `nil` if it has neither.
    package var message: String? {
        if let said { return said }
        let text = between("<p role=\"alert\">", "</p>") ?? between("<h1>", "</h1>")
        return text.map { PageForm.unescape(String($0)) }
    }

    /// Returns what stands between two texts of the open page; `nil` if it does not have both.
    private func between(_ start: String, _ end: String) -> Substring? {
        guard let start = page.range(of: start),
            let end = page.range(of: end, range: start.upperBound..<page.endIndex)
        else { return nil }
        return page[start.upperBound..<end.lowerBound]
    }

    /// Submits the form of the open page with the given fields.
    @discardableResult
    package func submit(_ filled: [(name: String, value: String)] = []) async throws -> End {
        guard let form = PageForm(page) else { return .stayed }
        return try await follow(.post, target(of: form), Data(FormCoding.encode(form.hidden + filled).utf8))
    }

    private func follow(_ method: HTTPRequest.Method, _ target: String, _ body: Data) async throws -> End {
        var (method, target, body) = (method, target, body)
        for _ in 0..<Self.maximumRedirects {
            guard let path = path(of: target) else {
                address = target
                return .left(target)
            }
            let response: HTTPResponse
            do {
                response = try await send(method, path, body)
            } catch is TransportFailure {
                // A page that does not load leaves the browser on an empty page.
                (page, status) = ("", 0)
                return .stayed
            }
            (place, address) = (path, path)
            if response.status.code == 302, let location = response.headerFields[.location] {
                (method, target, body) = (.get, location, Data())
                continue
            }
            if let next = refresh {
                (method, target, body) = (.get, next, Data())
                continue
            }
            // A page with a button alone asks the user nothing.
            if let form = PageForm(page), form.onlyContinues {
                let fields = FormCoding.encode(form.hidden)
                (method, target, body) =
                    form.isGet
                    ? (.get, self.target(of: form) + "?" + fields, Data())
                    : (.post, self.target(of: form), Data(fields.utf8))
                continue
            }
            guard sendsMessages, page.contains("name=\"SAMLResponse\""), let form = PageForm(page) else {
                return .stayed
            }
            (method, target) = (.post, form.action)
            body = Data(FormCoding.encode(form.hidden).utf8)
        }
        return .stayed
    }

    /// The address to which a form is sent.
    private func target(of form: PageForm) -> String { form.action.isEmpty ? place : form.action }

    /// The address to which the open page refreshes at once; `nil` if it does not.
    private var refresh: String? {
        between("<meta http-equiv=\"refresh\" content=\"0; url=", "\">").map { PageForm.unescape(String($0)) }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data,
        _ type: String = "application/x-www-form-urlencoded"
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(
            method: method, scheme: "https", authority: EntitlementWire.defaultAuthority, path: path)
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "; ")
        }
        if method == .post { request.headerFields[.contentType] = type }
        let (response, content) = try await transport.send(request, body: body)
        for header in response.headerFields[values: .setCookie] {
            // A fault can set a header without a cookie.
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard let name = pair.first else { continue }
            cookies[String(name)] = pair.count == 2 ? String(pair[1]) : nil
        }
        page = String(decoding: content, as: UTF8.self)
        (status, said) = (response.status.code, nil)
        return response
    }

    /// Returns the path of an address of the world, resolved against the open page; `nil` for any other address.
    private func path(of link: String) -> String? {
        let own = "https://" + EntitlementWire.defaultAuthority
        let absolute = URL(string: link, relativeTo: URL(string: own + place))?.absoluteString ?? link
        for origin in [ProviderSite.origin, ProviderSite.otherOrigin] where absolute.hasPrefix(origin + "/") {
            return String(absolute.dropFirst(origin.count))
        }
        return absolute.hasPrefix(own + "/") ? String(absolute.dropFirst(own.count)) : nil
    }
}

// The script of a sign-in page that sends JSON.
extension ScriptedBrowser {
    /// Sends the fields of one step after another, as the script of the page does.
    private func fetch(_ form: PageForm, _ answers: Answers) async throws -> End {
        var (step, name) = ("0", form.steps.first ?? "credentials")
        var accounts: [String] = []
        for _ in 0..<Self.maximumSteps {
            let count = (form.steps.firstIndex(of: name) ?? 0) + 1
            var fields = form.hidden.filter { $0.name != "step" && $0.name != "consent" } + [("step", step)]
            fields += form.filled(with: answers, in: Array(form.steps.prefix(count)), accounts: accounts)
            let isConsent = name == "consent"
            fields.append(("action", !isConsent ? "sign-in" : answers.consents ? "consent" : "cancel"))
            let (end, next) = try await send(fields, from: form)
            guard end == .stayed, status == 200, let next, let place = next["step"]?.string, place != step else {
                return end
            }
            (step, name) = (place, next["name"]?.string ?? "")
            if case .array(let offered)? = next["accounts"] { accounts = offered.compactMap(\.string) }
        }
        return .stayed
    }

    /// Sends fields as JSON, and follows the answer if it leads on.
    private func send(
        _ fields: [(name: String, value: String)], from form: PageForm
    ) async throws -> (end: End, said: Members?) {
        let (open, target) = (page, path(of: form.action) ?? place)
        let members = Members(Dictionary(fields.map { ($0.name, JSONValue.string($0.value)) }) { $1 })
        let body = Data(JSONText.line(ordered: .object(members)).utf8)
        do {
            _ = try await send(.post, target, body, "application/json")
        } catch is TransportFailure {
            (page, status) = ("", 0)
            return (.stayed, nil)
        }
        guard case .object(let answer)? = try? JSONValue(json: Data(page.utf8)) else { return (.stayed, nil) }
        page = open
        if let location = answer["location"]?.string { return (try await follow(.get, location, Data()), answer) }
        if let target = answer["target"]?.string {
            let message = ["SAMLResponse", "RelayState"].compactMap { name in
                answer[name]?.string.map { (name: name, value: $0) }
            }
            return (try await follow(.post, target, Data(FormCoding.encode(message).utf8)), answer)
        }
        said = answer["message"]?.string
        return (.stayed, answer)
    }
}
