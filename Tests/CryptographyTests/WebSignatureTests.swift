import Foundation
import TestSupport
import Testing

@testable import TVSimCryptography

@Suite("A JSON Web Signature") struct WebSignatureTests {
    /// RFC 7515, A.2.1.
    static let token =
        "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
        + "cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJd"
        + "bF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6"
        + "_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igc"
        + "N_IoypGlUPQGe77Rw"

    static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-p"
        + "CgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg"
        + "665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FR"
        + "WyuXpoQ"

    private func key() throws -> PublicKey {
        let text = Self.modulus.replacing("-", with: "+").replacing("_", with: "/")
        let modulus = try #require(Data(base64Encoded: text + "=="))
        return try #require(PublicKey(modulus: modulus, exponent: Data([1, 0, 1])))
    }

    @Test("of RFC 7515, A.2 is verified, and its payload read")
    func example() throws {
        let read = try #require(WebSignature(Self.token))
        #expect(read.isSigned(by: try key()))
        #expect(
            read.payload
                == Data("{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8))
        let other = try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey)).publicKey
        #expect(!read.isSigned(by: other))
    }

    @Test("is refused if any part of it is changed")
    func changed() throws {
        let key = try key()
        let parts = Self.token.split(separator: ".").map(String.init)
        for (place, part) in parts.enumerated() {
            var changed = parts
            changed[place] = String(part.dropLast(4)) + "AAAA"
            #expect(WebSignature(changed.joined(separator: "."))?.isSigned(by: key) != true)
        }
        #expect(WebSignature(parts[0] + "." + parts[1] + ".")?.isSigned(by: key) == false)
    }

    @Test(
        "with another algorithm or a critical extension is refused, although the signature is valid",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"RS384"}"#,
            #"{"alg":"PS256"}"#, #"{"alg":"ES256"}"#, #"{"alg":"rs256"}"#, #"{"typ":"JWT"}"#, #"{"alg":null}"#,
            #"{"alg":"RS256","crit":["b64"],"b64":false}"#, #"{"alg":"RS256","crit":[]}"#,
        ])
    func algorithm(_ header: String) throws {
        let key = try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey))
        func signed(_ header: String) throws -> WebSignature? {
            let text = (Data(header.utf8).base64EncodedString() + ".e30").replacing("=", with: "")
            let digest = Hash.sha256.digest(of: Data(text.utf8))
            let signature = try #require(key.sign(digest, .sha256, .rsaPKCS1))
            let base64 = signature.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            return WebSignature(text + "." + base64.replacing("=", with: ""))
        }
        #expect(try signed(#"{"alg":"RS256"}"#)?.isSigned(by: key.publicKey) == true)
        let other = try #require(try signed(header))
        #expect(!other.isSigned(by: key.publicKey))
    }

    @Test("with HS256 and the public key as its secret is refused")
    func confused() throws {
        let key = try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey)).publicKey
        let text = Data(#"{"alg":"HS256"}"#.utf8).base64EncodedString().replacing("=", with: "") + ".e30"
        let (der, pem) = (try #require(key.der), try #require(key.pem))
        for secret in [der, Data(pem.utf8)] {
            let code = Hash.sha256.authenticationCode(of: Data(text.utf8), key: secret).base64EncodedString()
            let base64 = code.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(WebSignature(text + "." + base64)?.isSigned(by: key) == false)
        }
    }

    @Test("is written with sorted header, and verified")
    func written() throws {
        let key = try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey))
        let token = try WebSignature.token(of: Data("{}".utf8)) { octets in
            try #require(key.sign(Hash.sha256.digest(of: octets), .sha256, .rsaPKCS1))
        }
        #expect(token.hasPrefix("eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30."))
        #expect(WebSignature(token)?.isSigned(by: key.publicKey) == true)
    }

    @Test(
        "that is malformed is not read",
        arguments: [
            "", ".", "..", "a.b.c", "e30", "e30.e30", "e30.e30.e30.e30", "e30=.e30.", "W10.e30.", "!.e30.",
            #"eyJhbGciOjF9.e30."#, String(repeating: "a.", count: 10_000),
        ])
    func malformed(_ token: String) {
        #expect(WebSignature(token) == nil)
    }
}
