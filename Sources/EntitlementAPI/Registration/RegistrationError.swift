/// An error of client registration or an access token: `{"error": …}` (RFC 6749, 5.2; RFC 7591, 3.2.2).
package struct RegistrationError: Codable, Hashable, Sendable {
    /// An error code of the standards.
    package struct Code: WireWord {
        /// The value on the wire.
        package let rawValue: String

        /// Creates a code from its value on the wire, which may be unknown.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A parameter is missing or malformed.
        package static let invalidRequest = Code(rawValue: "invalid_request")
        /// The redirect address is invalid.
        package static let invalidRedirectURI = Code(rawValue: "invalid_redirect_uri")
        /// The dashboard did not sign the software statement.
        package static let invalidSoftwareStatement = Code(rawValue: "invalid_software_statement")
        /// The software statement has been revoked.
        package static let unapprovedSoftwareStatement = Code(rawValue: "unapproved_software_statement")
        /// The client is unknown, or its secret is wrong.
        package static let invalidClient = Code(rawValue: "invalid_client")
        /// The client may not request tokens.
        package static let unauthorizedClient = Code(rawValue: "unauthorized_client")
        /// The grant type is not `client_credentials`.
        package static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
        /// The service failed (RFC 6749, 4.1.2.1).
        package static let serverError = Code(rawValue: "server_error")
        /// The known codes.
        package static let allCases: [Code] = [
            .invalidRequest, .invalidRedirectURI, .invalidSoftwareStatement, .unapprovedSoftwareStatement,
            .invalidClient, .unauthorizedClient, .unsupportedGrantType, .serverError,
        ]
    }

    /// The error code.
    package var error: Code

    /// Creates an error.
    package init(_ error: Code) {
        self.error = error
    }
}
