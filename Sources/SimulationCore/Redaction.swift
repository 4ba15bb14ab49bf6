import Crypto
import Foundation

/// Takes secrets out of what is written down.
///
/// A secret becomes a placeholder with the first eight digits of its SHA-256, so that two traces can still be compared
/// and equal secrets are seen to be equal.
package enum Redaction {
    /// Names whose values are secret wherever they appear, compared without case, blanks, `-` and `_`.
    private static let secretNames: Set<String> = [
        "accesstoken", "authorization", "clientsecret", "password", "samlresponse", "samlattributequeryresponse",
        "serializedtoken", "softwarestatement", "verificationtoken", "authenticationrequest", "mediatoken", "token",
        "idfv",
    ]

    /// The shortest run of token characters that is taken for a secret in free text.
    ///
    /// Identifiers, digests in hexadecimal and URLs' path segments are shorter; tokens, signatures and Base64 messages
    /// are longer.
    private static let longestPlainRun = 96

    /// Replaces the values under secret names, and what looks like a token in the others.
    package static func redact(_ details: [String: String]) -> [String: String] {
        var redacted = details
        for (name, value) in details {
            let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
            redacted[name] = secretNames.contains(plain) ? placeholder(value) : redact(value)
        }
        return redacted
    }

    /// Replaces what looks like a token in free text.
    package static func redact(_ text: String) -> String {
        guard text.utf8.count >= longestPlainRun || text.contains("eyJ") else { return text }
        var result = ""
        var run = Substring()
        for (index, character) in zip(text.indices, text) {
            if isTokenCharacter(character) {
                run = run.isEmpty ? text[index...index] : text[run.startIndex...index]
            } else {
                result += settled(run)
                result.append(character)
                run = Substring()
            }
        }
        return result + settled(run)
    }

    /// Returns the stable placeholder of a secret.
    package static func placeholder(_ secret: String) -> String {
        let digest = SHA256.hash(data: Data(secret.utf8)).prefix(4)
        let digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return "<redacted \(digits)>"
    }

    private static func settled(_ run: Substring) -> String {
        let isJWT = run.hasPrefix("eyJ") && run.count > 20
        return isJWT || run.count >= longestPlainRun ? placeholder(String(run)) : String(run)
    }

    private static func isTokenCharacter(_ character: Character) -> Bool {
        guard let ascii = character.asciiValue else { return false }
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            return true
        default:
            return "+/=_-.%".utf8.contains(ascii)
        }
    }
}
