package import Foundation
package import HTTPTypes

extension HTTPResponse.Status {
    /// Whether a response with this status can have content.
    ///
    /// One with 1xx, 204, 205 or 304 cannot (RFC 9110, 6.4.1 and 15.3.6). A client reads what follows the head as the
    /// next response.
    package var allowsContent: Bool {
        kind != .informational && ![.noContent, .resetContent, .notModified].contains(self)
    }
}

extension HTTPResponse {
    /// Returns the response with its content, or without content and its type if the status allows none.
    package func carrying(_ content: Data) -> (response: HTTPResponse, body: Data) {
        guard !status.allowsContent else { return (self, content) }
        var response = self
        response.headerFields[.contentType] = nil
        return (response, Data())
    }
}
