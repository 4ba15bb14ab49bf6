import Crypto
import CryptoExtras
package import Foundation
package import Identifiers
import Settings
import SimulationCore
import XMLSecurity

/// Judges media tokens, as the vendor's verifier does for a programmer's media server.
///
/// What is asked is asked in this order, and the first that does not hold is the verdict: format, signature, time to live,
/// resource, requestor. Whether a token was seen before is its holder's to know: a token is good for one use.
///
/// - Note: The verdicts are the vendor's words; in which order they are reached, and which one a token of another
///   requestor gets, is not documented. See Differences, S-20.
package struct MediaTokenVerifier: Sendable {
    /// The vendor's words for what came of it.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case valid = "VALID_TOKEN"
        case invalidFormat = "INVALID_TOKEN_FORMAT"
        case invalidSignature = "INVALID_SIGNATURE"
        case expired = "TOKEN_EXPIRED"
        case invalidResource = "INVALID_RESOURCE_ID"
        /// What no other word is for: a key that cannot be read, a token of another requestor.
        case unknown = "ERROR_UNKNOWN"
    }

    /// A verdict, why, and what the token says where its signature is good.
    package struct Judgement: Sendable, Hashable {
        /// The vendor's word.
        package let verdict: Verdict
        /// Why, as one sentence.
        package let reason: String
        /// What the token says; `nil` where nobody vouches for it.
        package let facts: MediaTokenFacts?
    }

    private let key: _RSA.Signing.PublicKey?

    /// Creates a verifier for tokens that one key signs.
    ///
    /// A text that is no public key is not an error here: each token gets ``Verdict/unknown`` then, as from the vendor's
    /// verifier without its key store.
    package init(publicKeyPEM: String) {
        key = try? _RSA.Signing.PublicKey(pemRepresentation: publicKeyPEM)
    }

    /// Judges a token.
    ///
    /// - Parameters:
    ///   - token: The Base64 that an app was given, or the XML in it; white space around it is no part of it.
    ///   - resource: The resource that is about to be played; `nil`: not asked.
    ///   - requestor: For whom it must be; `nil`: not asked.
    ///   - now: The instant at which it is judged. A token is valid before the end of its time to live, not at it.
    /// - Returns: The verdict with its reason, and with what the token says where its signature is good.
    package func judge(_ token: Data, resource: ResourceID?, requestor: RequestorID?, at now: Date) -> Judgement {
        guard let parts = SignedParts(token) else {
            return refusal(.invalidFormat, "This is no media token: neither its XML nor the Base64 of it.")
        }
        let facts: MediaTokenFacts
        do throws(XMLError) {
            facts = try MediaTokenFacts(parts.element)
        } catch {
            return refusal(.invalidFormat, error.description)
        }
        guard let key else { return refusal(.unknown, "The key that verifies tokens cannot be read.") }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: parts.signature)
        guard
            key.isValidSignature(signature, for: SHA256.hash(data: parts.element), padding: .insecurePKCS1v1_5)
        else { return refusal(.invalidSignature, "The signature is not one over these bytes by the service's key.") }
        let end = TimeText.format(facts.notAfter)
        guard now < facts.notAfter else { return refusal(.expired, "The token ended at \(end).", facts) }
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

/// The two parts of a media token: a signature, and the bytes over which it was made.
private struct SignedParts {
    let signature: Data
    let element: Data

    /// Takes a token apart, byte by byte: what is signed must not pass through a parser first.
    init?(_ token: Data) {
        let given = Data(token.trimmedOfXMLSpace)
        let xml = given.first == UInt8(ascii: "<") ? given : StrictBase64.octets(given)
        let (begin, end) = (Data("<signatureInfo>".utf8), Data("</signatureInfo>".utf8))
        guard let xml = xml.map({ Data($0.trimmedOfXMLSpace) }), xml.starts(with: begin),
            let close = xml.range(of: end),
            let text = String(validating: xml[begin.count..<close.lowerBound], as: UTF8.self),
            // Written in no other way than the one: a bit that Base64 leaves unused is a bit that could be changed.
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
