/// The path and the query of a request target (RFC 9112, 3.2.1), as received.
package struct RequestTarget: Sendable, Hashable {
    /// The path; empty if the target starts with its query.
    package let path: Substring
    /// The text after the first question mark; empty without a question mark.
    package let query: Substring

    /// Splits a target.
    ///
    /// The comparison uses bytes. A combining character after a separator would hide the separator from a comparison of
    /// characters.
    package init(_ target: String) {
        let octets = target.utf8
        let mark = octets.firstIndex(of: UInt8(ascii: "?")) ?? octets.endIndex
        path = target[..<mark]
        query = mark == octets.endIndex ? "" : target[octets.index(after: mark)...]
    }
}
