package import Foundation
package import HTTPTypes

/// The decoded response of an endpoint.
package enum Reply<Success: Decodable & Sendable>: Sendable {
    /// The endpoint's successful response, with the HTTP status (200 or 201).
    case success(Success, status: Int)
    /// An enhanced error with the HTTP status, which may differ from the error's status.
    case refused(EnhancedError, status: Int)
    /// An error of client registration.
    case registrationRefused(RegistrationError, status: Int)
    /// An error status without a known error format, such as a 500 with an empty body.
    case failed(status: Int)
    /// A success status whose body is not in the endpoint's format.
    case malformed(status: Int)

    /// Decodes a response.
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

    /// The endpoint's successful response; `nil` for an error.
    package var success: Success? {
        if case .success(let success, _) = self { success } else { nil }
    }

    /// The enhanced error; `nil` for any other response.
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
