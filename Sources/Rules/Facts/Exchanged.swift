package import Foundation
package import HTTPTypes

/// A request and its answer, as facts are made of them.
package struct Exchanged: Sendable {
    /// The request, with the documented path and without a world's prefix.
    package var request: HTTPRequest
    /// The request's body.
    package var body: Data
    /// The response; `nil` if the client got none.
    package var response: HTTPResponse?
    /// The response's body.
    package var answer: Data
    /// Whether the request had a body that is not known, because an archive does not have it.
    package var isBodyLost = false

    /// The number of bytes of both bodies.
    var length: Int { body.count + answer.count }

    /// Creates an exchange.
    package init(request: HTTPRequest, body: Data, response: HTTPResponse?, answer: Data) {
        self.request = request
        self.body = body
        self.response = response
        self.answer = answer
    }
}
