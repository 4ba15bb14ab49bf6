import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import TVSimulator
import Testing

/// A browser without scripts: it follows links and redirections within the simulation, fills in forms, keeps cookies.
final class Browser {
    let world: World
    private(set) var status = 0
    private(set) var page = ""
    private(set) var address = ""
    private var cookies: [String: String] = [:]

    init(_ world: World) { self.world = world }

    func open(_ target: String) async throws { try await send(.get, target, nil) }

    /// Sends the form of the page, with some fields filled in.
    func submit(_ filled: [String: String] = [:]) async throws {
        let action = try #require(page.firstMatch(of: /<form method="post" action="([^"]*)">/)).output.1
        var fields: [(name: String, value: String)] = page.matches(
            of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/
        )
        .map { (String($0.output.1), Self.unescape(String($0.output.2))) }
        fields += filled.map { ($0.key, $0.value) }
        let target = action.isEmpty ? address : resolve(Self.unescape(String(action)))
        try await send(.post, target, Data(FormCoding.encode(fields).utf8))
    }

    private func send(_ method: HTTPRequest.Method, _ target: String, _ body: Data?) async throws {
        var request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: target)
        if !cookies.isEmpty {
            request.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let (response, content) = await world.respond(to: request, body: body ?? Data())
        for header in response.headerFields[values: .setCookie] {
            let pair = header.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
            cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : nil
        }
        status = response.status.code
        page = String(decoding: content, as: UTF8.self)
        address = target
        if status == 302, let location = response.headerFields[.location] {
            // What is not the simulation's own is the app's: there the browser stops.
            if location.hasPrefix("/") { try await send(.get, location, nil) } else { address = location }
        }
    }

    /// Resolves a link of the page.
    private func resolve(_ link: String) -> String {
        URL(string: link, relativeTo: URL(string: "http://localhost" + address))?.path(percentEncoded: true) ?? link
    }

    static func unescape(_ text: String) -> String {
        text.replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
