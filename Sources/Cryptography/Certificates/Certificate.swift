import CTVSimOpenSSL
package import Foundation

/// The parts of an X.509 certificate that this package reads (RFC 5280, 4.1).
package struct Certificate: Sendable {
    /// The certificate in DER.
    package let der: Data
    /// The subject's distinguished name, for example `CN=provider,O=tvsim tests` (RFC 4514).
    package let subject: String
    /// The start of the validity.
    package let notValidBefore: Date
    /// The end of the validity, inclusive.
    package let notValidAfter: Date
    /// The public key in DER, as `SubjectPublicKeyInfo`.
    package let subjectPublicKeyInfo: Data
    /// The public key; `nil` for an unsupported kind of key.
    package let publicKey: PublicKey?
    /// Whether the certificate may sign others (RFC 5280, 4.2.1.9).
    package let isAuthority: Bool

    /// Reads a certificate in DER form; `nil` if it is malformed, or other bytes follow it.
    package init?(der: Data) {
        guard let read = Self.read(der) else { return nil }
        defer { X509_free(read) }
        guard let subject = X509_get_subject_name(read).flatMap(DistinguishedName.text),
            let start = X509_get0_notBefore(read).flatMap(Self.date),
            let end = X509_get0_notAfter(read).flatMap(Self.date),
            let keyInfo = X509_get_X509_PUBKEY(read),
            let info = OpenSSL.encoding({ i2d_X509_PUBKEY(keyInfo, $0) })
        else { return nil }
        self.der = der
        self.subject = subject
        (notValidBefore, notValidAfter) = (start, end)
        subjectPublicKeyInfo = info
        publicKey = X509_get_pubkey(read).map(Key.init(owning:)).flatMap(PublicKey.init)
        let flags = X509_get_extension_flags(read)
        isAuthority = flags & UInt32(EXFLAG_CA) != 0 && flags & UInt32(EXFLAG_INVALID) == 0
    }

    /// Reads the first block of a PEM text, which must be a certificate.
    package init?(pem: String) {
        guard let block = PEM.block(in: pem), block.label == "CERTIFICATE" else { return nil }
        self.init(der: block.octets)
    }

    /// Returns the certificates, each in DER, of a PKCS #7 message in DER (RFC 2315, 9.1); `nil` for other bytes.
    ///
    /// Such a message is a container here: its signature, if it has one, is ignored.
    package static func inPKCS7(_ der: Data) -> [Data]? {
        let read = OpenSSL.decoding(der, free: { PKCS7_free(UnsafeMutablePointer($0)) }) { next, count in
            d2i_PKCS7(nil, &next, count).map { OpaquePointer($0) }
        }
        guard let read else { return nil }
        let message = UnsafeMutablePointer<PKCS7>(read)
        defer { PKCS7_free(message) }
        return (0..<tvsim_PKCS7_certificates(message)).compactMap { index in
            tvsim_PKCS7_certificate(message, index).flatMap { certificate in
                OpenSSL.encoding { i2d_X509(certificate, $0) }
            }
        }
    }

    /// Returns whether another certificate's key signed this one, and the names fit (RFC 5280, 6.1.3).
    ///
    /// Nothing else of a chain is checked: it explains a refusal, and trusts nothing.
    package func isIssued(by issuer: Certificate) -> Bool {
        guard let read = Self.read(der) else { return false }
        defer { X509_free(read) }
        guard let above = Self.read(issuer.der) else { return false }
        defer { X509_free(above) }
        return X509_NAME_cmp(X509_get_issuer_name(read), X509_get_subject_name(above)) == 0
            && X509_verify(read, X509_get0_pubkey(above)) == 1
    }

    /// Returns how many certificates follow one another in bytes; `nil` if they are something else.
    ///
    /// At most 16 are read.
    package static func count(in octets: Data) -> Int? {
        OpenSSL.reading(octets) { start, count in
            var (next, found): (UnsafePointer<UInt8>?, Int) = (start, 0)
            while let place = next, place < start + count, found < 16 {
                var certificate = X509_new_ex(OpenSSL.context, nil)
                guard d2i_X509(&certificate, &next, place.distance(to: start + count)) != nil else {
                    X509_free(certificate)
                    return nil
                }
                X509_free(certificate)
                found += 1
            }
            return found
        }
    }

    /// The certificate as PEM text.
    package var pem: String { PEM.text("CERTIFICATE", der) }

    /// Reads a certificate, which the caller must free.
    static func read(_ der: Data) -> OpaquePointer? {
        OpenSSL.decoding(der, free: X509_free) { next, count in
            // Its keys are read without the system's configuration too.
            var certificate = X509_new_ex(OpenSSL.context, nil)
            if d2i_X509(&certificate, &next, count) != nil { return certificate }
            X509_free(certificate)
            return nil
        }
    }

    /// Returns a time of the certificate; `nil` if it is malformed.
    private static func date(_ time: UnsafePointer<ASN1_TIME>) -> Date? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }
}
