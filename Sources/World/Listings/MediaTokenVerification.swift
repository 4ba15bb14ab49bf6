package import Foundation
import TVSimCore
package import TVSimEntitlementService
import TVSimStructuredText

/// The result of validating a media token, as `token verify` prints it.
package struct MediaTokenVerification: Sendable {
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

    /// The verdict as JSON, with the documented keys.
    ///
    /// The keys of the token are the names of its XML elements.
    package struct Report: Codable, Sendable {
        let valid: Bool
        let verdict: String
        let reason: String
        /// Present if the token's signature is valid.
        let token: Token?

        struct Token: Codable {
            let sessionGUID: String
            let requestorID: RequestorID
            let resourceID: ResourceID
            let ttl: Int64
            let issueTime: String
            let mvpdId: MVPDID
            let proxyMvpdId: String?
            let tokenID: String?
        }
    }

    /// The verdict as JSON.
    package var report: Report {
        Report(
            valid: isValid, verdict: judgement.verdict.rawValue, reason: judgement.reason,
            token: judgement.facts.map { facts in
                Report.Token(
                    sessionGUID: facts.sessionGUID, requestorID: facts.requestorID, resourceID: facts.resourceID,
                    ttl: facts.ttl, issueTime: TimeText.format(facts.issueTime), mvpdId: facts.mvpdID,
                    proxyMvpdId: facts.proxyMvpdID, tokenID: facts.tokenID)
            })
    }
}
