package import Foundation
import HTTPTypes
import TVSimCore
package import TVSimEntitlementAPI
import TVSimStructuredText

/// Reads the facts of the exchanges of one world, in their order.
///
/// It remembers what the simulator gave out, so that it can say where a secret of a later request comes from.
package struct FactReader: Sendable {
    var ledger = SecretLedger()
    /// The simulated time of the exchange, in seconds since 1970.
    var now = 0.0

    /// Creates a reader that has read nothing.
    package init() {}

    /// Reads an exchange.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - number: The number of its journal entry.
    ///   - instant: The simulated time.
    /// - Returns: The facts.
    package mutating func fact(of exchange: HTTPExchange, number: Int, at instant: Date) -> RequestFact {
        now = instant.timeIntervalSince1970
        let request = exchange.request
        let target = RequestTarget(request.path ?? "/")
        var fact = RequestFact(
            method: request.method.rawValue, path: Redaction.redact(String(target.path)), parameters: [:], headers: [:],
            members: [:],
            unlisted: [], kind: 0)
        var endpoint: Endpoint?
        if case .found(let row, let parameters) = RouteMatch(request.method, target.path) {
            endpoint = row
            fact.endpoint = row
            fact.parameters = parameters.mapValues { Redaction.redact($0) }
        }
        // Requests whose bodies are not known may differ.
        let body = exchange.lacksBody ? "entry \(number)" : exchange.body.base64EncodedString()
        fact.kind = ledger.number(
            of: "\(request.method.rawValue) \(request.path ?? "")\n\(body)", among: "requests")
        if let endpoint, endpoint.isOpenedByBrowsers {
            // Pages belong to a browser: only which of them it opened is of interest.
            fact.path = endpoint.template
            fact.kind = ledger.number(of: Self.page(request.path ?? ""), among: "pages")
            fact.answer = exchange.response.map { response in
                var answer = AnswerFact(status: response.status.code, errors: [])
                answer.opens = response.headerFields[.location].flatMap(Self.appAddress)
                return answer
            }
            return fact
        }
        readHeaders(of: request, endpoint, into: &fact)
        readQuery(String(target.query), endpoint, into: &fact)
        readBody(exchange, endpoint, into: &fact)
        readAnswer(exchange, number, endpoint, into: &fact)
        return fact
    }

    /// Returns an address of an app's own scheme without its query; `nil` for the address of a page.
    private static func appAddress(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard !address.hasPrefix("/"), address.contains("://"), scheme != "http", scheme != "https" else { return nil }
        return String(address.prefix { $0 != "?" && $0 != "#" })
    }

    /// Returns a page's path and query without the address of the server, the prefix of a world and differences of
    /// percent-encoding.
    static func page(_ address: String) -> String {
        guard let start = address.range(of: "/adobe-services/") ?? address.range(of: "/api/v2/authenticate/") else {
            return address
        }
        let target = RequestTarget(String(address[start.lowerBound...]))
        let fields = FormCoding.decode(String(target.query)) ?? []
        return "\(target.path)?" + FormCoding.encode(fields.map { ($0.name, $0.value) })
    }
}
