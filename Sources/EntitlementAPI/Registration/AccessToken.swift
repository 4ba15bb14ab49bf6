package import Foundation
import TVSimStructuredText

/// A request for an access token.
package struct TokenRequest: FormRequest {
    /// The only grant type of the service.
    package static let clientCredentials = "client_credentials"

    /// The client identifier.
    package var clientID: String?
    /// The client secret.
    package var clientSecret: String?
    /// The grant type.
    package var grantType: String?

    package static let fields = [
        FormKey<TokenRequest>("client_id", \.clientID, isRequired: true),
        FormKey("client_secret", \.clientSecret, isRequired: true),
        FormKey("grant_type", \.grantType, isRequired: true, ["const": .string(clientCredentials)]),
    ]

    package init() {}

    /// Creates a request.
    package init(clientID: String, clientSecret: String) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        grantType = Self.clientCredentials
    }
}

/// An access token and its lifetime.
package struct TokenResponse: Codable, Hashable, Sendable {
    /// The token's identifier.
    package var id: String
    /// The token; its content is opaque to apps.
    package var accessToken: String
    /// The time of issue.
    package var createdAt: Milliseconds
    /// The lifetime in seconds.
    package var expiresIn: Int
    /// The token type, `bearer`.
    package var tokenType: String

    /// Creates a response.
    package init(id: String, accessToken: String, createdAt: Date, expiresIn: Int) {
        self.id = id
        self.accessToken = accessToken
        self.createdAt = Milliseconds(createdAt)
        self.expiresIn = expiresIn
        tokenType = "bearer"
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case accessToken = "access_token"
        case createdAt = "created_at"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
    }
}

extension EntitlementCall where Answer == TokenResponse {
    /// Requests an access token.
    package static func token(_ request: TokenRequest, headers: RequestHeaders) -> EntitlementCall {
        EntitlementCall(Endpoint.token.route(), headers: headers, body: .form(request.form))
    }
}
