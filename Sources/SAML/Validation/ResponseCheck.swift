public import Foundation
import TVSimXMLSecurity

/// Validates SAML responses.
///
/// `tvsim saml validate` does the same on the command line. The signature is always validated, with the given
/// certificates only. The properties of ``ResponseRequirements`` are also properties of a check. A requirement that is not
/// set is not checked.
///
/// ```swift
/// var check = try ResponseCheck(certificates: [pem], audience: "https://sp.example")
/// check.clockSkew = 60
/// #expect(check.failures(of: response, at: .now) == [])
/// ```
@dynamicMemberLookup
public struct ResponseCheck: Sendable {
    /// The kind of a response.
    public typealias Profile = ResponseRequirements.Profile
    /// A deviation from SAML that a check can accept; by default it rejects all of them.
    public typealias Relaxation = ResponseRequirements.Relaxation

    /// The fingerprints of certificates, the decryption keys, and the weak keys and algorithms to accept.
    public struct Keys: Sendable, Hashable {
        /// The fingerprints of trusted certificates that a response must show: the hexadecimal digits of SHA-256, or of
        /// SHA-1 if ``allowsSHA1`` is true.
        public var fingerprints: [String] = []
        /// The private keys for decryption, in PEM; one string may contain several.
        public var decryption: [String] = []
        /// Whether signatures, digests and fingerprints with SHA-1 are accepted.
        public var allowsSHA1 = false
        /// Whether RSA keys of fewer than 2048 bits are accepted.
        public var allowsSmallKeys = false
        /// Whether content keys encrypted with RSA PKCS#1 v1.5, and content encrypted with triple DES, are decrypted.
        public var allowsLegacyEncryption = false

        /// Creates keys without fingerprints and decryption keys, which accept no weak keys or algorithms.
        public init() {}
    }

    private let validator: ResponseValidator
    /// The requirements, which are also properties of the check.
    public var requirements = ResponseRequirements()

    /// Creates a check, and parses its certificates and keys once.
    ///
    /// - Parameters:
    ///   - certificates: The trusted certificates: PEM, PKCS #7, SAML metadata or the Base64 of DER. One string may contain
    ///     several.
    ///   - issuer: The required issuer; `nil` if it is not checked.
    ///   - audience: The required audience; `nil` if it is not checked.
    ///   - recipient: The address of the delivery; `nil` if it is not checked.
    ///   - inResponseTo: The identifier of the request that the response must answer; `nil` if it is not checked.
    ///   - keys: The fingerprints, the decryption keys, and the weak keys and algorithms to accept.
    /// - Throws: An error with a description of one line if a certificate, fingerprint or key is invalid, or neither a
    ///   certificate nor a fingerprint is given.
    public init(
        certificates: [String], issuer: String? = nil, audience: String? = nil, recipient: String? = nil,
        inResponseTo: String? = nil, keys: Keys = Keys()
    ) throws {
        let believed = try certificates.flatMap {
            try TrustedCertificate.all(in: $0, allowingSmallKeys: keys.allowsSmallKeys)
        }
        let opening = try keys.decryption.flatMap { try DecryptionKey.all(pem: $0) }
        let pinned = try keys.fingerprints.map {
            try CertificateFingerprint(
                $0, allowingSHA1: keys.allowsSHA1, allowingSmallKeys: keys.allowsSmallKeys)
        }
        validator = try ResponseValidator(
            certificates: believed, fingerprints: pinned, allowsSHA1: keys.allowsSHA1,
            decryptor: opening.isEmpty ? nil : Decryptor(keys: opening, allowsLegacy: keys.allowsLegacyEncryption))
        requirements.issuer = issuer
        requirements.audience = audience
        requirements.recipient = recipient
        requirements.inResponseTo = inResponseTo
    }

    /// A requirement, such as `check.clockSkew`.
    public subscript<Value>(dynamicMember requirement: WritableKeyPath<ResponseRequirements, Value>) -> Value {
        get { requirements[keyPath: requirement] }
        set { requirements[keyPath: requirement] = newValue }
    }

    /// Returns whether the certificates verify every signature of a response.
    ///
    /// Only the structure and the signatures are checked: the response may be for another party, or expired. Use
    /// ``failures(of:at:)`` to validate it.
    ///
    /// - Parameter response: The response, as XML or as its Base64.
    /// - Returns: Whether it has a signature and every signature is valid; `false` for content that cannot be
    ///   decrypted.
    public func isVouchedFor(_ response: Data) -> Bool {
        validator.vouches(for: response, allowing: requirements.allowed)
    }

    /// Validates a response, and returns every failure.
    ///
    /// ```swift
    /// let failures = check.failures(of: response, at: .now)
    /// #expect(failures.isEmpty)
    /// ```
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as its Base64.
    ///   - instant: The time of the validation.
    /// - Returns: One line per failure, with the name of the violated policy, and what would accept the response if
    ///   anything would; empty if the response is valid.
    public func failures(of response: Data, at instant: Date) -> [String] {
        verdict(of: response, at: instant).failures.map { failure in
            let hint = failure.acceptedBy.map { " (`\($0.statement)` accepts it)" } ?? ""
            return "\(failure.policy.rawValue): \(failure.reason)\(hint)"
        }
    }

    /// Validates a response, as XML or as its Base64, at a time.
    package func verdict(of response: Data, at instant: Date) -> ValidationVerdict {
        validator.validate(response, expecting: requirements, at: instant)
    }
}
