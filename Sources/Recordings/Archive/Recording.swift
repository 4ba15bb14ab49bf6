package import Foundation
package import TVSimEntitlementAPI
import TVSimScenario
package import TVSimStructuredText

/// Traffic with the entitlement service that a user recorded, without its secrets.
package struct Recording: Sendable {
    /// One request and its response.
    package struct Entry: Sendable {
        /// The number of the entry in the file, from 1.
        package let number: Int
        /// When the request was sent.
        package let began: Date
        /// The endpoint, with the parameters of the path.
        package let route: Route
        /// The request and the response; secrets are replaced.
        package let exchange: HTTPExchange
        /// Whether the file has the response's body.
        package let hasBody: Bool

        /// The JSON of the response; `nil` if the file has no body, or the body is not JSON.
        ///
        /// It is read each time, because a value in memory is many times larger than its text.
        package var answer: JSONValue? { try? JSONValue(json: exchange.responseBody) }

        /// The status of the response.
        package var status: Int { exchange.status ?? 0 }

        /// The field of the request's form.
        func field(_ name: String) -> String? { FormCoding.decode(exchange.body)?.value(name) }
    }

    /// The numbers of entries that are not compared.
    package struct Ignored: Sendable, Hashable, Encodable {
        /// Requests to other hosts.
        package var otherHosts = 0
        /// `OPTIONS` requests of browsers (CORS).
        package var preflights = 0
        /// Requests to paths that are not in the table of endpoints, such as pages.
        package var otherPaths = 0
        /// Requests without a response.
        package var unanswered = 0

        /// The sum.
        package var total: Int { otherHosts + preflights + otherPaths + unanswered }
    }

    /// The requests to the service, in the order of their times.
    package var entries: [Entry]
    /// The numbers of entries that are not compared.
    package var ignored: Ignored
    /// Whether tvsim wrote the archive, so that its times are simulated and the commands of the test are missing.
    package private(set) var isOfSimulator = false

    /// Notes the name of the program that wrote the archive.
    mutating func note(creator: String?) { isOfSimulator = creator == HTTPArchive.creator }
}
