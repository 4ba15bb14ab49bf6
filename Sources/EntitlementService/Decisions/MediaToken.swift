import Foundation
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// A media token: the short-lived proof that a user may watch one resource, as signed clear-text XML.
///
/// The signature is SHA256withRSA over the exact bytes of the `shortAuthorizationToken` element.
///
/// - Note: The vendor does not publish which bytes it signs, nor the format of `issueTime`. Both are chosen here: the
///   element, and the date format of older tokens. `tokenID` is chosen too, because two tokens can have the same
///   simulated time.
struct MediaToken {
    /// The identifier, unique in its world.
    ///
    /// A media server that rejects reused tokens tells tokens apart by it.
    let id: String
    let userID: UserID
    let requestorID: RequestorID
    let resourceID: ResourceID
    let mvpdID: MVPDID
    /// The proxy MVPD that authenticated the user; `nil` if the MVPD has its own integration.
    var proxyMVPDID: MVPDID?
    let issued: Date
    let ends: Date

    /// The issue time in whole seconds, as written in the token; the time to live counts from it.
    private var issueTime: Date { Date(timeIntervalSince1970: issued.timeIntervalSince1970.rounded(.down)) }

    /// Returns the signed XML in Base64.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    func serialized() throws -> String {
        let token = Data(xml.utf8)
        let signature = try ServiceKeys.mediaToken().sign(token)
        var signed = Data("<signatureInfo>\(signature.base64EncodedString())</signatureInfo>".utf8)
        signed.append(token)
        return signed.base64EncodedString()
    }

    private var xml: String {
        let elements: [(String, String?)] = [
            ("sessionGUID", sessionGUID), ("requestorID", requestorID.rawValue), ("resourceID", resourceID.rawValue),
            ("ttl", String(Int64((ends.timeIntervalSince(issueTime) * 1000).rounded()))),
            ("issueTime", TokenDate.format(issueTime)),
            ("mvpdId", mvpdID.rawValue), ("proxyMvpdId", proxyMVPDID?.rawValue), ("tokenID", id),
        ]
        let content = elements.map { name, value in
            value.map { "<\(name)>\(XMLEscaping.escape($0))</\(name)>" } ?? ""
        }.joined()
        return "<shortAuthorizationToken>\(content)</shortAuthorizationToken>"
    }

    /// The MD5 of the user identifier, which is also the value in tracking data.
    private var sessionGUID: String {
        Hash.md5.digest(of: Data(userID.rawValue.utf8)).hexadecimal
    }
}
