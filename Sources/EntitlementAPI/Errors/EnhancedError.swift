/// An error of REST API V2: the body of an error response, or the `error` of an item in an ordinary response.
///
/// Adobe Pass REST API V2, Enhanced error codes.
package struct EnhancedError: Codable, Hashable, Sendable {
    /// The action that an app can take on an error.
    package struct Action: WireWord {
        package let rawValue: String

        /// Creates an action from its value on the wire, which may be unknown.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No action.
        package static let none = Action(rawValue: "none")
        /// The configuration needs a correction.
        package static let configuration = Action(rawValue: "configuration")
        /// The app registers again or requests a new access token.
        package static let applicationRegistration = Action(rawValue: "application-registration")
        /// The user signs in.
        package static let authentication = Action(rawValue: "authentication")
        /// The app requests a new decision.
        package static let authorization = Action(rawValue: "authorization")
        /// The app sends the request again.
        package static let retry = Action(rawValue: "retry")
        /// The app sends the request again later.
        package static let retryAfter = Action(rawValue: "retry-after")
        /// The known actions.
        package static let allCases: [Action] = [
            .none, .configuration, .applicationRegistration, .authentication, .authorization, .retry, .retryAfter,
        ]
    }

    /// The action that an app can take.
    package var action: Action
    /// The status of the error, which may differ from the status of the response.
    package var status: Int
    /// The error's stable name; the known ones are in ``EnhancedErrorCode``.
    package var code: String
    /// The description of the error for people.
    package var message: String
    /// Further information for people; `nil` if the code says everything.
    package var details: String?
    /// The URL of the documentation of the errors.
    package var helpUrl: String
    /// The identifier of this occurrence of the error.
    package var trace: String

    /// Creates an error from a known code.
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
