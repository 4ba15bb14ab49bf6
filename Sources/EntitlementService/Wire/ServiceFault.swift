package import TVSimCore
package import TVSimEntitlementAPI

extension FaultOperation {
    /// Creates the fault operation of a target.
    package init(_ target: FaultTarget) {
        self.init(rawValue: target.name)
    }
}

/// A fault of the service.
package enum ServiceFault: Sendable, Hashable {
    /// The service answers with a status.
    case status(Int)
    /// The service answers with an enhanced error.
    case enhanced(EnhancedErrorCode)
    /// The service answers with an error of client registration.
    case registration(RegistrationError.Code)
    /// The service does not answer in time.
    case timeout
    /// The service never answers. The connection stays open until the client gives up.
    case hang
    /// The service cannot be reached.
    case unreachable
    /// The connection ends before the answer is complete.
    case connectionClosed
    /// The service's certificate is not trusted.
    case untrusted
    /// The service answers with a success whose body is truncated.
    case malformed
    /// The service answers by a clock that is two hours ahead. Only the configuration tells the time.
    case wrongClock

    /// The faults that are neither a status nor an error code, by name.
    private static let named: [(name: String, fault: ServiceFault)] = [
        ("timeout", .timeout), ("hang", .hang), ("unreachable", .unreachable),
        ("connectionClosed", .connectionClosed), ("untrusted", .untrusted), ("malformed", .malformed),
        ("wrongClock", .wrongClock),
    ]

    /// Reads the error of a fault; `nil` if the operation does not support it.
    package init?(_ error: String, of target: FaultTarget) {
        if let status = Int(error), (400...599).contains(status) {
            self = .status(status)
        } else if let named = Self.named(of: target).first(where: { $0.name == error }) {
            self = named.fault
        } else if let code = Self.registrationErrors(of: target).first(where: { $0.rawValue == error }) {
            self = .registration(code)
        } else if let code = EnhancedErrorCode.named(error) {
            self = .enhanced(code)
        } else {
            return nil
        }
    }

    /// The names of the faults that an operation supports beside a status and an error code.
    package static func names(of target: FaultTarget) -> [String] { named(of: target).map(\.name) }

    /// The errors of client registration that an operation can answer with.
    package static func registrationErrors(of target: FaultTarget) -> [RegistrationError.Code] {
        let isRegistration = target.endpoints.contains {
            if case .registration = $0.errors { true } else { false }
        }
        return isRegistration ? RegistrationError.Code.allCases.filter { $0 != .serverError } : []
    }

    private static func named(of target: FaultTarget) -> [(name: String, fault: ServiceFault)] {
        named.filter { _, fault in
            switch fault {
            case .malformed: target.endpoints.contains { $0.successStatus != 204 }
            case .wrongClock: target == .configuration
            default: true
            }
        }
    }
}
