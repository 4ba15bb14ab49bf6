import Foundation

/// Proof keys for authorization codes (RFC 7636).
package enum ProofKey {
    /// Returns the S256 challenge of a verifier: the Base64url text of its SHA-256 digest (RFC 7636, 4.2).
    package static func challenge(of verifier: String) -> String {
        let digest = Hash.sha256.digest(of: Data(verifier.utf8))
        return digest.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns whether a text can be a verifier or a challenge: 43 to 128 unreserved characters (RFC 7636, 4.1).
    package static func isValid(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            }
    }

    /// Says why a text cannot be a verifier or a challenge, as the end of a sentence without the text; `nil` if it can.
    package static func flaw(of text: String) -> String? {
        if isValid(text) { return nil }
        let count = text.utf8.count
        guard (43...128).contains(count) else {
            let characters = count == 1 ? "1 character" : "\(count) characters"
            return "has \(characters): expected 43 to 128 (RFC 7636, 4.1)"
        }
        return "has a character other than letters, digits and '-._~' (RFC 7636, 4.1)"
    }
}
