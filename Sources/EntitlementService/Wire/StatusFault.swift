import TVSimEntitlementAPI

/// Creates the response of a fault that fails a request with a status.
enum StatusFault {
    /// Returns the answer that the platform would give with the status: a page, or the error format of the endpoint.
    ///
    /// - Throws: ``Refusal`` for an answer with an error.
    static func answer(_ status: Int, of endpoint: Endpoint, reason: String) throws -> ServiceAnswer {
        // The server in front of the service answers every throttled request with the same page.
        if status == 429 { return Throttling.answer(reason: reason) }
        switch endpoint.errors {
        case .page: return BrowserPage.refused(Refusal(code(of: status), reason))
        case .registration: throw Refusal(registration: registrationCode(of: status), reason, status: status)
        case .enhanced, .singleSignOn: throw Refusal(code(of: status), reason)
        }
    }

    /// The code that has the status; most statuses have no code of their own.
    private static func code(of status: Int) -> EnhancedErrorCode {
        switch status {
        case 401: .invalidAccessTokenClientApplication
        case 500: .internalServerError
        default: .internalError(status: status, "The service failed with the status \(status).")
        }
    }

    private static func registrationCode(of status: Int) -> RegistrationError.Code {
        switch status {
        case 401: .invalidClient
        case 500...: .serverError
        default: .invalidRequest
        }
    }
}
