import CTVSimOpenSSL
package import Foundation
import TVSimPlatform

/// A certificate to be signed (RFC 5280, 4.1 and 4.2): of an authority, of a server that an authority vouches for, or
/// of a signer of messages.
package struct CertificateRequest: Sendable {
    /// The organization in the subject's name.
    package var organization: String
    /// The common name in the subject's name.
    package var commonName: String
    /// The start of the validity.
    package var notValidBefore: Date
    /// The end of the validity, inclusive.
    package var notValidAfter: Date
    /// The host names and IP addresses of a server; `nil` for an authority, or for a signer of messages.
    package var hosts: [String]?
    /// What the certificate is for.
    var purpose: Purpose
    /// The serial number; `nil` for a random one.
    var serialNumber: Data?

    /// What a certificate is for.
    enum Purpose {
        /// It signs certificates of servers.
        case authority
        /// It identifies a server.
        case server
        /// It signs messages.
        case messages
    }

    /// Creates a request.
    package init(
        organization: String, commonName: String, notValidBefore: Date, notValidAfter: Date, hosts: [String]? = nil
    ) {
        (self.organization, self.commonName) = (organization, commonName)
        (self.notValidBefore, self.notValidAfter) = (notValidBefore, notValidAfter)
        self.hosts = hosts
        purpose = hosts == nil ? .authority : .server
    }

    /// Signs the certificate with ECDSA and SHA-256; its serial number is random.
    ///
    /// - Parameters:
    ///   - key: The public key of the certificate.
    ///   - authority: The certificate of the authority; `nil` if the certificate signs itself.
    ///   - authorityKey: The private key of the authority.
    /// - Returns: The certificate; `nil` if a part cannot be written, for example a host name that is not ASCII.
    package func signed(
        for key: PublicKey, by authority: Certificate?, _ authorityKey: CurvePrivateKey
    ) -> Certificate? {
        signed(for: key, by: authority, authorityKey.key)
    }

    /// Signs the certificate with SHA-256 by a key of any kind.
    func signed(for key: PublicKey, by authority: Certificate?, _ authorityKey: Key) -> Certificate? {
        guard let made = X509_new_ex(OpenSSL.context, nil) else { return nil }
        defer { X509_free(made) }
        let issuer = authority.flatMap { Certificate.read($0.der) }
        defer { X509_free(issuer) }
        guard let subject = X509_get_subject_name(made), let own = key.der.flatMap(Self.read) else { return nil }
        defer { EVP_PKEY_free(own) }
        guard (authority == nil) == (issuer == nil), X509_set_version(made, 2) == 1, setSerialNumber(made),
            X509_set_pubkey(made, own) == 1,
            ASN1_TIME_set(X509_getm_notBefore(made), Self.seconds(notValidBefore)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(made), Self.seconds(notValidAfter)) != nil,
            Self.add(organization, NID_organizationName, to: subject),
            Self.add(commonName, NID_commonName, to: subject),
            X509_set_issuer_name(made, issuer.flatMap(X509_get_subject_name) ?? subject) == 1,
            addExtensions(to: made, issuer: issuer),
            X509_sign(made, authorityKey.pointer, EVP_sha256()) > 0
        else { return nil }
        return OpenSSL.encoding { i2d_X509(made, $0) }.flatMap(Certificate.init(der:))
    }

    static func read(_ publicKey: Data) -> OpaquePointer? {
        OpenSSL.decoding(publicKey, free: EVP_PKEY_free) { d2i_PUBKEY_ex(nil, &$0, $1, OpenSSL.context, nil) }
    }

    static func seconds(_ date: Date) -> time_t { time_t(date.timeIntervalSince1970.rounded(.down)) }

    private static func add(_ text: String, _ kind: Int32, to name: OpaquePointer) -> Bool {
        X509_NAME_add_entry_by_NID(name, kind, MBSTRING_UTF8, Array(text.utf8), Int32(text.utf8.count), -1, 0) == 1
    }

    private func setSerialNumber(_ made: OpaquePointer) -> Bool {
        // At most 20 bytes and positive (RFC 5280, 4.1.2.2).
        guard let number = Number(serialNumber ?? SecureRandom.bytes(19)) else { return false }
        return BN_to_ASN1_INTEGER(number.pointer, X509_get_serialNumber(made)) != nil
    }

    private func addExtensions(to made: OpaquePointer, issuer: OpaquePointer?) -> Bool {
        let isAuthority = purpose == .authority
        var extensions = [
            // The authority signs server certificates only, not other authorities.
            (NID_basic_constraints, isAuthority ? "critical,CA:TRUE,pathlen:0" : "critical,CA:FALSE"),
            (NID_key_usage, isAuthority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature"),
        ]
        if purpose == .server { extensions.append((NID_ext_key_usage, "serverAuth")) }
        for (kind, value) in extensions {
            guard Self.add(kind, value, to: made) else { return false }
        }
        if let hosts, !AlternativeNames.add(hosts, to: made) { return false }
        guard Self.add(NID_subject_key_identifier, "hash", to: made) else { return false }
        // Strict clients reject a certificate without it (RFC 5280, 4.2.1.1).
        return issuer.map { Self.addKeyIdentifier(of: $0, to: made) } ?? true
    }

    /// Adds an extension in the notation of OpenSSL's configuration; never call this with text from outside.
    private static func add(_ kind: Int32, _ value: String, to made: OpaquePointer) -> Bool {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, made, made, nil, nil, 0)
        guard let addition = X509V3_EXT_nconf_nid(nil, &context, kind, value) else { return false }
        defer { X509_EXTENSION_free(addition) }
        return X509_add_ext(made, addition, -1) == 1
    }

    /// Adds the identifier of the authority's key: the one that its certificate says, otherwise its digest.
    private static func addKeyIdentifier(of issuer: OpaquePointer, to made: OpaquePointer) -> Bool {
        guard let identifier = AUTHORITY_KEYID_new() else { return false }
        defer { AUTHORITY_KEYID_free(identifier) }
        if let said = X509_get0_subject_key_id(issuer) {
            identifier.pointee.keyid = ASN1_STRING_dup(said)
        } else {
            guard let bits = X509_get0_pubkey_bitstr(issuer), let text = ASN1_OCTET_STRING_new() else { return false }
            identifier.pointee.keyid = text
            let digest = Hash.sha1.digest(
                of: Data(bytes: bits.pointee.data, count: Int(bits.pointee.length)))
            guard ASN1_OCTET_STRING_set(text, Array(digest), Int32(digest.count)) == 1 else { return false }
        }
        return X509_add1_ext_i2d(made, NID_authority_key_identifier, identifier, 0, 0) == 1
    }
}
