import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Reads one entry of an HTTP archive (HAR 1.2, 'entries').
///
/// Unknown keys, pseudo-header fields of HTTP/2 and repeated header names are accepted.
struct EntryReader {
    let entry: JSONValue
    let number: Int
    let file: String

    /// Where a request was sent.
    struct Target {
        let method: HTTPRequest.Method
        /// The host in lower case, with a port that is not the scheme's own.
        let authority: String
        /// The path and the query.
        let path: String
    }

    /// What an entry is.
    enum Outcome {
        case entry(Recording.Entry)
        case preflight, otherPath, unanswered
    }

    private func refused(_ what: String, _ advice: String) -> CommandError {
        CommandError(.malformed, "'\(file)', entry \(number): \(what): \(advice)")
    }

    private static let again = "expected an entry of an HTTP archive (HAR 1.2)"

    /// Reads the method and the URL.
    func target() throws(CommandError) -> Target {
        guard let name = entry["request"]?["method"]?.string, let method = HTTPRequest.Method(name) else {
            throw refused("'request.method' is missing or invalid", Self.again)
        }
        guard let text = entry["request"]?["url"]?.string, let colon = text.range(of: "://") else {
            throw refused("'request.url' is missing or not absolute", Self.again)
        }
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        // In lower case a name can have another length.
        let target = rest[host.endIndex...]
        var authority = host.lowercased()
        if let user = authority.lastIndex(of: "@") { authority = String(authority[authority.index(after: user)...]) }
        let port = text.hasPrefix("https:") ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return Target(
            method: method, authority: authority, path: target.hasPrefix("/") ? String(target) : "/" + target)
    }

    /// Reads the request and the response, and removes their secrets.
    func read(_ target: Target, _ disguise: inout Pseudonyms) throws(CommandError) -> Outcome {
        guard target.method != .options else { return .preflight }
        let parts = RequestTarget(target.path)
        guard case .found(let endpoint, let parameters) = RouteMatch(target.method, parts.path),
            Endpoint.api.contains(endpoint)
        else { return .otherPath }
        let began = try began()
        guard let code = status else { return .unanswered }

        let (route, path) = disguise.hidden(Route(endpoint, parameters), query: String(parts.query))
        let requestFields = Self.fields(entry["request"]?["headers"])
        let asked = try requestBody()
        let longest = max(target.path.utf8.count, asked.count, requestFields.map(\.value.utf8.count).max() ?? 0)
        guard longest <= Self.longestRequest else {
            throw refused(
                "a part of its request has more than \(Self.longestRequest >> 20) MiB", Self.removal)
        }
        let request = HTTPRequest(
            method: target.method, scheme: "https", authority: EntitlementWire.defaultAuthority, path: path,
            headerFields: disguise.hidden(request: requestFields))
        let sent = disguise.hidden(request: asked, of: endpoint)
        let fields = Self.fields(entry["response"]?["headers"])
        let response = HTTPResponse(status: .init(code: code), headerFields: disguise.hidden(response: fields))
        let received = try responseBody()
        let answer = try received.flatMap(json)
        if endpoint == .token { try check(lifetime: answer?["expires_in"]) }
        let shown = answer.map { disguise.hidden($0) }
        let exchange = HTTPExchange(
            request: request, body: sent, response: response,
            responseBody: shown.flatMap { try? WireCoding.encode($0) } ?? Data())
        return .entry(
            Recording.Entry(
                number: number, began: began, route: route, exchange: exchange, hasBody: received?.isEmpty == false))
    }

    /// Refuses a lifetime of an access token that no world can have.
    private func check(lifetime: JSONValue?) throws(CommandError) {
        guard let lifetime, let seconds = lifetime.number, !(0...TimeText.longestDuration).contains(seconds) else {
            return
        }
        throw refused(
            "'expires_in' of its response is \(JSONText.line(ordered: lifetime))",
            "expected seconds from 0 to \(Int(TimeText.longestDuration)), a century")
    }

    /// When the request was sent.
    private func began() throws(CommandError) -> Date {
        guard let text = entry["startedDateTime"]?.string, let began = RecordedTime.instant(text) else {
            throw refused(
                "'startedDateTime' is missing or no time", "expected a time such as 2026-01-01T00:00:00.000Z")
        }
        return began
    }

