/// The reason for rejecting a document or its signature, with the stable name of the policy.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The violated policy.
    package enum Policy: String, Sendable, Hashable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key, encryption
    }

    /// The violated policy.
    package let policy: Policy
    /// One sentence that describes the violation.
    package let description: String

    /// Creates an error.
    package init(_ policy: Policy, _ description: String) {
        self.policy = policy
        self.description = description
    }
}
