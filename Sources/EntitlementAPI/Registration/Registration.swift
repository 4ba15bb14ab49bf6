package import Foundation

/// A registration request (RFC 7591, 3.1).
package struct RegistrationRequest: Codable, Hashable, Sendable {
    /// The software statement, a JWT that the TVE Dashboard signed.
    package var softwareStatement: String
    /// The app's redirect address.
    package var redirectURI: String?

    /// Creates a request.
    package init(softwareStatement: String, redirectURI: String? = nil) {
        self.softwareStatement = softwareStatement
        self.redirectURI = redirectURI
    }

    private enum CodingKeys: String, CodingKey {
        case softwareStatement = "software_statement"
        case redirectURI = "redirect_uri"
    }
}

/// The client credentials of a registered app (RFC 7591, 3.2.1); they do not expire.
package struct RegistrationResponse: Codable, Hashable, Sendable {
    /// The client identifier.
    package var clientID: String
    /// The client secret.
    package var clientSecret: String
    /// The time of issue in seconds since 1970.
    package var clientIDIssuedAt: Int64
    /// The app's redirect addresses.
    package var redirectURIs: [String]
    /// The grant types of access tokens.
    package var grantTypes: [String]
    /// The scopes of access tokens.
    package var scopes: [String]

    /// Creates the client credentials of a REST API V2 client.
    package init(clientID: String, clientSecret: String, issuedAt: Date, redirectURIs: [String]) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        clientIDIssuedAt = Int64(issuedAt.timeIntervalSince1970.rounded(.down))
        self.redirectURIs = redirectURIs
        grantTypes = [TokenRequest.clientCredentials]
        scopes = ["api:client:v2"]
    }

    private enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case clientIDIssuedAt = "client_id_issued_at"
        case redirectURIs = "redirect_uris"
        case grantTypes = "grant_types"
        case scopes
    }
}

extension EntitlementCall where Answer == RegistrationResponse {
    /// Registers an app.
    package static func register(_ request: RegistrationRequest, headers: RequestHeaders) -> EntitlementCall {
        // The request contains only texts, so encoding cannot fail.
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(Endpoint.register.route(), headers: headers, body: .json(body))
    }
}
