import EntitlementAPI
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers

/// Forwards requests, and records them with the status of each response.
final class RecordingTransport: EntitlementTransport {
    private let next: any EntitlementTransport
    private let recorded = NIOLockedValueBox<[RecordedRequest]>([])

    init(_ next: any EntitlementTransport) {
        self.next = next
    }

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        // The query can carry secrets, so only the path is recorded.
        let path = String(RequestTarget(request.path ?? "/").path)
        func note(_ status: Int?) {
            recorded.withLockedValue {
                $0.append(RecordedRequest(method: request.method, path: path, status: status))
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

    /// Returns the requests since the previous call, in order.
    func drain() -> [RecordedRequest] {
        recorded.withLockedValue { recorded in
            defer { recorded = [] }
            return recorded
        }
    }
}
