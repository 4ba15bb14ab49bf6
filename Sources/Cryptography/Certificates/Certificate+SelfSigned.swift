import CTVSimOpenSSL
package import Foundation

extension Certificate {
    /// Creates the certificate of an RSA key that signs messages; the key signs it with SHA-256.
    ///
    /// The certificate cannot sign others, and its serial number is random unless one is given.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - organization: The organization in the name.
    ///   - commonName: The common name.
    ///   - notValidBefore: The start of the validity.
    ///   - notValidAfter: The end of the validity, inclusive.
    ///   - serialNumber: The serial number, at most 19 bytes, the highest first; `nil` for a random one.
    /// - Returns: The certificate; `nil` if a part cannot be written.
    package static func selfSigned(
        _ key: RSAPrivateKey, organization: String, commonName: String, notValidBefore: Date, notValidAfter: Date,
        serialNumber: Data? = nil
    ) -> Certificate? {
        var request = CertificateRequest(
            organization: organization, commonName: commonName, notValidBefore: notValidBefore,
            notValidAfter: notValidAfter)
        request.purpose = .messages
        request.serialNumber = serialNumber
        return request.signed(for: key.publicKey, by: nil, key.key)
    }

    /// Returns a copy with the same names and serial number, for another key or another validity.
    ///
    /// Anyone can make such a copy: only the key identifies its owner.
    ///
    /// - Parameters:
    ///   - key: The key of the copy, which signs it with SHA-256.
    ///   - notValidBefore: The start of the validity; `nil` for that of the original.
    ///   - notValidAfter: The end of the validity, inclusive; `nil` for that of the original.
    /// - Returns: The certificate; `nil` if a part cannot be written.
    package func copy(
        for key: RSAPrivateKey, notValidBefore: Date? = nil, notValidAfter: Date? = nil
    ) -> Certificate? {
        guard let made = Self.read(der), let own = key.publicKey.der.flatMap(CertificateRequest.read) else {
            return nil
        }
        defer {
            X509_free(made)
            EVP_PKEY_free(own)
        }
        let start = CertificateRequest.seconds(notValidBefore ?? self.notValidBefore)
        let end = CertificateRequest.seconds(notValidAfter ?? self.notValidAfter)
        guard X509_set_pubkey(made, own) == 1, ASN1_TIME_set(X509_getm_notBefore(made), start) != nil,
            ASN1_TIME_set(X509_getm_notAfter(made), end) != nil,
            X509_sign(made, key.key.pointer, EVP_sha256()) > 0
        else { return nil }
        return OpenSSL.encoding { i2d_X509(made, $0) }.flatMap(Certificate.init(der:))
    }
}
