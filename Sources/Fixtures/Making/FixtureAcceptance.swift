import TVSimXMLSecurity

/// The limits and algorithms that a reader of the fixtures accepts in every case.
package struct FixtureAcceptance: Codable, Sendable, Hashable {
    /// The limits of a document; a larger one fails the policy `size`.
    package struct Limits: Codable, Sendable, Hashable {
        /// The maximum size of a document, in bytes.
        package var bytes: Int
        /// The maximum number of elements in a document.
        package var elements: Int
        /// The maximum nesting depth.
        package var depth: Int
        /// The maximum number of attributes of an element.
        package var attributes: Int
        /// The maximum size of the text directly inside an element, in bytes.
        package var textBytes: Int
        /// The maximum number of prefixes that a canonicalisation lists.
        package var listedPrefixes: Int
    }

    /// The accepted algorithms, by their identifiers.
    package struct Algorithms: Codable, Sendable, Hashable {
        /// The signature algorithms.
        package var signature: [String]
        /// The digest algorithms.
        package var digest: [String]
        /// The canonicalisation algorithms of `SignedInfo` and of the signed element.
        package var canonicalization: [String]
        /// The transforms: the first of these, then one of the others.
        package var transforms: [String]
        /// The key transport algorithms.
        package var keyTransport: [String]
        /// The content encryption algorithms.
        package var contentEncryption: [String]
    }

    /// The limits of a document.
    package var limits: Limits
    /// The accepted algorithms.
    package var algorithms: Algorithms

    /// What this package's validator accepts by default.
    package static let strict: FixtureAcceptance = {
        let limits = XMLLimits()
        let canonicalization = [
            XMLNamespace.exclusiveC14N, XMLNamespace.inclusiveC14N, XMLNamespace.inclusiveC14N11,
        ]
        return FixtureAcceptance(
            limits: Limits(
                bytes: limits.bytes, elements: limits.elements, depth: limits.depth, attributes: limits.attributes,
                textBytes: limits.textLength, listedPrefixes: XMLLimits.prefixes),
            algorithms: Algorithms(
                signature: SignatureAlgorithm.allCases.filter { $0.digest != .sha1 }.map(\.rawValue),
                digest: DigestAlgorithm.allCases.filter { $0 != .sha1 }.map(\.rawValue),
                canonicalization: canonicalization,
                transforms: [XMLNamespace.envelopedSignature] + canonicalization,
                keyTransport: KeyTransport.allCases.filter { $0 != .legacyPKCS1 }.map(\.rawValue),
                contentEncryption: ContentEncryption.allCases.filter { !$0.isLegacy }.map(\.rawValue)))
    }()
}
