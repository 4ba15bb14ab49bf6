import Crypto
import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import XMLSecurity

/// The short-lived proof that one resource may be watched: signed clear-text XML.
///
/// The signature is SHA256withRSA over the exact bytes of the `shortAuthorizationToken` element.
///
/// - Note: Which bytes the vendor signs, and the format of `issueTime`, are not public; the element and the date format of
///   the older tokens are our choice. So is `tokenID`: real time goes on between two tokens, and the simulated one need not.
struct MediaToken {
    /// What no other token of its world has: a token is good for one use, and who keeps the used ones must tell it from the next.
    let id: String
    let userID: UserID
    let requestorID: RequestorID
    let resourceID: ResourceID
    let mvpdID: MVPDID
    let issued: Date
    let ends: Date

    /// The instant as it is written, in whole seconds: the time to live counts from there.
    private var issueTime: Date { Date(timeIntervalSince1970: issued.timeIntervalSince1970.rounded(.down)) }

    /// Returns the Base64 of the signed XML.
    ///
    /// - Throws: When the key in the source is damaged.
    func serialized() throws -> String {
        let token = Data(xml.utf8)
        let signature = try ServiceKeys.mediaToken().sign(token)
        var signed = Data("<signatureInfo>\(signature.base64EncodedString())</signatureInfo>".utf8)
        signed.append(token)
        return signed.base64EncodedString()
    }

    private var xml: String {
        let elements = [
            ("sessionGUID", sessionGUID), ("requestorID", requestorID.rawValue), ("resourceID", resourceID.rawValue),
            ("ttl", String(Int64((ends.timeIntervalSince(issueTime) * 1000).rounded()))),
            ("issueTime", TokenDate.format(issueTime)),
            ("mvpdId", mvpdID.rawValue), ("tokenID", id),
        ]
        let content = elements.map { "<\($0)>\(XMLEscaping.escape($1))</\($0)>" }.joined()
        return "<shortAuthorizationToken>\(content)</shortAuthorizationToken>"
    }

    /// The user, hashed: the same value as in tracking data, and not the user identifier itself.
    private var sessionGUID: String {
        Insecure.MD5.hash(data: Data(userID.rawValue.utf8)).hexadecimal
    }
}
