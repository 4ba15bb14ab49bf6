import Foundation
import TVSimStructuredText

/// What came to our consumer or logout address at the end of a visit.
package struct Delivery: Sendable, Hashable {
    /// The fields of the form, or the query of the redirect.
    package let fields: [String: String]
    /// The query as it was sent, which a signature may cover; `nil` for a form.
    package let query: String?
    /// Whether the user had to fill in a page; `nil` if that cannot be seen.
    package let wasAsked: Bool?

    /// Creates a delivery.
    package init(fields: [String: String], query: String? = nil, wasAsked: Bool?) {
        (self.fields, self.query, self.wasAsked) = (fields, query, wasAsked)
    }

    /// Reads where a visit ended; `nil` if it did not end at one of our addresses.
    init?(_ visit: Visit, at party: OurServiceProvider, wasAsked: Bool?) {
        guard let end = visit.hops.last?.address, party.owns(end) else { return nil }
        self.wasAsked = wasAsked
        if let form = visit.form, form.isPost {
            fields = Dictionary(form.sent.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            query = nil
        } else {
            let pairs = end.query.flatMap { FormCoding.decode($0) } ?? []
            fields = Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            query = end.query
        }
    }
}

/// Signs a user in at an identity provider.
package protocol SignIn {
    /// Opens an address, and does what a user does, until a message comes to one of our addresses.
    ///
    /// - Parameters:
    ///   - address: An address of the identity provider, with a message.
    ///   - session: The name of the browser; one that was not named before has no cookies.
    /// - Returns: The message; `nil` if the identity provider sent none.
    /// - Throws: ``LiveStop`` if the run must end; `TransportFailure` without an answer.
    mutating func open(_ address: WebAddress, session: String) throws -> Delivery?

    /// Where the last visit ended; `nil` if that cannot be seen.
    var end: Visit? { get }
}
