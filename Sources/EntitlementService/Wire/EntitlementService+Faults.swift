import Foundation
import TVSimEntitlementAPI

extension EntitlementService {
    /// The effect of a fault on a whole request.
    enum Strike {
        case whole(Outcome)
        case clock(ahead: TimeInterval)
    }

    /// Returns the effect of a fault on a whole request.
    static func strike(_ error: String, on endpoint: Endpoint) throws -> Strike {
        let reason = "A configured fault of \(endpoint.fault.name) applies: \(error)."
        switch ServiceFault(error, of: endpoint.fault) {
        case .status(let status):
            return .whole(.answer(try StatusFault.answer(status, of: endpoint, reason: reason)))
        case .enhanced(let code) where endpoint.isOpenedByBrowsers:
            return .whole(.answer(BrowserPage.refused(Refusal(code, reason))))
        case .enhanced(.invalidAccessTokenServiceProvider):
            let code = EnhancedErrorCode.invalidAccessTokenServiceProvider
            throw Refusal(code.answered(with: endpoint.wrongClientStatus), reason)
        case .enhanced(let code):
            throw Refusal(code, reason)
        case .registration(let code):
            throw Refusal(registration: code, reason)
        case .timeout:
            return .whole(.failure(TransportFailure(.timeout, "The service did not answer in time.")))
        case .hang:
            return .whole(.silence(TransportFailure(.timeout, "The service does not answer.")))
        case .unreachable:
            return .whole(.failure(TransportFailure(.unreachable, "The service cannot be reached.")))
        case .connectionClosed:
            return .whole(
                .silence(TransportFailure(.interrupted, "The connection was closed before the response was complete.")))
        case .untrusted:
            return .whole(
                .failure(TransportFailure(.untrusted, "The service's certificate is not trusted.")))
        case .wrongClock:
            return .clock(ahead: 7_200)
        case .malformed where endpoint.isOpenedByBrowsers:
            return .whole(.answer(BrowserPage.brokenOff(reason: reason)))
        case .malformed:
            var answer = ServiceAnswer(status: endpoint.successStatus, outcome: "fault", reason: reason)
            answer.body = Data("{\"".utf8)
            return .whole(.answer(answer))
        case nil:
            throw Refusal(.internalServerError, "The operation does not support the fault '\(error)'.")
        }
    }
}
