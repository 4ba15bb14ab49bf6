/// Why a document or its signature is refused, by the stable names of the policies.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The policy that is violated.
    package enum Policy: String, Sendable, Hashable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key, encryption
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
