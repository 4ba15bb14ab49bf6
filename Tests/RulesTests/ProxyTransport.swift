import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Forwards the requests of a client, and records them as a proxy does.
final class ProxyTransport: EntitlementTransport {
    private let world: World
    private let recorded = Locked<[(at: Date, exchange: HTTPExchange)]>([])

    init(to world: World) { self.world = world }

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        let at = (try? world.simulation.clock.now()) ?? Date(timeIntervalSince1970: 0)
        let answer = try await WorldTransport(world).send(request, body: body)
        var whole = request
        (whole.scheme, whole.authority) = ("https", EntitlementWire.defaultAuthority)
        let exchange = HTTPExchange(
            request: whole, body: body, response: answer.response, responseBody: answer.body)
        recorded.withLockedValue { $0.append((at, exchange)) }
        return answer
    }

    /// The archive that tvsim keeps of the requests: its secrets are replaced.
    func keptArchive() throws -> JSONValue {
        let steps = recorded.withLockedValue(\.self).map { at, exchange in
            ReportedRun.Step(
                title: "", isCallOfApp: true, place: nil, began: at, expected: nil,
                exchanges: [RedactedExchange(exchange, longest: nil)], decisions: nil, failures: [])
        }
        let archive = HTTPArchive([ReportedRun(name: "journey", source: "", steps: steps)])
        return try JSONValue(json: Data(try JSONText.line(archive).utf8))
    }

    /// The archive that a proxy saves, with everything that was sent.
    func archive() -> JSONValue {
        let entries = recorded.withLockedValue(\.self).map { at, exchange -> JSONValue in
            let target = "https://\(EntitlementWire.defaultAuthority)\(exchange.request.path ?? "/")"
            var request: Members = [
                "method": .string(exchange.request.method.rawValue), "url": .string(target),
                "headers": Self.headers(exchange.request.headerFields),
                "bodySize": .integer(Int64(exchange.body.count)),
            ]
            if !exchange.body.isEmpty {
                request["postData"] = ["text": .string(String(decoding: exchange.body, as: UTF8.self))]
            }
            let text = String(decoding: exchange.responseBody, as: UTF8.self)
            let response: Members = [
                "status": .integer(Int64(exchange.status ?? 0)),
                "headers": Self.headers(exchange.response?.headerFields ?? [:]),
                "content": ["size": .integer(Int64(exchange.responseBody.count)), "text": .string(text)],
            ]
            return [
                "startedDateTime": .string(TimeText.format(at)), "time": 0, "request": .object(request),
                "response": .object(response),
            ]
        }
        return ["log": ["creator": ["name": "a proxy"], "entries": .array(entries)]]
    }

    private static func headers(_ fields: HTTPFields) -> JSONValue {
        .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
    }
}
