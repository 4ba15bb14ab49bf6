/// The reason why a request got no response.
package struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable, Hashable {
        /// The service did not answer in time.
        case timeout
        /// The service was not found, or refused the connection.
        case unreachable
        /// The connection was lost before the response was complete, or the caller was cancelled.
        case interrupted
        /// The service's certificate is not trusted.
        case untrusted
        /// The response is not an HTTP response.
        case malformed
    }

    /// The kind of failure.
    package let code: Code
    /// The description of the failure, in one sentence.
    package let description: String

    /// Creates a failure.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Compares the codes only, because callers decide by them.
    package static func == (left: TransportFailure, right: TransportFailure) -> Bool {
        left.code == right.code
    }

    /// Hashes the code only, consistently with equality.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
