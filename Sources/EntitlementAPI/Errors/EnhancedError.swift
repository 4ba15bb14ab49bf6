/// An error of REST API V2: the body of an error response, or the `error` of an item in an ordinary response.
///
/// Adobe Pass REST API V2, Enhanced error codes.
package struct EnhancedError: Codable, Hashable, Sendable {
    /// What the app can do about an error.
    package struct Action: WireWord {
        package let rawValue: String

        /// Creates an action from its word, which may be unknown.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing.
        package static let none = Action(rawValue: "none")
        /// Have the configuration corrected.
        package static let configuration = Action(rawValue: "configuration")
        /// Register the app again, or request a new access token.
        package static let applicationRegistration = Action(rawValue: "application-registration")
        /// Let the person sign in.
        package static let authentication = Action(rawValue: "authentication")
        /// Request a new decision.
        package static let authorization = Action(rawValue: "authorization")
        /// Send the request again.
        package static let retry = Action(rawValue: "retry")
        /// Send the request again later.
        package static let retryAfter = Action(rawValue: "retry-after")
        /// The known actions.
        package static let allCases: [Action] = [
            .none, .configuration, .applicationRegistration, .authentication, .authorization, .retry, .retryAfter,
        ]
    }

    /// What the app can do.
    package var action: Action
    /// The status of the error, which may differ from the status of the response.
    package var status: Int
    /// The error's stable name; the known ones are in ``EnhancedErrorCode``.
    package var code: String
    /// What happened, for people.
    package var message: String
    /// What else is known, for people.
    package var details: String?
    /// Where the errors are explained.
    package var helpUrl: String
    /// Identifies this one refusal.
    package var trace: String

    /// Creates the error of a known code.
    package init(_ code: EnhancedErrorCode, details: String? = nil, trace: String) {
        action = code.action
        status = code.status
        self.code = code.name
        message = code.message
        self.details = details
        helpUrl = Self.helpAddress
        self.trace = trace
    }

    /// Creates an error that did not come from the service, without details, help page and trace.
    package init(action: Action, status: Int, code: String, message: String) {
        self.action = action
        self.status = status
        self.code = code
        self.message = message
        helpUrl = ""
        trace = ""
    }

    /// Returns whether the error has a code.
    package func `is`(_ code: EnhancedErrorCode) -> Bool {
        self.code == code.name
    }

    /// The page of the public documentation that explains the codes.
    package static let helpAddress =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/"
        + "enhanced-error-codes.html"
}
