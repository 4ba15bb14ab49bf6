package import Foundation

/// What an app sends to register: its software statement, and where it may be sent back to.
package struct RegistrationRequest: Codable, Hashable, Sendable {
    /// The statement, a JWT that the vendor's dashboard has signed.
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

/// The credentials that a registered app gets, for good.
package struct RegistrationResponse: Codable, Hashable, Sendable {
    /// Who the app is.
    package var clientID: String
    /// What proves it.
    package var clientSecret: String
    /// When they were issued: seconds since 1970.
    package var clientIDIssuedAt: Int64
    /// Where the app may be sent back to.
    package var redirectURIs: [String]
    /// How it may ask for access tokens.
    package var grantTypes: [String]
    /// What the access tokens are for.
    package var scopes: [String]

    /// Creates the credentials of a client of REST API V2.
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
        // The request holds texts only, which always encode.
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(Endpoint.register.route(), headers: headers, body: .json(body))
    }
}
