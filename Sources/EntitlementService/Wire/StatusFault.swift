import EntitlementAPI

/// What the service answers when it is told to fail with a status: what the real one would say with that status.
///
/// Apps get an enhanced error, registration its own words, browsers a page, and who is throttled the page of the server in
/// front of the service.
///
/// spec entitlement § 2.1, § 2.4, § 2.13.
enum StatusFault {
    /// Returns the answer, or what refuses the request.
    static func answer(_ status: Int, of endpoint: Endpoint, reason: String) throws -> ServiceAnswer {
        if status == 429 { return Throttling.answer(reason: reason) }
        if endpoint.isOpenedByBrowsers { return BrowserPage.refused(Refusal(code(of: status), reason)) }
        if endpoint == .register || endpoint == .token {
            throw Refusal(registration: registrationCode(of: status), reason, status: status)
        }
        throw Refusal(code(of: status), reason)
    }

    /// The code that has the status; most have none of their own.
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
