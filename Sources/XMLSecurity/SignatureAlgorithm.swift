import Crypto
import CryptoExtras
import Foundation

/// The digest algorithms of signatures, by the identifiers of XML Signature 1.1 § 6.2.
enum DigestAlgorithm: String {
    case sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
    case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"

    func digest(_ data: Data) -> Data {
        switch self {
        case .sha1: Data(Insecure.SHA1.hash(data: data))
        case .sha256: Data(SHA256.hash(data: data))
        case .sha384: Data(SHA384.hash(data: data))
        case .sha512: Data(SHA512.hash(data: data))
        }
    }
}

/// The signature algorithms, by the identifiers of XML Signature 1.1 § 6.4 and RFC 6931 § 2.3.
enum SignatureAlgorithm: String {
    case rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
    case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    case rsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
    case rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
    case pssSHA256 = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
    case pssSHA384 = "http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1"
    case pssSHA512 = "http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1"
    case ecdsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
    case ecdsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
    case ecdsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512"

    var usesSHA1: Bool { self == .rsaSHA1 }

    /// Whether a key made a signature over octets. A key of another kind made none.
    func isValid(_ signature: Data, over octets: Data, by key: TrustedCertificate.Key) -> Bool {
        switch (self, key) {
        case (.rsaSHA1, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: Insecure.SHA1.hash(data: octets), padding: .insecurePKCS1v1_5)
        case (.rsaSHA256, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA256.hash(data: octets), padding: .insecurePKCS1v1_5)
        case (.rsaSHA384, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA384.hash(data: octets), padding: .insecurePKCS1v1_5)
        case (.rsaSHA512, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA512.hash(data: octets), padding: .insecurePKCS1v1_5)
        case (.pssSHA256, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA256.hash(data: octets), padding: .PSS)
        case (.pssSHA384, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA384.hash(data: octets), padding: .PSS)
        case (.pssSHA512, .rsa(let key)):
            key.isValidSignature(rsa(signature), for: SHA512.hash(data: octets), padding: .PSS)
        case (.ecdsaSHA256, .p256(let key)):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA256.hash(data: octets))
            } ?? false
        case (.ecdsaSHA384, .p384(let key)):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA384.hash(data: octets))
            } ?? false
        case (.ecdsaSHA512, .p521(let key)):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA512.hash(data: octets))
            } ?? false
        default:
            false
        }
    }

    private func rsa(_ signature: Data) -> _RSA.Signing.RSASignature {
        _RSA.Signing.RSASignature(rawRepresentation: signature)
    }
}
