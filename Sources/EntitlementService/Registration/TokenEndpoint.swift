import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// `POST /o/client/token`: exchanges client credentials for an access token (RFC 6749, 4.4).
struct TokenEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        // Shipped clients send the parameters in the query. See Differences, S-101.
        guard let fields = FormCoding.decode(request.body), let query = FormCoding.decode(request.rawQuery) else {
            throw Refusal(registration: .invalidRequest, "The body or the query is not a valid form.")
        }
        // A parameter without a value counts as omitted, and an unknown one is ignored (RFC 6749, 3.2).
        let form = (fields + query).given
        if let name = form.repeatedName(among: ["grant_type", "client_id", "client_secret"]) {
            throw Refusal(registration: .invalidRequest, "The parameter '\(name.prefix(64))' occurs twice.")
        }
        // RFC 6749, 2.3 allows one authentication method. A bearer token, such as an old access token, is not a method.
        let isBasic = request.header(.authorization)?.lowercased().hasPrefix("basic ") ?? false
        guard !isBasic, !form.contains(where: { $0.name.hasPrefix("client_assertion") }) else {
            throw Refusal(
                registration: .invalidRequest,
                InputFate(
                    isBasic ? HTTPField.Name.authorization.rawName : "client_assertion", .form,
                    found: isBasic ? "that of the method Basic" : "that of a client assertion",
                    expected: "'client_id' and 'client_secret' in the form, as the only method"))
        }
        let token = TokenRequest(form: form)
        guard let grantType = token.grantType, let clientID = token.clientID, let secret = token.clientSecret else {
            let named = [
                ("client_id", token.clientID), ("client_secret", token.clientSecret), ("grant_type", token.grantType),
            ]
            throw Refusal(
                registration: .invalidRequest,
                "The request has no \(Naming.list(named.filter { $0.1 == nil }.map(\.0)))"
                    + (request.body.first == UInt8(ascii: "{") ? ": its body is JSON, and a form is expected." : "."))
        }
        guard grantType == TokenRequest.clientCredentials else {
            throw Refusal(
                registration: .unsupportedGrantType,
                InputFate(
                    "grant_type", .value, found: Naming.quoted(grantType),
                    expected: Naming.quoted(TokenRequest.clientCredentials)))
        }
        let (client, validity) = try approved(ClientID(clientID), secret: secret)
        let accessToken = try AccessTokens.issue(clientID: client.id, at: request.now, validity: validity)
        try noteEnd(AccessTokens.end(of: validity, from: request.now), of: client.id)
        var answer = try ServiceAnswer(
            TokenResponse(
                id: try simulation.identifiers.uuid(), accessToken: accessToken, createdAt: request.now,
                expiresIn: Int(validity)),
            status: 201, outcome: "issued", reason: "The client credentials are valid.",
            details: ["accessToken": accessToken])
        answer.client = client.id
        return answer
    }

    /// Keeps the end of the newest token, of which a list of what ends tells.
    private func noteEnd(_ end: Date, of id: ClientID) throws {
        try simulation.store.write { state in
            guard var client = try state.value(for: ServiceDocument.client(id)), client.tokenEnds != end else { return }
            client.tokenEnds = end
            try state.setValue(client, for: ServiceDocument.client(id))
        }
    }

    private func approved(_ id: ClientID, secret: String) throws -> (client: ClientRecord, validity: TimeInterval) {
        let found = try simulation.store.read { state in
            let client = try state.value(for: ServiceDocument.client(id))
            return (
                client: client,
                isRevoked: try client.map {
                    try state.value(for: ServiceDocument.revocation($0.statementID)) ?? false
                } ?? false,
                configuration: try context.configuration(in: state)
            )
        }
        guard let client = found.client, client.id == id else {
            throw Refusal(
                registration: .invalidClient,
                InputFate(
                    "client_id", .client, found: "\(Naming.quoted(id.rawValue)), which is not registered in this world",
                    expected: "a client of POST \(Endpoint.register.template)"))
        }
        guard client.secretDigest == RegistrationRules.digest(secret) else {
            throw Refusal(
                registration: .invalidClient,
                InputFate("client_secret", .value, found: "another one", expected: "that of the client '\(client.id)'"))
        }
        guard !found.isRevoked else {
            throw Refusal(
                registration: .unauthorizedClient,
                InputFate(
                    "client_id", .client,
                    found: "'\(client.id)', whose software statement for '\(client.software)' was revoked",
                    expected: "one of a statement that is not revoked"))
        }
        return (client, found.configuration.accessTokenTTL)
    }
}