    /// The status of the response; `nil` if there was none.
    private var status: Int? {
        guard let code = entry["response"]?["status"]?.integer, (100...599).contains(code) else { return nil }
        return Int(code)
    }

    /// Reads the request as it was sent, with its secrets; `nil` for a path that is neither of the API nor a page.
    func seen(_ target: Target) throws(CommandError) -> SeenRequest? {
        guard target.method != .options, case .found = RouteMatch(target.method, RequestTarget(target.path).path) else {
            return nil
        }
        var request = HTTPRequest(
            method: target.method, scheme: "https", authority: target.authority, path: target.path,
            headerFields: Self.fields(entry["request"]?["headers"]))
        // Some tools write the type beside the body only.
        request.headerFields[.contentType] =
            request.headerFields[.contentType] ?? entry["request"]?["postData"]?["mimeType"]?.string
        let response = status.map {
            HTTPResponse(status: .init(code: $0), headerFields: Self.fields(entry["response"]?["headers"]))
        }
        let answer = try responseBody()
        var exchange = HTTPExchange(
            request: request, body: try requestBody(), response: response, responseBody: answer ?? Data())
        // Tools write -1 if they do not know a length.
        exchange.lacksBody =
            target.method == .post && exchange.body.isEmpty && entry["request"]?["bodySize"]?.integer != 0
        let duration = min(max(0, entry["time"]?.number ?? 0) / 1_000, TimeText.longestDuration)
        return SeenRequest(
            number: number, began: try began(), duration: duration, exchange: exchange,
            lacksAnswer: response != nil && answer == nil && entry["response"]?["content"]?["size"]?.integer != 0)
    }

    /// The longest response in bytes that is read; the service's responses have a few kilobytes.
    private static let longestBody = 16 << 20
    /// The longest body, address or header of a request in bytes that is read.
    private static let longestRequest = 1 << 20
    /// How many values a response has at most; a value in memory is many times larger than its text.
    private static let mostValues = 250_000

    private static let removal = "remove the entry from the archive"

    /// Returns the JSON of a response; `nil` if it is not JSON.
    private func json(_ body: Data) throws(CommandError) -> JSONValue? {
        guard body.count <= Self.longestBody else {
            throw refused("its response has more than \(Self.longestBody >> 20) MiB", Self.removal)
        }
        let result = body.withUnsafeBytes { octets in
            Result { () throws(MalformedJSON) in
                try JSONReader.read(
                    octets, .message, mostNested: JSONValue.mostNested, mostValues: Self.mostValues)
            }
        }
        do throws(MalformedJSON) {
            return try result.get()
        } catch {
            guard !error.isOfLimit else {
                throw refused("its response has more than \(Self.mostValues) values", Self.removal)
            }
            return nil
        }
    }

    private static func fields(_ headers: JSONValue?) -> HTTPFields {
        var fields = HTTPFields()
        for header in headers?.items ?? [] {
            // HTTPField.Name refuses the pseudo-header fields of HTTP/2.
            guard let name = header["name"]?.string.flatMap({ HTTPField.Name($0) }) else { continue }
            fields.append(HTTPField(name: name, value: header["value"]?.string ?? ""))
        }
        return fields
    }

    private func requestBody() throws(CommandError) -> Data {
        let data = entry["request"]?["postData"]
        if let text = data?["text"]?.string, !text.isEmpty { return try octets(text, data, "request.postData") }
        let fields = data?["params"]?.items.compactMap { field in
            field["name"]?.string.map { (name: $0, value: field["value"]?.string ?? "") }
        }
        return Data(FormCoding.encode(fields ?? []).utf8)
    }

    /// Returns the body of the response; `nil` if the file does not have it.
    private func responseBody() throws(CommandError) -> Data? {
        let content = entry["response"]?["content"]
        guard let text = content?["text"]?.string else { return nil }
        return try octets(text, content, "response.content")
    }

    private func octets(_ text: String, _ content: JSONValue?, _ place: String) throws(CommandError) -> Data {
        guard content?["encoding"]?.string == "base64" else { return Data(text.utf8) }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw refused("'\(place).text' is not Base64, as its 'encoding' says", "save the archive again")
        }
        return data
    }
}
