package import Foundation
package import HTTPTypes

/// What the service answered, read by the words of one endpoint.
package enum Reply<Success: Decodable & Sendable>: Sendable {
    /// The endpoint's own answer, with the HTTP status (200 or 201).
    case success(Success, status: Int)
    /// An enhanced error, with the HTTP status, which may differ from the error's own.
    case refused(EnhancedError, status: Int)
    /// An error of client registration.
    case registrationRefused(RegistrationError, status: Int)
    /// A status with no words that belong to it, such as a 500 with an empty body.
    case failed(status: Int)
    /// A success whose body is not what the endpoint promises.
    case malformed(status: Int)

    /// Reads a response.
    package init(response: HTTPResponse, body: Data) {
        let status = response.status.code
        if response.status.kind == .successful {
            if let success = try? WireCoding.decode(Success.self, from: body) {
                self = .success(success, status: status)
            } else {
                self = .malformed(status: status)
            }
        } else if let error = try? WireCoding.decode(EnhancedError.self, from: body) {
            self = .refused(error, status: status)
        } else if let error = try? WireCoding.decode(RegistrationError.self, from: body) {
            self = .registrationRefused(error, status: status)
        } else {
            self = .failed(status: status)
        }
    }

    /// The endpoint's own answer, when there is one.
    package var success: Success? {
        if case .success(let success, _) = self { success } else { nil }
    }

    /// The enhanced error, when there is one.
    package var error: EnhancedError? {
        if case .refused(let error, _) = self { error } else { nil }
    }

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .success(_, let status), .refused(_, let status), .registrationRefused(_, let status),
            .failed(let status), .malformed(let status):
            status
        }
    }
}
