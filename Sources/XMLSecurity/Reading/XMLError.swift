/// Why a document or its signature is refused, by the stable names of the policies.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The policy that is violated.
    package enum Policy: String, Sendable, Hashable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key
    }

    /// The policy that is violated.
    package let policy: Policy
    /// One sentence that says how.
    package let description: String

    /// Creates an error.
    package init(_ policy: Policy, _ description: String) {
        self.policy = policy
        self.description = description
    }
}

/// How much of a document is read at most.
package struct XMLLimits: Sendable, Hashable {
    /// The bytes of a document.
    ///
    /// A signed response with many attributes has some 10 KB; a hundred times that is an attack.
    package var bytes = 1 << 20
    /// The attributes of one element.
    package var attributes = 64
    /// The namespaces that one element declares.
    package var namespaces = 64
    /// The depth of elements; libxml2 itself stops at 256.
    package var depth = 64
    /// The bytes of the text directly inside one element.
    package var textLength = 256 << 10
    /// The elements of a document.
    package var elements = 20_000

    /// Documents of more bytes than this are searched for tags of unreasonably many attributes before they are parsed.
    static let bytesWithoutTagCheck = 32 << 10
    /// The assignments that a tag of such a document may have.
    static let assignmentsInTag = 4096

    /// Creates the default limits.
    package init() {}
}
