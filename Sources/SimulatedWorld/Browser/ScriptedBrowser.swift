package import EntitlementAPI
import Foundation
import HTTPTypes
import IdentityProvider
import StructuredText

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

    /// Fills in the forms of a sign-in, one after another, until a form is shown again or none follows.
    ///
    /// - Parameters:
    ///   - name: The user name.
    ///   - password: The password.
    ///   - code: The code that the provider has sent to the user.
    /// - Returns: Where the visit ended.
    /// - Throws: An error if the world does not answer.
    package func signIn(as name: String, password: String, code: String = "") async throws -> End {
        var end = End.stayed
        for _ in 0..<Self.maximumSteps {
            guard let form = PageForm(page) else { return end }
            let answers = [("username", name), ("password", password), ("code", code)]
            let filled = answers.compactMap { id, value in form.field(id).map { (name: $0, value: value) } }
            let step = form.hidden.first { $0.name == "step" }?.value
            end = try await submit(filled + [("action", form.isConsent ? "consent" : "sign-in")])
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
        try await submit([("username", ""), ("password", ""), ("action", "cancel")])
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
        let alert = page.firstMatch(of: /<p role="alert">(.*?)<\/p>/)?.output.1
        let title = page.firstMatch(of: /<h1>(.*?)<\/h1>/)?.output.1
        return (alert ?? title).map { PageForm.unescape(String($0)) }
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
        let meta = page.firstMatch(of: /<meta http-equiv="refresh" content="0; url=(.*?)">/)
        return (meta?.output.1).map { PageForm.unescape(String($0)) }
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, _ body: Data) async throws -> HTTPResponse {
        var request = HTTPRequest(
            method: method, scheme: "https", authority: EntitlementWire.defaultAuthority, path: path)
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "; ")
        }
        if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        let (response, content) = try await transport.send(request, body: body)
        for header in response.headerFields[values: .setCookie] {
            let pair = header.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
            cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : nil
        }
        page = String(decoding: content, as: UTF8.self)
        status = response.status.code
        return response
    }

    /// Returns the path of an address of the world, resolved against the open page; `nil` for any other address.
    private func path(of link: String) -> String? {
        let own = "https://" + EntitlementWire.defaultAuthority
        let absolute = URL(string: link, relativeTo: URL(string: own + place))?.absoluteString ?? link
        if absolute.hasPrefix(ProviderSite.origin + "/") {
            return String(absolute.dropFirst(ProviderSite.origin.count))
        }
        return absolute.hasPrefix(own + "/") ? String(absolute.dropFirst(own.count)) : nil
    }
}

/// The form of a page: its action and its hidden fields.
package struct PageForm {
    let action: String
    let hidden: [(name: String, value: String)]
    /// Whether the form has nothing but a button that leads on.
    let onlyContinues: Bool
    /// Whether the fields are sent in the URL.
    let isGet: Bool
    /// Whether the form asks for the user's consent.
    let isConsent: Bool
    private let fields: [String: String]

    /// Returns the name of the field with an id; `nil` if the form has none.
    func field(_ id: String) -> String? { fields[id] }

    /// Reads the first form of a page; `nil` if the page has no form.
    package init?(_ page: String) {
        guard let start = page.range(of: "<form "), let end = page.range(of: "</form>") else { return nil }
        let form = page[start.lowerBound..<end.lowerBound]
        let tags = form.split(separator: "<").map(String.init)
        action = tags.first { $0.hasPrefix("form ") }.flatMap { Self.attribute("action", of: $0) } ?? ""
        let opening = tags.first { $0.hasPrefix("form ") } ?? ""
        onlyContinues = Self.attribute("name", of: opening) == "continue"
        isGet = Self.attribute("method", of: opening) == "get"
        isConsent = tags.contains { $0.hasPrefix("button ") && Self.attribute("value", of: $0) == "consent" }
        fields = tags.filter { $0.hasPrefix("input ") }.reduce(into: [:]) { found, tag in
            if let id = Self.attribute("id", of: tag) { found[id] = Self.attribute("name", of: tag) }
        }
        hidden = tags.filter { $0.hasPrefix("input ") && $0.contains("type=\"hidden\"") }.compactMap { tag in
            Self.attribute("name", of: tag).map { (name: $0, value: Self.attribute("value", of: tag) ?? "") }
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: " \(name)=\""),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return unescape(String(tag[start.upperBound..<end]))
    }

    fileprivate static func unescape(_ text: String) -> String {
        text.replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
