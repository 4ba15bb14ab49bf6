package import Foundation
import TVSimCore
import TVSimCryptography
package import TVSimStructuredText
import TVSimXMLSecurity

/// Verifies media tokens, as the vendor's verifier does for a programmer's media server.
///
/// The checks run in this order: format, signature, time to live, resource, requestor. The first failure is the
/// verdict. The verifier does not detect reused tokens; the media server must, because a token is valid for one use.
///
/// - Note: The verdicts have the vendor's names. Their order, and the verdict for a token of another requestor, are not
///   documented. See Differences, S-20.
package struct MediaTokenVerifier: Sendable {
    /// The vendor's name of a result.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case valid = "VALID_TOKEN"
        case invalidFormat = "INVALID_TOKEN_FORMAT"
        case invalidSignature = "INVALID_SIGNATURE"
        case expired = "TOKEN_EXPIRED"
        case invalidResource = "INVALID_RESOURCE_ID"
        /// Any other failure: the key cannot be read, or the token is for another requestor.
        case unknown = "ERROR_UNKNOWN"
    }

    /// A verdict with its reason, and the token's contents if its signature is valid.
    package struct Judgement: Sendable, Hashable {
        /// The verdict.
        package let verdict: Verdict
        /// The reason, in one sentence.
        package let reason: String
        /// The token's contents; `nil` if the signature is not valid.
        package let facts: MediaTokenFacts?
    }

    private let key: PublicKey?

    /// Creates a verifier for tokens of one key.
    ///
    /// An invalid key does not throw. Every well-formed token then gets ``Verdict/unknown``, as from the vendor's
    /// verifier without its key store.
    package init(publicKeyPEM: String) {
        key = PublicKey(pem: publicKeyPEM).flatMap { ($0.rsaBits ?? 0) >= TrustedCertificate.smallestRSAKey ? $0 : nil }
    }

    /// Verifies a token.
    ///
    /// - Parameters:
    ///   - token: The token in Base64, as an app gets it, or its XML. Surrounding white space is ignored.
    ///   - resource: The expected resource; `nil` to skip the check.
    ///   - requestor: The expected requestor; `nil` to skip the check.
    ///   - now: The time of the check. A token has expired at the end of its time to live.
    /// - Returns: The verdict with its reason, and the token's contents if the signature is valid.
    package func judge(_ token: Data, resource: ResourceID?, requestor: RequestorID?, at now: Date) -> Judgement {
        guard let parts = SignedParts(token) else {
            return refusal(.invalidFormat, "The text is neither a media token nor a media token in Base64.")
        }
        let facts: MediaTokenFacts
        do throws(XMLError) {
            facts = try MediaTokenFacts(parts.element)
        } catch {
            return refusal(.invalidFormat, error.description)
        }
        guard let key else { return refusal(.unknown, "The public key that verifies tokens is invalid.") }
        let digest = Hash.sha256.digest(of: parts.element)
        guard key.isValidSignature(parts.signature, for: digest, .sha256, .rsaPKCS1) else {
            return refusal(.invalidSignature, "The signature does not match the token's bytes and the service's key.")
        }
        let end = TimeText.format(facts.notAfter)
        guard now < facts.notAfter else { return refusal(.expired, "The token expired at \(end).", facts) }
        if let resource, resource != facts.resourceID {
            return refusal(.invalidResource, "The token is for the resource '\(facts.resourceID)'.", facts)
        }
        if let requestor, requestor != facts.requestorID {
            return refusal(.unknown, "The token is for the requestor '\(facts.requestorID)'.", facts)
        }
        return Judgement(verdict: .valid, reason: "The token is valid until \(end).", facts: facts)
    }

    private func refusal(_ verdict: Verdict, _ reason: String, _ facts: MediaTokenFacts? = nil) -> Judgement {
        Judgement(verdict: verdict, reason: reason, facts: facts)
    }
}

/// The parts of a media token: the signature and the signed bytes.
private struct SignedParts {
    let signature: Data
    let element: Data

    /// Splits a token byte by byte; `nil` if it is malformed.
    ///
    /// Signed bytes must not pass through a parser before the signature is verified.
    init?(_ token: Data) {
        let given = Data(token.trimmedOfXMLSpace)
        let xml = given.first == UInt8(ascii: "<") ? given : StrictBase64.octets(given)
        let (begin, end) = (Data("<signatureInfo>".utf8), Data("</signatureInfo>".utf8))
        guard let xml = xml.map({ Data($0.trimmedOfXMLSpace) }), xml.starts(with: begin),
            let close = xml.range(of: end),
            let text = String(validating: xml[begin.count..<close.lowerBound], as: UTF8.self),
            // The Base64 must be canonical: unused bits could otherwise be changed without invalidating the signature.
            let signature = StrictBase64.octets(text), signature.base64EncodedString() == text
        else { return nil }
        self.signature = signature
        element = Data(xml[close.upperBound...])
    }
}

extension Data {
    /// The bytes without XML's white space at both ends.
    fileprivate var trimmedOfXMLSpace: Data {
        guard let first = firstIndex(where: { !String.isXMLSpace($0) }),
            let last = lastIndex(where: { !String.isXMLSpace($0) })
        else { return Data() }
        return self[first...last]
    }
}
