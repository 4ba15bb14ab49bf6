import Foundation
package import HTTPTypes
import TVSimCore
package import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimSAML
package import TVSimStructuredText

/// A request and its response as a person, a file or a client gets them: each secret is replaced by a pseudonym.
///
/// A pseudonym is the one that the journal has for the same secret, so that the two can be compared. A body is shown if it
/// is a form or JSON: in a page, characters of a secret may be escaped, so that its parts are not recognized.
package struct RedactedExchange: Codable, Hashable, Sendable {
    /// A header field.
    package struct Field: Codable, Hashable, Sendable {
        /// The name as it was sent.
        package let name: String
        /// The value.
        package let value: String

        /// Creates a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// One of the two messages.
    package struct Message: Codable, Hashable, Sendable {
        /// The method and the target, or the status code.
        package let line: String
        /// The header fields, in order.
        package let headers: [Field]
        /// The body; `nil` if it is empty, or neither a form nor JSON.
        package let body: String?
        /// The length of the sent body in bytes.
        package let length: Int
        /// Whether the body has more than is shown; `nil` if it is whole.
        package let isCut: Bool?
        /// The SAML response in the body, decoded but not validated; `nil` if it is missing or unreadable.
        package let saml: JSONValue?

        /// The parts of the SAML response as text, one line each; `nil` without one.
        package var samlOutline: String? {
            guard let saml, let data = try? JSONText.line(saml).utf8,
                let inspection = try? JSONDecoder().decode(ResponseInspection.self, from: Data(data))
            else { return nil }
            return inspection.outline
        }

        /// The value of a header; empty if it is missing.
        package func header(_ name: HTTPField.Name) -> String {
            headers.first { $0.name.lowercased() == name.canonicalName }?.value ?? ""
        }
    }

    /// What becomes of secrets.
    package enum Secrets: Sendable {
        /// Each is replaced by a pseudonym.
        case hidden
        /// Each is shown, to a person who asked for it; the value is not kept.
        case asSent
    }

    /// The largest body in bytes that a server keeps and shows; of a longer one it shows the beginning.
    package static let longestBody = 16 * 1024

    /// The HTTP method.
    package let method: String
    /// The whole address as the client sent it, with the prefix of a world.
    package let url: String
    /// The documented path and the query: without the prefix of a world.
    package let target: String
    /// The status; `nil` if the client got no response.
    package let status: Int?
    /// The request.
    package let request: Message
    /// The response; `nil` if the client got none.
    package let response: Message?

    /// The path, without the query.
    package var path: String { String(RequestTarget(target).path) }

    /// Removes the secrets of an exchange.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - secrets: What becomes of secrets.
    ///   - longest: The largest shown body in bytes; `nil` to show all of it.
    package init(_ exchange: HTTPExchange, secrets: Secrets = .hidden, longest: Int? = RedactedExchange.longestBody) {
        let writer = MessageWriter(of: exchange, secrets, longest)
        method = exchange.method.rawValue
        target = writer.address(exchange.target)
        let server = "\(exchange.request.scheme ?? "https")://\(exchange.request.authority ?? "")"
        url = server + exchange.prefix + target
        status = exchange.status
        request = writer.message("\(method) \(target)", exchange.request.headerFields, exchange.body, isRequest: true)
        response = exchange.response.map {
            writer.message("\($0.status.code)", $0.headerFields, exchange.responseBody, isRequest: false)
        }
    }

    /// Returns an address without its secrets, for a line that names a request.
    package static func address(_ address: String) -> String { MessageWriter.hidden(address) }
}
