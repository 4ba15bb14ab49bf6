import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Sends the requests of a recording to a world, with the tokens and codes of that world in place of the recorded ones.
struct RecordingReplay {
    /// The world's answer to a recorded request.
    enum Outcome {
        /// The response, with its body as JSON.
        case answered(HTTPResponse, JSONValue?)
        /// The request cannot be replayed, for this reason.
        case cannotFollow(String)
    }

    /// An access token of the world.
    struct Token {
        let value: String
        let client: TokenRequest
        /// The expiration of a token that the recorded client requested before the recording began; `nil` for other tokens.
        var ends: Date?
    }

    let world: World
    /// The bundle identifier of the app that registers.
    let app: String
    /// The world's client for each recorded client.
    var clients: [String: TokenRequest] = [:]
    var tokens: [String: Token] = [:]
    /// The world's code for each recorded code.
    var codes: [String: String] = [:]
    /// The headers with which the session of a code was created, by the world's codes.
    var sessions: [String: HTTPFields] = [:]
    /// The latest code of each device and service provider that the user has not used.
    var open: [String: String] = [:]
    /// The latest framework status of each device and service provider; not every request has it.
    var statuses: [String: String] = [:]
    /// The SAML requests of the world, by device and service provider.
    var requests: [String: String] = [:]

    /// Returns the answer of the world to a recorded request, at the recorded time.
    mutating func answer(to entry: Recording.Entry) async throws -> Outcome {
        if let reason = Self.reasonNotToReplay(entry) { return .cannotFollow(reason) }
        if let reason = earlierCause(of: entry) { return .cannotFollow(reason) }
        do {
            try world.simulation.clock.set(to: entry.began)
            if entry.route.endpoint == .register || entry.route.endpoint == .token {
                return try await register(entry)
            }
            let fields = try await authorized(entry)
            let key = Self.key(entry.route.serviceProvider, fields)
            if let status = fields[.frameworkStatus] { statuses[key] = status }
            if let reason = try await prepareUser(entry, fields) { return .cannotFollow(reason) }
            guard let body = try await body(of: entry, fields) else {
                return .cannotFollow("no SAML response can be made for this world")
            }
            let (response, answer) = try await send(
                entry.exchange.method, try path(of: entry), fields, body)
            learn(entry, fields, answer)
            return .answered(response, answer)
        } catch is TransportFailure {
            return .cannotFollow("a fault of the world suppresses the response")
        }
    }

    private static func reasonNotToReplay(_ entry: Recording.Entry) -> String? {
        let fields = entry.exchange.request.headerFields
        switch entry.route.endpoint {
        case _ where entry.status >= 500: return "the cause of a server's error is unknown"
        case _ where entry.status == 429: return "the service throttled the device"
        case .authenticate: return "a browser opened the page"
        case .resetTempPass, .resetTempPassOfPerson: return "the token of a reset is not the app's"
        case .partnerProfile where entry.status >= 400: return "the recorded SAML response is not kept"
        case let endpoint where endpoint.errors == .singleSignOn: return "service tokens are not kept"
        default: break
        }
        let names: [HTTPField.Name] = [.serviceToken, .subjectToken, .rokuToken]
        return names.contains { fields[$0] != nil } ? "the token that shares a profile is not kept" : nil
    }

    /// Returns why an answer depends on what happened before the recording; `nil` if it does not.
    private func earlierCause(of entry: Recording.Entry) -> String? {
        let errors = [entry.answer] + (entry.answer?["decisions"]?.items.map { $0["error"] } ?? [])
        let words = errors.compactMap { $0?["code"]?.string }
        if words.contains(where: { $0.hasPrefix("temporary_access_") }) { return "the trial began earlier" }
        let code = entry.route.code
        let isUnknown = words.contains {
            $0.hasPrefix("invalid_authentication_session") || $0 == "invalid_parameter_code"
        }
        return code.isEmpty || codes[code] != nil || isUnknown ? nil : "the session began earlier"
    }

    /// Sends a request to the world.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: Data
    ) async throws -> (HTTPResponse, JSONValue?) {
        let request = HTTPRequest(
            method: method, scheme: "https", authority: EntitlementWire.defaultAuthority, path: path,
            headerFields: fields)
        let (response, answer) = try world.respond(to: request, body: body)
        return (response, try? JSONValue(json: answer))
    }

    // MARK: - Requests

    private func path(of entry: Recording.Entry) throws -> String {
        let recorded = entry.exchange.request.path ?? "/"
        guard let code = codes[entry.route.code] else { return recorded }
        var parameters = entry.route.parameters
        parameters["code"] = code
        let query = RequestTarget(recorded).query
        return Route(entry.route.endpoint, parameters).path + (query.isEmpty ? "" : "?\(query)")
    }

    /// Returns the body of a request; `nil` if a SAML response cannot be made.
    private mutating func body(of entry: Recording.Entry, _ fields: HTTPFields) async throws -> Data? {
        guard entry.route.endpoint == .partnerProfile else { return entry.exchange.body }
        guard let request = try await samlRequest(entry.route.serviceProvider, fields),
            let response = try samlResponse(to: request, fields)
        else { return nil }
        return Data(FormCoding.encode([("SAMLResponse", response)]).utf8)
    }

    /// Keeps what later requests need of an answer.
    private mutating func learn(_ entry: Recording.Entry, _ fields: HTTPFields, _ answer: JSONValue?) {
        let key = Self.key(entry.route.serviceProvider, fields)
        if let code = answer?["code"]?.string, answer?["sessionId"] != nil {
            if let recorded = entry.answer?["code"]?.string { codes[recorded] = code }
            sessions[code] = sessions[code] ?? fields
            open[key] = code
        }
        if let request = answer?["authenticationRequest"]?["request"]?.string { requests[key] = request }
    }

    /// Returns the key of a device at a service provider.
    static func key(_ serviceProvider: some CustomStringConvertible, _ fields: HTTPFields) -> String {
        "\(serviceProvider)\n\(fields[.deviceIdentifier] ?? "")"
    }
}
