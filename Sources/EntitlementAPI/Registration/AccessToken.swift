package import Foundation
import StructuredText

/// What an app sends for an access token.
package struct TokenRequest: FormRequest {
    /// The only grant type of the service.
    package static let clientCredentials = "client_credentials"

    /// Which client asks.
    package var clientID: String?
    /// The client's secret.
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

/// An access token, with its lifetime.
package struct TokenResponse: Codable, Hashable, Sendable {
    /// Identifies the token.
    package var id: String
    /// The token, opaque to the app.
    package var accessToken: String
    /// When it was issued: milliseconds since 1970.
    package var createdAt: Milliseconds
    /// How long it is valid: seconds.
    package var expiresIn: Int
    /// `bearer`.
    package var tokenType: String

    /// Creates the answer.
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
    /// Asks for an access token.
    package static func token(_ request: TokenRequest, headers: RequestHeaders) -> EntitlementCall {
        EntitlementCall(Endpoint.token.route(), headers: headers, body: .form(request.form))
    }
}

extension [FormField] {
    /// Returns the value of the first field with a name; `nil` without such a field.
    package func value(_ name: String) -> String? {
        first { $0.name == name }?.value
    }

    /// The first name that occurs twice; `nil` if each occurs once.
    package var repeatedName: String? {
        var seen: Set<[UInt8]> = []
        return first { !seen.insert([UInt8]($0.name.utf8)).inserted }?.name
    }
}
