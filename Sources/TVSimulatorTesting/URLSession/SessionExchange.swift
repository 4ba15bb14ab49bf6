import Foundation
import HTTPTypes
import TVSimEntitlementAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the request of a session to a world, and follows redirects inside of the world.
///
/// Foundation on Linux cannot follow the redirect of a protocol. A redirect that leaves the world, such as one to the
/// app's own URL, is the answer.
struct SessionExchange {
    /// What the client receives.
    struct Answer {
        let response: HTTPURLResponse
        let body: Data
    }

    let transport: any EntitlementTransport
    let task: SessionTask

    /// As many redirects as Foundation follows.
    private static let mostRedirects = 20

    func answer(to first: URLRequest) async throws -> Answer {
        var request = first
        var body = task.body(of: first)
        for _ in 0...Self.mostRedirects {
            let (answer, location) = try await send(request, body)
            guard let location, let next = Self.redirected(request, by: answer.response.statusCode, to: location)
            else { return answer }
            if next.httpMethod != request.httpMethod { body = Data() }
            guard let followed = await task.follows(answer.response, to: next),
                followed.url?.host.map({ EntitlementWire.vendorHosts.contains($0.lowercased()) }) == true
            else { return answer }
            request = followed
        }
        throw TransportFailure(.malformed, "too many redirects")
    }

    private func send(_ request: URLRequest, _ body: Data) async throws -> (Answer, location: String?) {
        guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let method = HTTPRequest.Method(request.httpMethod ?? "GET")
        else { throw TransportFailure(.malformed, "the request is not an HTTP request") }
        let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
        var message = HTTPRequest(
            method: method, scheme: "https", authority: EntitlementWire.defaultAuthority,
            path: path + (components.percentEncodedQuery.map { "?" + $0 } ?? ""))
        for (name, value) in task.headers(of: request) where name != SessionApps.header {
            if let name = HTTPField.Name(name) { message.headerFields[name] = value }
        }
        if !body.isEmpty, message.headerFields[.contentType] == nil {
            // As Foundation does.
            message.headerFields[.contentType] = "application/x-www-form-urlencoded"
        }
        let (response, content) = try await transport.send(message, body: body)
        for cookie in response.headerFields[values: .setCookie] { task.keep(cookie: cookie, from: url) }
        var fields: [String: String] = [:]
        for field in response.headerFields {
            fields[field.name.rawName] = fields[field.name.rawName].map { "\($0), \(field.value)" } ?? field.value
        }
        guard
            let answer = HTTPURLResponse(
                url: url, statusCode: response.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
        else { throw TransportFailure(.malformed, "the response is not an HTTP response") }
        return (Answer(response: answer, body: content), response.headerFields[.location])
    }

    /// Returns the request that follows a redirect; `nil` if the response is not a redirect (RFC 9110, 15.4).
    private static func redirected(_ request: URLRequest, by status: Int, to location: String) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(status),
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL
        else { return nil }
        var next = request
        next.url = url
        if status < 307, next.httpMethod != "HEAD", next.httpMethod != "GET" {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.setValue(nil, forHTTPHeaderField: "Content-Type")
        }
        return next
    }
}
