import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The service as a client of an MVPD's authorization server: the requests that no browser carries.
struct TokenClient {
    let context: ServiceContext
    let mvpd: MVPDID
    let server: OAuth2Trust
    /// The address at which the browser or the app has reached the service.
    let served: ServedAddress
    /// The client for which the service asks; `nil` if it is not known.
    let client: ClientID?

    /// Why a request gave nothing.
    struct Failure: Error {
        let outcome: BackChannelDecision.Outcome
        /// Why, as one sentence.
        let reason: String
        /// The error code of the server; `nil` if it sent none.
        var code: String?

        /// Whether the MVPD has ended the session.
        var endsSession: Bool { outcome == .refused && code == "invalid_grant" }
        /// Whether a later request may succeed.
        var isOfNetwork: Bool { outcome == .timeout || outcome == .unreachable }
    }

    /// Redeems an authorization code (RFC 6749, 4.1.3).
    ///
    /// - Throws: ``Failure`` if the service gets no tokens; `StateError` if the simulator fails.
    func tokens(code: String, redirectURI: String, verifier: String?) throws -> MVPDTokens {
        let fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", verifier),
        ]
        return try recording(.tokens) { try tokens(fields) }
    }

    /// Asks for a new access token (RFC 6749, 6).
    ///
    /// - Throws: ``Failure`` if the service gets no token; `StateError` if the simulator fails.
    func refresh(_ token: String) throws -> MVPDTokens {
        try recording(.refresh) { try tokens([("grant_type", "refresh_token"), ("refresh_token", token)]) }
    }

    /// Asks who the user of an access token is.
    ///
    /// - Throws: ``Failure`` if the service gets no answer; `StateError` if the simulator fails.
    func userInfo(at address: String, accessToken: String) throws -> Members {
        try recording(.userInfo) {
            let answer = try send(.get, to: address, authorization: "Bearer " + accessToken, body: Data())
            guard answer.status == 200 else {
                throw Failure(
                    outcome: .refused,
                    reason: "the user info endpoint answers with status \(answer.status)\(answer.explanation)",
                    code: answer.status == 401 ? "invalid_token" : nil)
            }
            guard case .object(let members)? = answer.json else {
                throw Failure(
                    outcome: .malformed, reason: "the answer about the user is not a JSON object, but \(answer.kind)")
            }
            return members
        }
    }

    private func tokens(_ fields: [(String, String?)]) throws -> MVPDTokens {
        var fields = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        let header = server.authentication == .basic ? server.clientSecret.map(basic) : nil
        if header == nil { fields.append(("client_id", server.clientID)) }
        if header == nil, let secret = server.clientSecret { fields.append(("client_secret", secret)) }
        let answer = try send(
            .post, to: server.tokenEndpoint, authorization: header,
            body: Data(FormCoding.encode(fields).utf8))
        guard answer.status == 200 else {
            throw Failure(
                outcome: .refused,
                reason: answer.error.map { "the token endpoint answers \($0)" }
                    ?? "the token endpoint answers with status \(answer.status)\(answer.explanation)",
                code: answer.members["error"]?.string)
        }
        guard case .object(let members)? = answer.json else {
            throw Failure(
                outcome: .malformed, reason: "the answer with the tokens is not a JSON object, but \(answer.kind)")
        }
        // Some servers send an error with status 200, which RFC 6749, 5.2 forbids.
        if let error = answer.error, members["access_token"]?.string ?? "" == "" {
            throw Failure(
                outcome: .malformed, reason: "the token endpoint answers \(error), with status 200 instead of 400")
        }
        return try MVPDTokens(members)
    }

    /// Returns the credentials of the service, which are encoded as values of a form first (RFC 6749, 2.3.1).
    private func basic(_ secret: String) -> String {
        func encoded(_ text: String) -> String { String(FormCoding.encode([("", text)]).dropFirst()) }
        return "Basic " + Data("\(encoded(server.clientID)):\(encoded(secret))".utf8).base64EncodedString()
    }

    // MARK: - The channel

    private struct Answer {
        let status: Int
        let json: JSONValue?
        let content: Data
        /// The header `Content-Type`; `nil` if it is missing.
        let type: String?
        /// The header `Location`; `nil` if it is missing.
        let location: String?

        /// The members of an object; empty for another content.
        var members: Members { if case .object(let members)? = json { members } else { [:] } }

        /// The error and its description (RFC 6749, 5.2), as a part of a sentence; `nil` without an error.
        var error: String? {
            guard let code = members["error"]?.string else { return nil }
            // The sentence goes on after it.
            let text = members["error_description"]?.string.map { $0.hasSuffix(".") ? $0.dropLast() : $0[...] }
            let said = text.map { ": \($0.prefix(256))" } ?? ""
            return "'\(code.prefix(64))'\(said)"
        }

        /// What an unexpected status comes with, as the end of a sentence.
        var explanation: String {
            if let error { return ", \(error)" }
            if let location { return " and leads to '\(location.prefix(256))', which the service does not follow" }
            return type.map { " and \($0.prefix(64)) without 'error'" } ?? ""
        }

        /// The kind of a content other than a JSON object; none of it is repeated, as it may have tokens.
        var kind: String {
            let media = type.map { "Content-Type '\($0.prefix(64))'" } ?? "no Content-Type"
            if content.isEmpty { return "empty (\(media))" }
            switch json {
            case .array: return "a JSON list (\(media))"
            case .object, .none:
                let isForm = FormCoding.decode(content)?.value("access_token") != nil
                return isForm ? "a form (\(media))" : "text that is not JSON (\(media))"
            case .null, .bool, .integer, .number, .string: return "another JSON value (\(media))"
            }
        }
    }

    private func send(
        _ method: HTTPRequest.Method, to address: String, authorization: String?, body: Data
    ) throws -> Answer {
        guard let url = URLComponents(string: address), let scheme = url.scheme, let host = url.percentEncodedHost
        else {
            throw Failure(outcome: .unreachable, reason: "the address '\(address.prefix(256))' is invalid")
        }
        let path = url.percentEncodedPath.isEmpty ? "/" : url.percentEncodedPath
        var request = HTTPRequest(
            method: method, scheme: scheme.lowercased(), authority: host + (url.port.map { ":\($0)" } ?? ""),
            path: path + (url.percentEncodedQuery.map { "?" + $0 } ?? ""))
        request.headerFields[.accept] = "application/json"
        request.headerFields[.authorization] = authorization
        if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        do {
            let (response, content) = try context.backChannel.send(request, body: body, at: served)
            return Answer(
                status: response.status.code, json: try? JSONValue(json: content), content: content,
                type: response.headerFields[.contentType], location: response.headerFields[.location])
        } catch let failure as TransportFailure {
            throw Failure(
                outcome: failure.code == .timeout ? .timeout : .unreachable, reason: Self.words(of: failure))
        }
    }

    private static func words(of failure: TransportFailure) -> String {
        failure.description.hasSuffix(".") ? String(failure.description.dropLast()) : failure.description
    }

    /// Records what came of a request.
    private func recording<Result>(
        _ asked: BackChannelDecision.Asked, _ request: () throws -> Result
    ) throws -> Result {
        do {
            let result = try request()
            record(asked, .answered, "'\(mvpd)' gave what the service asked for")
            return result
        } catch let failure as Failure {
            record(asked, failure.outcome, failure.reason)
            throw failure
        }
    }

    private func record(
        _ asked: BackChannelDecision.Asked, _ outcome: BackChannelDecision.Outcome, _ reason: String
    ) {
        // The browser gets its answer even if the journal cannot be written.
        try? context.simulation.journal.record(
            BackChannelDecision(
                mvpd: JournalText(mvpd.rawValue), asked: asked, outcome: outcome, explanation: JournalText(reason),
                client: client?.rawValue))
    }
}

