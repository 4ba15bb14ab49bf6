package import EntitlementAPI

/// Why the entitlement service gave no answer that the app could use.
package enum ClientFailure: Error, Sendable, Equatable {
    /// The request got no response.
    case noResponse(TransportFailure)
    /// The service does not register the app.
    case notRegistered(String)
    /// The service gives the app no access token.
    case noAccessToken(String)
    /// The service refused or failed, and said why, with the HTTP status that came with it.
    case refused(EnhancedError, status: Int)
    /// The service answered with an error status and no words.
    case serverError(status: Int)
    /// The service's answer could not be understood.
    case malformed
    /// There is no service: no simulation is current, and the addresses lead to none.
    case noService

    /// Whether the service was asked, and answered.
    var isAnswered: Bool {
        switch self {
        case .noResponse, .noService: false
        case .notRegistered, .noAccessToken, .refused, .serverError, .malformed: true
        }
    }

    /// What happened, as one sentence without secrets.
    package var explanation: String {
        switch self {
        case .noResponse(let failure): failure.description
        case .notRegistered(let code): "The app is not registered at the service: \(code)."
        case .noAccessToken(let code): "The service gave no access token: \(code)."
        case .refused(let error, _): "\(error.code): \(error.message)"
        case .serverError(let status): "The service answered with HTTP status \(status)."
        case .malformed: "The service's answer could not be understood."
        case .noService: "No entitlement service was found."
        }
    }
}
