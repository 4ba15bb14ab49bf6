public import TVSimSAML
import TVSimStructuredText
package import TVSimXMLSecurity

extension ResponseMaker {
    /// How a response is signed and encrypted.
    public struct Signing: Sendable {
        /// The signed elements.
        public typealias Signed = SignedElements

        /// The signed elements.
        public var signed = Signed.assertion
        /// The RSA signing key, in PEM; `nil` for the simulated provider's key.
        public var privateKey: String?
        /// The certificate in `KeyInfo`, in PEM, which requires a ``privateKey``; `nil` for the simulated provider's.
        public var certificate: String?
        /// Whether the signature contains the certificate.
        public var showsCertificate = true
        /// The signature algorithm: `rsa-sha256`, `rsa-sha384`, `rsa-sha512`, `rsa-sha1`, `rsa-pss-sha256`,
        /// `rsa-pss-sha384` or `rsa-pss-sha512`.
        public var algorithm = "rsa-sha256"
        /// The digest algorithm: `sha256`, `sha384`, `sha512` or `sha1`.
        public var digest = "sha256"
        /// The simulated provider whose key signs if there is no ``privateKey``: its position in its world.
        package var keyNumber = 0
        /// The certificate of the encryption's recipient, in PEM; `nil` for an assertion that is not encrypted.
        public var encryptionCertificate: String?
        /// The encryption algorithm of the assertion: `aes128`, `aes192` or `aes256`, followed by `-gcm` or `-cbc`; or
        /// `tripledes-cbc`.
        public var encryption = "aes256-gcm"
        /// The algorithm that encrypts the content key: `rsa-oaep`, `rsa-oaep-sha256` or `rsa-1_5`.
        public var keyTransport = "rsa-oaep"

        package func identity() throws -> SigningIdentity {
            guard let privateKey else {
                guard certificate == nil else {
                    throw CommandError(.invalid, "missing private key: the certificate needs the key that signs")
                }
                return try SigningKeys.identity(number: keyNumber)
            }
            return try SigningIdentity(
                privateKeyPEM: privateKey, certificatePEM: certificate ?? ResponseMaker.certificate,
                allowingSmallKeys: true)
        }
    }
}

/// The short names of algorithms on the command line and in ``ResponseMaker``.
struct AlgorithmNames<Value: Sendable>: Sendable {
    private let what: String
    private let values: [(name: String, value: Value)]

    /// Returns the algorithm with a name.
    ///
    /// - Throws: ``CommandError`` if the name is unknown.
    func value(_ name: String) throws(CommandError) -> Value {
        if let found = values.first(where: { $0.name == name }) { return found.value }
        let names = values.map(\.name)
        throw CommandError(
            .invalid, "unknown \(what) '\(name)': expected one of \(names.joined(separator: ", "))",
            suggestion: Suggestion.closest(to: name, among: names))
    }
}

extension AlgorithmNames where Value == SignatureAlgorithm {
    static let signature = AlgorithmNames(
        what: "signature algorithm",
        values: [
            ("rsa-sha256", .rsaSHA256), ("rsa-sha384", .rsaSHA384), ("rsa-sha512", .rsaSHA512),
            ("rsa-sha1", .rsaSHA1), ("rsa-pss-sha256", .rsaPSSSHA256), ("rsa-pss-sha384", .rsaPSSSHA384),
            ("rsa-pss-sha512", .rsaPSSSHA512),
        ])
}

extension AlgorithmNames where Value == DigestAlgorithm {
    static let digest = AlgorithmNames(
        what: "digest algorithm",
        values: [("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512), ("sha1", .sha1)])
}

extension AlgorithmNames where Value == ContentEncryption {
    static let encryption = AlgorithmNames(
        what: "encryption algorithm",
        values: [
            ("aes256-gcm", .aes256GCM), ("aes192-gcm", .aes192GCM), ("aes128-gcm", .aes128GCM),
            ("aes256-cbc", .aes256CBC), ("aes192-cbc", .aes192CBC), ("aes128-cbc", .aes128CBC),
            ("tripledes-cbc", .tripleDESCBC),
        ])
}

extension AlgorithmNames where Value == KeyTransport {
    static let keyTransport = AlgorithmNames(
        what: "key transport algorithm",
        values: [("rsa-oaep", .oaep), ("rsa-oaep-sha256", .oaepSHA256), ("rsa-1_5", .legacyPKCS1)])
}
