package import EntitlementAPI
package import SimulationCore

extension FaultOperation {
    /// An app registers.
    package static let serviceRegister = FaultOperation(rawValue: "service.register")
    /// An app asks for an access token.
    package static let serviceToken = FaultOperation(rawValue: "service.token")
    /// An app asks for the configuration.
    package static let serviceConfiguration = FaultOperation(rawValue: "service.configuration")
    /// An app begins a regular sign-in.
    package static let serviceSessions = FaultOperation(rawValue: "service.sessions")
    /// An app begins a partner sign-in.
    package static let serviceSessionsSSO = FaultOperation(rawValue: "service.sessionsSSO")
    /// A browser opens a sign-in page.
    package static let serviceAuthenticate = FaultOperation(rawValue: "service.authenticate")
    /// An app asks for profiles.
    package static let serviceProfiles = FaultOperation(rawValue: "service.profiles")
    /// An app turns a SAML response into a profile.
    package static let serviceProfilesSSO = FaultOperation(rawValue: "service.profilesSSO")
    /// An app asks for decisions.
    package static let serviceAuthorize = FaultOperation(rawValue: "service.authorize")
    /// An app asks for decisions beforehand.
    package static let servicePreauthorize = FaultOperation(rawValue: "service.preauthorize")
    /// An app logs out.
    package static let serviceLogout = FaultOperation(rawValue: "service.logout")
    /// A temporary pass is reset.
    package static let serviceResetTempPass = FaultOperation(rawValue: "service.resetTempPass")
}

/// How an operation of the service can fail on request.
package enum ServiceFault: Sendable, Hashable {
    /// What the service says with a status.
    case status(Int)
    /// An enhanced error.
    case enhanced(EnhancedErrorCode)
    /// An error of client registration.
    case registration(RegistrationError.Code)
    /// No answer in time.
    case timeout
    /// No answer at all: the connection stays as it is until the client gives up.
    case hang
    /// No connection.
    case unreachable
    /// A connection that ends within an answer.
    case connectionClosed
    /// A certificate that is not to be trusted.
    case untrusted
    /// A success whose body is broken off.
    case malformed
    /// A success by a clock that is two hours ahead: for the configuration, which tells the time.
    case wrongClock

    /// Reads the error of a fault; `nil` when the operation does not take it.
    package init?(_ error: String, of operation: FaultOperation) {
        switch error {
        case "timeout": self = .timeout
        case "hang": self = .hang
        case "unreachable": self = .unreachable
        case "connectionClosed": self = .connectionClosed
        case "untrusted": self = .untrusted
        case "malformed" where Self.hasBody(operation): self = .malformed
        case "wrongClock" where operation == .serviceConfiguration: self = .wrongClock
        default:
            if let status = Int(error), (400...599).contains(status) {
                self = .status(status)
            } else if Self.isRegistration(operation),
                let code = Self.registrationCodes.first(where: { $0.rawValue == error })
            {
                self = .registration(code)
            } else if let code = EnhancedErrorCode.named(error) {
                self = .enhanced(code)
            } else {
                return nil
            }
        }
    }

    /// The names of the registration errors, which the endpoints of registration answer with besides.
    package static func registrationErrors(of operation: FaultOperation) -> [String] {
        isRegistration(operation) ? registrationCodes.map(\.rawValue) : []
    }

    private static let registrationCodes: [RegistrationError.Code] = [
        .invalidRequest, .invalidRedirectURI, .invalidSoftwareStatement, .unapprovedSoftwareStatement, .invalidClient,
        .unauthorizedClient, .unsupportedGrantType,
    ]

    /// Whether a success has a body, which can be broken off.
    private static func hasBody(_ operation: FaultOperation) -> Bool { operation != .serviceResetTempPass }

    private static func isRegistration(_ operation: FaultOperation) -> Bool {
        operation == .serviceRegister || operation == .serviceToken
    }
}
