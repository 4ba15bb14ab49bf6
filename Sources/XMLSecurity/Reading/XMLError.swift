/// The reason for rejecting a document or its signature, with the stable name of the policy.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The violated policy.
    package enum Policy: String, Sendable, Hashable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key, encryption
    }

    /// What is refused only because it is weak, and can be allowed.
    package enum Weakness: Sendable, Hashable {
        /// SHA-1 in a signature or digest.
        case sha1
        /// An RSA key of fewer than 2048 bits.
        case smallKey
        /// Key transport with RSA PKCS#1 v1.5, or triple DES.
        case legacyEncryption
    }

    /// The violated policy.
    package let policy: Policy
    /// One sentence that describes the violation.
    package let description: String
    /// The expected value, if known.
    package let expected: String?
    /// The actual value, if known.
    package let actual: String?
    /// The weakness that is the only reason; `nil` for another reason.
    package let weakness: Weakness?
    /// The omission that is the only reason; `nil` for another reason.
    package let omission: SignatureOmission?

    /// Creates an error.
    package init(
        _ policy: Policy, _ description: String, expected: String? = nil, actual: String? = nil,
        weakness: Weakness? = nil, omission: SignatureOmission? = nil
    ) {
        self.policy = policy
        self.description = description
        self.expected = expected
        self.actual = actual
        self.weakness = weakness
        self.omission = omission
    }

    /// Returns the error with one more sentence.
    package func adding(_ sentence: String) -> XMLError {
        XMLError(
            policy, description + " " + sentence, expected: expected, actual: actual, weakness: weakness,
            omission: omission)
    }
}
