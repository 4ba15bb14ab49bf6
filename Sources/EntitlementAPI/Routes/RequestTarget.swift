/// The two parts of a request's target (RFC 9112 § 3.2.1), as they stand there.
package struct RequestTarget: Sendable, Hashable {
    /// What the target names; empty where the target begins with its query.
    package let path: Substring
    /// What follows the first question mark; empty where there is none.
    package let query: Substring

    /// Takes a target apart.
    ///
    /// Octet by octet: in a text's characters a mark that combines would make the separator before it another character.
    package init(_ target: String) {
        let octets = target.utf8
        let mark = octets.firstIndex(of: UInt8(ascii: "?")) ?? octets.endIndex
        path = target[..<mark]
        query = mark == octets.endIndex ? "" : target[octets.index(after: mark)...]
    }
}
