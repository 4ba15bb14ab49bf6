import EntitlementAPI
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers

/// Carries requests on, and writes down which there were and how they were answered.
final class RecordingTransport: EntitlementTransport {
    private let next: any EntitlementTransport
    private let recorded = NIOLockedValueBox<[RequestReport]>([])

    init(_ next: any EntitlementTransport) {
        self.next = next
    }

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        // The query can carry what the app was told in confidence; the path alone is written down.
        let path = String(RequestTarget(request.path ?? "/").path)
        func note(_ status: Int?) {
            recorded.withLockedValue {
                $0.append(RequestReport(method: request.method.rawValue, path: path, status: status))
            }
        }
        do {
            let answer = try await next.send(request, body: body)
            note(answer.response.status.code)
            return answer
        } catch {
            note(nil)
            throw error
        }
    }

    /// Returns the requests since the last time, in their order.
    func drain() -> [RequestReport] {
        recorded.withLockedValue { recorded in
            defer { recorded = [] }
            return recorded
        }
    }
}
