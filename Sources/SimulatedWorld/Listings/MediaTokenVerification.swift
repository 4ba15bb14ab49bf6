package import EntitlementService
package import Foundation
import Identifiers
import Settings
import SimulationCore

/// The result of validating a media token, as `token verify` prints it.
package struct MediaTokenVerification: Encodable, Sendable {
    /// The verdict, with the contents of a token whose signature is valid.
    package let judgement: MediaTokenVerifier.Judgement

    /// Validates a token.
    ///
    /// An invalid token is not an error; the verdict contains the reason.
    ///
    /// - Parameters:
    ///   - token: The token, Base64 or XML.
    ///   - resource: The expected resource; `nil` if the resource is not checked.
    ///   - requestor: The expected requestor; `nil` if the requestor is not checked.
    ///   - now: The time of the validation.
    /// - Throws: An error if the built-in key is damaged.
    package init(_ token: Data, resource: String?, requestor: String?, at now: Date) throws {
        let verifier = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
        judgement = verifier.judge(
            token, resource: ResourceID(resource), requestor: RequestorID(requestor), at: now)
    }

    /// Whether the token is valid.
    package var isValid: Bool { judgement.verdict == .valid }

    private enum CodingKeys: String, CodingKey {
        case valid, verdict, reason, token
    }

    private struct Token: Encodable {
        let sessionGUID: String
        let requestorID: RequestorID
        let resourceID: ResourceID
        let ttl: Int64
        let issueTime: String
        let mvpdId: MVPDID
        let proxyMvpdId: String?
        let tokenID: String?
    }

    /// Encodes the documented keys.
    ///
    /// The keys of the token are the names of its XML elements. They are present if the token's signature is valid.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isValid, forKey: .valid)
        try container.encode(judgement.verdict.rawValue, forKey: .verdict)
        try container.encode(judgement.reason, forKey: .reason)
        try container.encodeIfPresent(
            judgement.facts.map { facts in
                Token(
                    sessionGUID: facts.sessionGUID, requestorID: facts.requestorID, resourceID: facts.resourceID,
                    ttl: facts.ttl, issueTime: TimeText.format(facts.issueTime), mvpdId: facts.mvpdID,
                    proxyMvpdId: facts.proxyMvpdID, tokenID: facts.tokenID)
            }, forKey: .token)
    }
}
