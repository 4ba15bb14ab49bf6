/// An error of the single sign-on service: its code, its status, its message and the action for the app.
///
/// Several errors have the same code and differ in their message.
///
/// Adobe Single Sign-On Service, Error Codes Catalog.
package struct SingleSignOnErrorCode: Hashable, Sendable {
    /// The code on the wire.
    package let name: String
    /// The status of the response.
    package let status: Int
    /// The description of the error for people.
    package let message: String
    /// The action that the app can take, in the service's own words.
    package let action: String

    private init(_ name: String, _ status: Int, _ message: String, _ action: String) {
        self.name = name
        self.status = status
        self.message = message
        self.action = action
    }

    /// Creates the error that stands for an error of REST API V2.
    ///
    /// The catalogue has its own errors for a rejected access token, a missing device identifier and a failure of the
    /// service. It has no error for other cases, such as an unknown service provider. They keep their code.
    package init(_ code: EnhancedErrorCode) {
        switch code {
        case .invalidHeaderDeviceIdentifier: self = .headerMissing
        case _ where code.status == 401: self = .unauthorized
        case _ where code.status == 500: self = .internalError
        default: self.init(code.name, code.status, code.message, code.action.rawValue)
        }
    }
}

// The table of errors, one for each row of the documentation. Rows of several requests with equal values are one error.
extension SingleSignOnErrorCode {
    package static let tokenInvalid = Self("token_invalid", 400, "The provided token is invalid", newToken)
    package static let tokenExpired = Self("token_expired", 401, "The token has expired", newToken)
    package static let headerMissing = Self("header_missing", 400, "A required header is missing", checkHeaders)
    package static let unauthorized = Self("unauthorized", 401, "Unauthorized access", none)
    package static let internalError = Self("internal_error", 500, "An internal error occurred", none)
    package static let requestNull = Self("request_null", 400, "Request object cannot be null", none)
    package static let identifierMissing = Self(
        "header_missing", 400, "Either x-sso-id or x-sso-link header is required for POST requests", checkHeaders)
    package static let deviceIdentifierMissing = Self(
        "header_missing", 400, "AP-Device-Identifier header is required for POST requests", checkHeaders)
    package static let serviceTokenMissingForRefresh = serviceTokenMissing(for: "GET", 400)
    package static let serviceTokenMissingForLink = serviceTokenMissing(for: "link", 401)
    package static let serviceTokenMissingForUnlink = serviceTokenMissing(for: "unlink", 401)
    package static let serviceTokenMissingForList = serviceTokenMissing(for: "list", 401)
    package static let signatureInvalid = Self(
        "header_invalid", 401, "Invalid JWT signature in AD-Service-Token", newToken)
    package static let signatureUnreadable = Self("header_invalid", 401, "Error validating JWT signature", newToken)
    package static let subjectMissing = Self(
        "header_invalid", 401, "JWT subject (sub) is missing or empty in AD-Service-Token", newToken)
    package static let subjectUnreadable = Self("header_invalid", 401, "Error extracting JWT subject", newToken)
    package static let devicesMissing = Self(
        "request_invalid", 400, "Devices list cannot be null or empty", "check_request_body")

    /// Every error, in the order of the documentation.
    package static let all: [SingleSignOnErrorCode] = [
        .tokenInvalid, .tokenExpired, .headerMissing, .unauthorized, .internalError, .requestNull, .identifierMissing,
        .deviceIdentifierMissing, .serviceTokenMissingForRefresh, .serviceTokenMissingForLink,
        .serviceTokenMissingForUnlink, .serviceTokenMissingForList, .signatureInvalid, .signatureUnreadable,
        .subjectMissing, .subjectUnreadable, .devicesMissing,
    ]

    private static let none = "none"
    private static let newToken = "get_new_token"
    private static let checkHeaders = "check_headers"

    private static func serviceTokenMissing(for request: String, _ status: Int) -> SingleSignOnErrorCode {
        Self("header_missing", status, "AD-Service-Token header is required for \(request) requests", checkHeaders)
    }
}
