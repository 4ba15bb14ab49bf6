package import TVSimEntitlementAPI

/// Why a request to the entitlement service gave no usable answer.
package enum ClientFailure: Error, Sendable, Equatable {
    /// The request got no response.
    case noResponse(TransportFailure)
    /// The service does not register the app.
    case notRegistered(String)
    /// The service gives the app no access token.
    case noAccessToken(String)
    /// The service refused or failed with an error body; `status` is the HTTP status.
    case refused(EnhancedError, status: Int)
    /// The service answered with an error status and no error body.
    case serverError(status: Int)
    /// The service's answer could not be decoded.
    case malformed
    /// No service was found: no simulation is current, and the addresses lead to none.
    case noService

    /// Whether the service answered.
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
        case .malformed: "The service's response could not be read."
        case .noService: "No entitlement service was found."
        }
    }
}
