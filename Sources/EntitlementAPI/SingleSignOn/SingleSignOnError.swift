/// The body of an error response of the single sign-on service.
///
/// Adobe Single Sign-On Service, Error Response Structure.
package struct SingleSignOnError: Codable, Hashable, Sendable {
    /// The error inside the body.
    package struct Detail: Codable, Hashable, Sendable {
        /// The status of the response.
        package var status: Int
        /// The error's stable name; the known ones are in ``SingleSignOnErrorCode``.
        package var code: String
        /// The description of the error for people.
        package var message: String
        /// The action that an app can take.
        package var action: String
        /// The URL of the documentation of the errors.
        package var helpUrl: String
        /// The identifier of this occurrence of the error.
        package var trace: String
    }

    /// The name of the status, such as `BAD_REQUEST`.
    package var status: String
    /// The error.
    package var error: Detail

    /// Creates the body of an error.
    package init(_ code: SingleSignOnErrorCode, trace: String) {
        status = Self.name(of: code.status)
        error = Detail(
            status: code.status, code: code.name, message: code.message, action: code.action,
            helpUrl: EnhancedError.helpAddress, trace: trace)
    }

    /// Returns the name of an error status; one without its own name here has the name of its class.
    package static func name(of status: Int) -> String {
        switch status {
        case 401: "UNAUTHORIZED"
        case 403: "FORBIDDEN"
        case 404: "NOT_FOUND"
        case 405: "METHOD_NOT_ALLOWED"
        case 503: "SERVICE_UNAVAILABLE"
        case 500...: "INTERNAL_SERVER_ERROR"
        default: "BAD_REQUEST"
        }
    }
}
