import XMLSecurity

/// What a reader of the fixtures accepts at most, whatever the case: how much, and which algorithms.
package struct Acceptance: Codable, Sendable, Hashable {
    /// How much is read; what is more fails the policy `size`.
    package struct Limits: Codable, Sendable, Hashable {
        /// The octets of a document.
        package var bytes: Int
        /// The elements of a document.
        package var elements: Int
        /// How deep they are nested.
        package var depth: Int
        /// The attributes of one element.
        package var attributes: Int
        /// The octets of the text directly inside one element.
        package var textBytes: Int
        /// The prefixes that one canonicalisation lists.
        package var listedPrefixes: Int
    }

    /// The algorithms, by their identifiers; all others are refused.
    package struct Algorithms: Codable, Sendable, Hashable {
        /// Of signatures.
        package var signature: [String]
        /// Of digests.
        package var digest: [String]
        /// Of canonicalisation, of `SignedInfo` and of what is signed.
        package var canonicalization: [String]
        /// The transforms, each once and in this order.
        package var transforms: [String]
        /// Of encrypted keys.
        package var keyTransport: [String]
        /// Of encrypted content.
        package var contentEncryption: [String]
    }

    /// How much is read.
    package var limits: Limits
    /// Which algorithms are believed.
    package var algorithms: Algorithms

    /// What this package's validator accepts, unless it is told otherwise.
    package static let strict: Acceptance = {
        let limits = XMLLimits()
        return Acceptance(
            limits: Limits(
                bytes: limits.bytes, elements: limits.elements, depth: limits.depth, attributes: limits.attributes,
                textBytes: limits.textLength, listedPrefixes: XMLLimits.prefixes),
            algorithms: Algorithms(
                signature: SignatureAlgorithm.allCases.filter { $0.digest != .sha1 }.map(\.rawValue),
                digest: DigestAlgorithm.allCases.filter { $0 != .sha1 }.map(\.rawValue),
                canonicalization: [XMLNamespace.exclusiveC14N],
                transforms: [XMLNamespace.envelopedSignature, XMLNamespace.exclusiveC14N],
                keyTransport: KeyTransport.allCases.filter { $0 != .legacyPKCS1 }.map(\.rawValue),
                contentEncryption: ContentEncryption.allCases.map(\.rawValue)))
    }()
}
