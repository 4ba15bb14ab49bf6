import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// Says why the signature of a query is not valid, after it was refused.
///
/// It never changes a verdict. The query is hostile, and is written again a few times, in forward passes.
struct QueryDiagnosis {
    /// The name of the message's parameter.
    let message: String
    /// The parameters as they were sent, by name.
    let parts: [String: String]
    let algorithm: SignatureAlgorithm
    let signature: Data
    let certificates: [TrustedCertificate]

    /// The cause, as a clause.
    var cause: String {
        for (text, cause) in copies where isSigned(text) { return cause }
        if let other = SignatureAlgorithm.allCases.first(where: { isSigned(signed(Self.unchanged), by: $0) }) {
            return "a trusted key made it with '\(other.rawValue)', and SigAlg names '\(algorithm.rawValue)'"
        }
        if certificates.contains(where: { $0.madeByRSA(signature) }) {
            return "a trusted key made it, but over another query: a parameter was changed, or encoded again"
        }
        return algorithm.usesRSA
            ? "another key made it, or Signature was changed"
            : "another key made it, or the query or Signature was changed"
    }

    /// Queries that programs sign instead, with what they do.
    private var copies: [(String, String)] {
        let hasState = parts["RelayState"] != nil
        var copies = [
            (
                signed(Self.lowercased),
                "it was made over percent-encodings in lower case, and the query was encoded again"
            ),
            (
                signed(Self.uppercased),
                "it was made over percent-encodings in upper case, and the query was encoded again"
            ),
            (signed(Self.encodedAgain), "it was made over other percent-encodings of the same values"),
            (signed(Self.decoded), "it was made over the values before they were percent-encoded"),
            (
                signed(Self.unchanged, ["SigAlg", "RelayState", message]),
                "it was made over the parameters in another order"
            ),
            (
                signed(Self.unchanged, [message, "SigAlg", "RelayState"]),
                "it was made over the parameters in another order: SigAlg before RelayState"
            ),
        ]
        if hasState {
            copies.append((signed(Self.unchanged, [message, "SigAlg"]), "it was made without RelayState"))
        } else {
            copies.append(
                (signed(Self.unchanged, adding: true), "it was made over an empty RelayState, which was not sent"))
        }
        return copies
    }

    private func signed(
        _ write: (String) -> String, _ order: [String]? = nil, adding: Bool = false
    ) -> String {
        (order ?? [message, "RelayState", "SigAlg"]).compactMap { name in
            let value = parts[name] ?? (adding ? "" : nil)
            return value.map { "\(name)=\(write($0))" }
        }.joined(separator: "&")
    }

    private func isSigned(_ text: String) -> Bool { isSigned(text, by: algorithm) }

    private func isSigned(_ text: String, by algorithm: SignatureAlgorithm) -> Bool {
        certificates.contains { algorithm.isValidSignature(signature, for: Data(text.utf8), by: $0) }
    }

    // MARK: - Encodings

    private static func unchanged(_ text: String) -> String { text }
    private static func decoded(_ text: String) -> String { PercentCoding.decode(text.utf8, plusIsBlank: true) ?? text }
    private static func encodedAgain(_ text: String) -> String { PercentCoding.encode(decoded(text)) }
    private static func lowercased(_ text: String) -> String { cased(text) { $0 >= 65 && $0 <= 70 ? $0 + 32 : $0 } }
    private static func uppercased(_ text: String) -> String { cased(text) { $0 >= 97 && $0 <= 102 ? $0 - 32 : $0 } }

    /// Changes the two digits after each `%`.
    private static func cased(_ text: String, _ change: (UInt8) -> UInt8) -> String {
        var digits = 0
        let octets = text.utf8.map { octet -> UInt8 in
            defer { digits = octet == UInt8(ascii: "%") ? 2 : max(0, digits - 1) }
            return digits > 0 ? change(octet) : octet
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
