import Foundation
import TVSimStructuredText
package import TVSimXMLSecurity

/// The HTTP-Redirect binding: a message in a URL's query, with a detached signature over the query (SAML Bindings 2.0,
/// 3.4).
package enum RedirectBinding {
    /// The maximum length of a relay state in bytes (SAML Bindings 2.0, 3.4.3).
    package static let longestRelayState = 80
    private static let encoding = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"

    /// The kind of a query's message, by the name of its parameter.
    package enum Message: String, Sendable, Hashable {
        case request = "SAMLRequest"
        case response = "SAMLResponse"
    }

    /// A message from a query.
    package struct Received: Sendable, Hashable {
        /// The message, as XML.
        package let xml: String
        /// The value that the sender expects back with the answer.
        package let relayState: String?
    }

    /// Returns the query of a signed message.
    ///
    /// - Throws: ``XMLError`` if the identity cannot sign, ``MessageError`` if the message cannot be compressed.
    package static func query(
        _ message: Message, _ xml: String, relayState: String?, signedBy identity: SigningIdentity
    ) throws -> String {
        var query =
            "\(message.rawValue)=" + PercentCoding.encode(try Deflate.compress(Data(xml.utf8)).base64EncodedString())
        if let relayState { query += "&RelayState=" + PercentCoding.encode(relayState) }
        query += "&SigAlg=" + PercentCoding.encode(SignatureAlgorithm.rsaSHA256.rawValue)
        let signature = try identity.sign(Data(query.utf8), algorithm: .rsaSHA256)
        return query + "&Signature=" + PercentCoding.encode(signature.base64EncodedString())
    }

    /// Reads the query of a signed message and verifies its signature.
    ///
    /// The signature covers the query's bytes as received, in the standard's order, whatever the order of the
    /// parameters.
    ///
    /// - Parameters:
    ///   - message: The expected kind of message.
    ///   - query: The query as in the URL, without the question mark.
    ///   - certificates: The trusted certificates.
    /// - Returns: The message and the relay state.
    /// - Throws: ``MessageError`` if a part is missing, repeated or malformed, or the signature is not valid for any
    ///   certificate.
    package static func read(
        _ message: Message, in query: String, signedBy certificates: [TrustedCertificate]
    ) throws(MessageError) -> Received {
        let parts = try parts(of: query)
        let name = message.rawValue
        guard let content = parts[name] else { throw missing(name, parts) }
        guard let algorithmText = parts["SigAlg"], let signatureText = parts["Signature"] else {
            throw MessageError(
                "The message is not signed: the query has no \(parts["Signature"] == nil ? "Signature" : "SigAlg").")
        }
        if let given = try parts["SAMLEncoding"].map(unescape), given != encoding {
            throw MessageError("The SAMLEncoding is '\(given)': expected '\(encoding)'.")
        }
        let named = try unescape(algorithmText)
        guard let algorithm = SignatureAlgorithm(rawValue: named), algorithm != .rsaSHA1 else {
            throw MessageError(
                "The signature algorithm '\(named.prefix(256))' (SigAlg) is not accepted: expected RSA, RSA-PSS (MGF1) or ECDSA "
                    + "with SHA-256, SHA-384 or SHA-512.")
        }
        var signed = "\(name)=\(content)"
        if let relayState = parts["RelayState"] { signed += "&RelayState=\(relayState)" }
        signed += "&SigAlg=\(algorithmText)"
        let plain = try unescape(signatureText)
        guard let signature = StrictBase64.octets(plain) else {
            throw MessageError("The Signature of the query \(StrictBase64.flaw(in: plain) ?? "is damaged").")
        }
        guard certificates.contains(where: { algorithm.isValidSignature(signature, for: Data(signed.utf8), by: $0) })
        else {
            let query = QueryDiagnosis(
                message: name, parts: parts, algorithm: algorithm, signature: signature, certificates: certificates)
            let trusted = certificates.map { "SHA-256 \($0.fingerprint)" }.joined(separator: "; ")
            throw MessageError(
                "The signature of the query is not valid for any trusted certificate (\(trusted)): \(query.cause). It covers "
                    + "\(name), RelayState and SigAlg in this order, percent-encoded as they were sent.")
        }
        return try received(content, parts)
    }

    /// Reads the query of a message without verifying its signature; do not trust its contents.
    ///
    /// - Throws: ``MessageError`` if a part is missing, repeated or malformed.
    package static func readUnsigned(_ message: Message, in query: String) throws(MessageError) -> Received {
        let parts = try parts(of: query)
        guard let content = parts[message.rawValue] else { throw missing(message.rawValue, parts) }
        return try received(content, parts)
    }

    /// Returns the unverified relay state of a query; `nil` if it has none.
    ///
    /// - Throws: ``MessageError`` if a part is repeated or malformed.
    package static func relayState(in query: String) throws(MessageError) -> String? {
        try parts(of: query)["RelayState"].map { text throws(MessageError) in try unescape(text) }
    }

    /// Returns the error for a query without a message, which may have one of the other kind.
    private static func missing(_ name: String, _ parts: [String: String]) -> MessageError {
        let other = [Message.request, .response].first { $0.rawValue != name && parts[$0.rawValue] != nil }
        return MessageError("The query has no \(name)\(other.map { ", but a \($0.rawValue)" } ?? "").")
    }

    private static func received(_ content: String, _ parts: [String: String]) throws(MessageError) -> Received {
        let relayState = try parts["RelayState"].map { text throws(MessageError) in try unescape(text) }
        guard relayState.map({ $0.utf8.count <= longestRelayState }) ?? true else {
            throw MessageError(
                "The relay state has more than \(longestRelayState) bytes: it has \(relayState?.utf8.count ?? 0).")
        }
        let text = try unescape(content)
        guard let compressed = StrictBase64.octets(text) else {
            throw MessageError("The message is not valid Base64: it \(StrictBase64.flaw(in: text) ?? "is damaged").")
        }
        let octets: Data
        do { octets = try Deflate.decompress(compressed) } catch {
            guard compressed.first == UInt8(ascii: "<") else { throw MessageError(reading: error) }
            throw MessageError(
                "The message is not compressed: the HTTP-Redirect binding needs raw DEFLATE before Base64.")
        }
        guard let xml = String(validating: octets, as: UTF8.self) else {
            throw MessageError("The message is not UTF-8.")
        }
        return Received(xml: xml, relayState: relayState)
    }

    /// Returns the parts of a query by name, still percent-encoded.
    private static func parts(of query: String) throws(MessageError) -> [String: String] {
        var parts: [String: String] = [:]
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(Substring(halves[0]))
            guard parts[name] == nil else { throw MessageError("The query has '\(name.prefix(128))' twice.") }
            parts[name] = halves.count == 2 ? String(Substring(halves[1])) : ""
        }
        return parts
    }

    private static func unescape(_ text: String) throws(MessageError) -> String {
        guard let plain = PercentCoding.decode(text.utf8, plusIsBlank: true) else {
            throw MessageError("The query contains an invalid percent-encoding.")
        }
        return plain
    }
}