/// An answer with tokens (RFC 6749, 5.1).
struct MVPDTokens {
    let accessToken: String
    /// The lifetime of the access token in seconds; `nil` if the MVPD did not say.
    let expiresIn: TimeInterval?
    let refreshToken: String?
    /// The lifetime of the refresh token in seconds; `nil` if the MVPD did not say.
    let refreshExpiresIn: TimeInterval?
    /// All members, which may also say who the user is.
    let members: Members

    /// Reads an answer.
    ///
    /// - Throws: `TokenClient.Failure` without an access token, or with one that is not a bearer token.
    init(_ members: Members) throws {
        guard let token = members["access_token"]?.string, !token.isEmpty else {
            let names = members.keys.sorted().prefix(12).map { "'\($0.prefix(64))'" }.joined(separator: ", ")
            let found =
                switch members["access_token"] {
                case nil: "it has \(names.isEmpty ? "no member" : names)"
                case .string: "'access_token' is empty"
                default: "'access_token' is not a text"
                }
            throw TokenClient.Failure(outcome: .malformed, reason: "the answer has no access token: \(found)")
        }
        guard let named = members["token_type"] else {
            throw TokenClient.Failure(outcome: .malformed, reason: "the answer has no token type: expected 'Bearer'")
        }
        guard let type = named.string, type.lowercased() == "bearer" else {
            let found =
                named.string.map { "the token type '\($0.prefix(64))'" } ?? "the token type, which is not a text,"
            throw TokenClient.Failure(outcome: .malformed, reason: "\(found) is not 'Bearer'")
        }
        accessToken = token
        expiresIn = Self.seconds(members["expires_in"])
        refreshToken = members["refresh_token"]?.string
        refreshExpiresIn = Self.seconds(members["refresh_token_expires_in"])
        self.members = members
    }

    /// Reads a lifetime; some servers write a text.
    ///
    /// What is not a finite number of zero or more seconds counts as not said. A longer lifetime than a century is one.
    private static func seconds(_ value: JSONValue?) -> TimeInterval? {
        let seconds: TimeInterval? =
            switch value {
            case .integer(let seconds): TimeInterval(seconds)
            case .number(let seconds): seconds
            case .string(let text): TimeInterval(text)
            default: nil
            }
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        return min(seconds, TimeText.longestDuration)
    }
}
