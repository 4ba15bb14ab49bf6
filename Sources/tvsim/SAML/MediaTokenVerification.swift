import EntitlementService
package import Foundation
import Identifiers
import ProgramSupport
import Settings
import SimulationCore

/// The result of validating a media token, as `token verify` prints it.
package struct MediaTokenVerification: Encodable, Sendable {
    private let judgement: MediaTokenVerifier.Judgement

    /// Validates the token in a file.
    ///
    /// An invalid token is not an error; the verdict contains the reason.
    ///
    /// - Parameters:
    ///   - file: The path of the token in Base64 or XML; `-` is standard input.
    ///   - resource: The expected resource; `nil` if the resource is not checked.
    ///   - requestor: The expected requestor; `nil` if the requestor is not checked.
    ///   - now: Returns the time of the validation; it is called after the file is read.
    /// - Throws: `CommandError` when the file cannot be read, and the errors of `now`.
    package init(file: String, resource: String?, requestor: String?, at now: () throws -> Date) throws {
        let token = Data(try NamedFile.read(file))
        let verifier = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
        judgement = verifier.judge(
            token, resource: ResourceID(resource), requestor: RequestorID(requestor), at: try now())
    }

    /// Whether the token is valid.
    package var isValid: Bool { judgement.verdict == .valid }

    /// The result as text.
    package var text: String {
        var lines = [judgement.verdict.rawValue, "  \(judgement.reason)"]
        if let facts = judgement.facts {
            lines += [
                "  resourceID: \(facts.resourceID)", "  requestorID: \(facts.requestorID)", "  mvpdId: \(facts.mvpdID)",
            ]
            if let proxy = facts.proxyMvpdID { lines.append("  proxyMvpdId: \(proxy)") }
            lines += [
                "  sessionGUID: \(facts.sessionGUID)", "  issueTime: \(TimeText.format(facts.issueTime))",
                "  ttl: \(facts.ttl) ms",
            ]
            if let id = facts.tokenID { lines.append("  tokenID: \(id)") }
        }
        return lines.joined(separator: "\n")
    }

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
