/// Why a request got no response.
package struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Code: Sendable, Hashable {
        /// The service did not answer in time.
        case timeout
        /// The service was not found, or refused the connection.
        case unreachable
        /// The connection broke before the response was whole, or the caller was cancelled.
        case interrupted
        /// The service's certificate is not to be trusted.
        case untrusted
        /// What came back is not an HTTP response.
        case malformed
    }

    /// What kind of trouble it is.
    package let code: Code
    /// One sentence that says what happened.
    package let description: String

    /// Creates a failure.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Compares the codes alone, which is what callers decide by.
    package static func == (left: TransportFailure, right: TransportFailure) -> Bool {
        left.code == right.code
    }

    /// Hashes the code alone, as equality does.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
