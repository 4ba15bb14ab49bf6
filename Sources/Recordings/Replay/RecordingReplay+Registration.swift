import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension RecordingReplay {
    /// Replays a registration or the request of an access token.
    mutating func register(_ entry: Recording.Entry) async throws -> Outcome {
        let isRegistration = entry.route.endpoint == .register
        var body = entry.exchange.body
        var path = entry.exchange.request.path ?? "/"
        if isRegistration, entry.status < 400 {
            body = try statement(replacingThatOf: body)
        } else if !isRegistration, entry.status < 400 {
            // Parameters can be in the query too.
            guard let client = entry.field("client_id") ?? Self.query(path).value("client_id") else {
                return .cannotFollow("the request has no client_id")
            }
            let fields = try await self.client(client).form
            body = Data(FormCoding.encode(fields.map { ($0.name, $0.value) }).utf8)
            path = entry.route.path
        }
        let (response, answer) = try await send(.post, path, entry.exchange.request.headerFields, body)
        learn(entry, answer, body)
        return .answered(response, answer)
    }

    private static func query(_ path: String) -> [FormField] {
        FormCoding.decode(String(RequestTarget(path).query)) ?? []
    }

    /// Returns the body of a registration with a statement of the world; the rest of it stays.
    private func statement(replacingThatOf body: Data) throws -> Data {
        var members = (try? JSONValue(json: body))?.members ?? [:]
        members["software_statement"] = .string(try world.softwareStatement(for: app))
        return try WireCoding.encode(JSONValue.object(members))
    }

    private mutating func learn(_ entry: Recording.Entry, _ answer: JSONValue?, _ body: Data) {
        if let recorded = entry.answer?["client_id"]?.string, let id = answer?["client_id"]?.string {
            clients[recorded] = TokenRequest(clientID: id, clientSecret: answer?["client_secret"]?.string ?? "")
        }
        if let recorded = entry.answer?["access_token"]?.string, let value = answer?["access_token"]?.string {
            let form = FormCoding.decode(body) ?? []
            tokens[recorded] = Token(
                value: value,
                client: TokenRequest(
                    clientID: form.value("client_id") ?? "", clientSecret: form.value("client_secret") ?? ""))
        }
    }

    /// Returns the world's client for a recorded one; a client from before the recording registers now.
    private mutating func client(_ recorded: String) async throws -> TokenRequest {
        if let client = clients[recorded] { return client }
        let body = try WireCoding.encode(
            RegistrationRequest(softwareStatement: try world.softwareStatement(for: app)))
        let (_, answer) = try await send(.post, Endpoint.register.route().path, [:], body)
        let client = TokenRequest(
            clientID: answer?["client_id"]?.string ?? "", clientSecret: answer?["client_secret"]?.string ?? "")
        clients[recorded] = client
        return client
    }

    /// Returns the headers of a request with an access token of the world.
    ///
    /// A recorded token that the service refused is not replaced unless the recording has its request.
    mutating func authorized(_ entry: Recording.Entry) async throws -> HTTPFields {
        var fields = entry.exchange.request.headerFields
        guard let value = fields[.authorization] else { return fields }
        let recorded = BearerToken(headerValue: value)?.token ?? value
        if tokens[recorded] == nil, entry.status == 401 { return fields }
        let now = try world.simulation.clock.now()
        var token = tokens[recorded]
        if token == nil || token?.ends.map({ $0 <= now }) == true {
            let client: TokenRequest
            if let known = token?.client { client = known } else { client = try await self.client(recorded) }
            let body = Data(FormCoding.encode(client.form.map { ($0.name, $0.value) }).utf8)
            let (_, answer) = try await send(.post, Endpoint.token.route().path, [:], body)
            let lifetime = Double(answer?["expires_in"]?.integer ?? 0)
            token = Token(
                value: answer?["access_token"]?.string ?? "", client: client, ends: now.addingTimeInterval(lifetime))
        }
        tokens[recorded] = token
        fields[.authorization] = token.map { BearerToken($0.value).headerValue }
        return fields
    }
}
