import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimXMLSecurity

/// `GET /keys/media-token.json`: the public key of media tokens, for a media server's own verifier.
struct MediaTokenKeysEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        let key = try RSAPublicParts(pem: SimulationKeys.mediaTokenPublicKey())
        return try ServiceAnswer(
            JSONWebKeySet(keys: [
                .init(kid: "media-token", n: key.modulus.base64URL, e: key.exponent.base64URL)
            ]), outcome: "keys", reason: "The key is public.")
    }
}

/// `GET /keys/media-token.pem`: the same key in PEM.
struct MediaTokenKeyEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        var answer = ServiceAnswer(status: 200, outcome: "key", reason: "The key is public.")
        answer.fields[.contentType] = "application/x-pem-file"
        answer.body = Data((try SimulationKeys.mediaTokenPublicKey() + "\n").utf8)
        return answer
    }
}

/// The two numbers of a public RSA key, read from its DER (RFC 8017, A.1.1; RFC 5280, 4.1).
private struct RSAPublicParts {
    let modulus: Data
    let exponent: Data

    /// Reads a key.
    ///
    /// - Throws: `XMLError` if the text is not a public RSA key in PEM.
    init(pem: String) throws {
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        var info = DERReader(Data(base64Encoded: lines.joined()) ?? Data())
        // SubjectPublicKeyInfo: the algorithm, then a BIT STRING with the RSAPublicKey.
        guard var key = info.content(of: 0x30), key.content(of: 0x30) != nil,
            var bits = key.content(of: 0x03), bits.skip(1), var numbers = bits.content(of: 0x30),
            let modulus = numbers.content(of: 0x02), let exponent = numbers.content(of: 0x02)
        else { throw XMLError(.key, "The public key of media tokens is not an RSA key.") }
        self.modulus = modulus.unsigned
        self.exponent = exponent.unsigned
    }
}

/// Reads definite lengths of DER (X.690, 10.1).
private struct DERReader {
    private var rest: Data

    init(_ data: Data) { rest = data }

    /// The bytes of an INTEGER without its sign.
    var unsigned: Data { Data(rest.drop { $0 == 0 }) }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Returns the content of the next element, and continues behind it; `nil` if it has another tag.
    mutating func content(of tag: UInt8) -> DERReader? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first & 0x80 != 0 {
            length = 0
            for _ in 0..<Int(first & 0x7f) {
                guard let octet = rest.popFirst(), length < 1 << 20 else { return nil }
                length = length << 8 | Int(octet)
            }
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return DERReader(Data(rest.prefix(length)))
    }
}

extension Data {
    /// The Base64 for URLs without padding (RFC 7515, 2).
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
