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
    /// The bytes of a document. A signed response with many attributes has some 10 KB; a hundred times that is an attack.
    package var bytes = 1 << 20
    /// The attributes of one element.
    package var attributes = 64
    /// The elements of a document.
    package var elements = 20_000

    /// Creates the default limits. libxml2 itself limits depth (256) and the length of a text (10 MB).
    package init() {}
}
