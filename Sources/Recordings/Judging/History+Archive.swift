import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
package import TVSimRules
package import TVSimStructuredText
import TVSimWorld

extension History {
    /// Reads what a client of the real service did from an HTTP archive (HAR 1.2).
    ///
    /// The facts are read before the archive's secrets are removed, and no secret is kept. Requests to other hosts are
    /// left out. The beginning is known if the first request registers the client.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - name: The name of the file in errors.
    ///   - host: The service's host, with its port unless it is the usual one; `nil` for the vendor's hosts.
    /// - Throws: `CommandError` with the entry and what to do, if the file cannot be used.
    package init(archive octets: [UInt8], name: String, host: String? = nil) throws(CommandError) {
        let seen = SeenRequests()
        let recording = try Recording(archive: octets, name: name, host: host) { seen.add($0) }
        self.init()
        hasTimes = !recording.isOfSimulator
        var reader = FactReader()
        let requests = seen.inOrder
        var (areTokensSeen, areTokensNeeded) = (false, false)
        let start = requests.first?.began ?? Date(timeIntervalSince1970: 0)
        for request in requests {
            let fact = reader.fact(of: request.exchange, number: request.number, at: request.began)
            let arrived = request.began.timeIntervalSince(start)
            var observation = Observation(
                number: request.number, at: request.began, elapsed: arrived + request.duration, arrived: arrived,
                event: .request(fact))
            // The answers that browsers get are pages, which no rule reads.
            observation.lacksBody = request.exchange.lacksBody || request.lacksAnswer && !fact.isOfBrowser
            add(observation)
            guard fact.isProtected else { continue }
            let token = request.exchange.request.headerFields[.authorization]
            if let token, Redaction.hasPseudonym(token) { hasTokens = false }
            areTokensSeen = areTokensSeen || token != nil
            areTokensNeeded = areTokensNeeded || token == nil && fact.answer?.isSuccess == true
        }
        // The service accepts no request without a token, so a browser has left them out of the archive.
        if areTokensNeeded, !areTokensSeen { hasTokens = false }
        isWhole = parts.first?.first?.fact?.endpoint == .register
    }
}

/// A request of an archive with its secrets, until its facts are read.
struct SeenRequest {
    /// The number of the entry in the file, from 1.
    let number: Int
    let began: Date
    /// The time until the response, in seconds.
    let duration: Double
    let exchange: HTTPExchange
    /// Whether the archive does not have the body of the answer.
    let lacksAnswer: Bool
}

/// The requests of an archive, in the order of the file.
private final class SeenRequests {
    private var requests: [SeenRequest] = []

    func add(_ request: SeenRequest) { requests.append(request) }

    /// The requests in the order of their times; the order of the file decides between equal ones.
    var inOrder: [SeenRequest] { requests.sorted { ($0.began, $0.number) < ($1.began, $1.number) } }
}
