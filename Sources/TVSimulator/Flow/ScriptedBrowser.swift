package import EntitlementAPI
import Foundation
import HTTPTypes

/// A browser in which a person opens pages of the world: it follows links and redirections, fills in forms and keeps
/// cookies.
package final class ScriptedBrowser {
    /// Where a visit of pages ended.
    package enum End: Equatable {
        /// At an address that is none of the world's: the app's.
        case left(String)
        /// On a page that does not go on.
        case stayed
    }

    /// More redirections than any visit has: a world that sends browsers in circles is stopped here.
    private static let mostSteps = 20

    private let transport: any EntitlementTransport
    private let sendsMessages: Bool
    private var cookies: [String: String] = [:]
    /// The path of the open page, against which its links are read.
    private var place = "/"
    /// The page that is open.
    package private(set) var page = ""
    /// Its HTTP status.
    package private(set) var status = 0
    /// Where the browser is: a path of the world, or the address at which it left it.
    package private(set) var address = ""

    /// Creates a browser that knows nobody.
    ///
    /// - Parameters:
    ///   - transport: The way to the world.
    ///   - sendsMessages: Whether the form that carries a SAML message on is sent as soon as its page has come, as scripts do;
    ///     else somebody presses its button.
    package init(over transport: any EntitlementTransport, sendingMessages sendsMessages: Bool = true) {
        self.transport = transport
        self.sendsMessages = sendsMessages
    }

    /// A browser on another device: it knows nobody.
    func onAnotherScreen() -> ScriptedBrowser { ScriptedBrowser(over: transport, sendingMessages: sendsMessages) }

    /// Opens a page, and goes on from it as far as nobody need do anything.
    @discardableResult
    package func open(_ url: String) async throws -> End {
        try await follow(.get, url, Data())
    }

    /// Types a name and a password, sends the form and goes on.
    package func signIn(as name: String, password: String) async throws -> End {
        try await submit([("username", name), ("password", password), ("action", "sign-in")])
    }

    /// Types the code that a device shows, on the page for it.
    func enter(code: String) async throws -> End {
        try await open("/activate")
        return try await submit([("code", code)])
    }

    /// Presses Cancel on the sign-in page.
    func cancel() async throws -> End {
        try await submit([("username", ""), ("password", ""), ("action", "cancel")])
    }

    /// Whether the open page asks for a name and a password.
    package var asksForPassword: Bool { page.contains("id=\"password\"") }

    /// Whether an address is one of the world's pages, as far as its host says.
    func isOfWorld(_ url: String) -> Bool {
        (url.hasPrefix("/") || URL(string: url)?.scheme != nil) && path(of: url) != nil
    }

    /// What the open page says first of all: why it does not go on, else its title; `nil`: it is no page.
    var message: String? {
        let alert = page.firstMatch(of: /<p role="alert">(.*?)<\/p>/)?.output.1
        let title = page.firstMatch(of: /<h1>(.*?)<\/h1>/)?.output.1
        return (alert ?? title).map { PageForm.unescape(String($0)) }
    }

    /// Sends the form of the page, with some fields filled in.
    @discardableResult
    package func submit(_ filled: [(name: String, value: String)] = []) async throws -> End {
        guard let form = PageForm(page) else { return .stayed }
        let target = form.action.isEmpty ? place : form.action
        return try await follow(.post, target, Data(FormCoding.encode(form.hidden + filled).utf8))
    }

    private func follow(_ method: HTTPRequest.Method, _ target: String, _ body: Data) async throws -> End {
        var (method, target, body) = (method, target, body)
        for _ in 0..<Self.mostSteps {
            guard let path = path(of: target) else {
                address = target
                return .left(target)
            }
            let response: HTTPResponse
            do {
                response = try await send(method, path, body)
            } catch is TransportFailure {
                // A page that does not load is as good as none.
                (page, status) = ("", 0)
                return .stayed
            }
            (place, address) = (path, path)
            if response.status.code == 302, let location = response.headerFields[.location] {
                (method, target, body) = (.get, location, Data())
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

    /// The path of an address of the world, as the open page writes it; `nil` for any other.
    private func path(of link: String) -> String? {
        let own = "https://" + EntitlementWire.defaultAuthority
        let absolute = URL(string: link, relativeTo: URL(string: own + place))?.absoluteString ?? link
        return absolute.hasPrefix(own + "/") ? String(absolute.dropFirst(own.count)) : nil
    }
}

/// The form of a page: where it goes, and what it carries unseen.
package struct PageForm {
    let action: String
    let hidden: [(name: String, value: String)]

    /// Reads the first form of a page; `nil` where there is none.
    package init?(_ page: String) {
        guard let start = page.range(of: "<form "), let end = page.range(of: "</form>") else { return nil }
        let form = page[start.lowerBound..<end.lowerBound]
        let tags = form.split(separator: "<").map(String.init)
        action = tags.first { $0.hasPrefix("form ") }.flatMap { Self.attribute("action", of: $0) } ?? ""
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
