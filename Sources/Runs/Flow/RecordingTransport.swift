import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Forwards requests, and records them with their responses.
final class RecordingTransport: EntitlementTransport {
    private let next: any EntitlementTransport
    private let recorded = Locked<[HTTPExchange]>([])

    init(_ next: any EntitlementTransport) {
        self.next = next
    }

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        func note(_ response: HTTPResponse?, _ responseBody: Data) {
            let exchange = HTTPExchange(request: request, body: body, response: response, responseBody: responseBody)
            recorded.withLockedValue { $0.append(exchange) }
        }
        do {
            let answer = try await next.send(request, body: body)
            note(answer.response, answer.body)
            return answer
        } catch {
            note(nil, Data())
            throw error
        }
    }

    /// Returns the requests since the previous call, in order.
    func drain() -> [HTTPExchange] {
        recorded.withLockedValue { recorded in
            defer { recorded = [] }
            return recorded
        }
    }
}
