package import Foundation
import TVSimEntitlementAPI
package import TVSimStructuredText
import TVSimXMLSecurity

/// The contents of a media token.
package struct MediaTokenFacts: Sendable, Hashable {
    /// The hashed user identifier.
    package let sessionGUID: String
    /// The requestor that the token was issued to.
    package let requestorID: RequestorID
    /// The resource; leading and trailing white space is significant.
    package let resourceID: ResourceID
    /// The time to live in milliseconds.
    package let ttl: Int64
    /// The issue time, in whole seconds.
    package let issueTime: Date
    /// The MVPD that permitted the resource.
    package let mvpdID: MVPDID
    /// The MVPD behind a proxy MVPD; `nil` without a proxy.
    ///
    /// The simulated service never writes it.
    package let proxyMvpdID: String?

    /// The token's identifier, unique in its world; `nil` if the token has none.
    package let tokenID: String?

    /// The time at which the token expires.
    package var notAfter: Date { issueTime.addingTimeInterval(Double(ttl) / 1000) }

    /// The maximum time to live, a century in milliseconds; later dates cannot be formatted.
    private static let longestTTL: Int64 = 36_525 * 86_400_000

    /// Reads the bytes of a `shortAuthorizationToken` element.
    ///
    /// - Throws: `XMLError` if the bytes are not exactly that element, or a part is missing, repeated or unknown.
    init(_ element: Data) throws(XMLError) {
        // This check precedes the parser, which would accept a declaration or comment around the element.
        guard element.starts(with: Data("<shortAuthorizationToken>".utf8)),
            element.suffix(Self.end.count) == Self.end
        else { throw XMLError(.structure, "The token has no shortAuthorizationToken element after the signature.") }
        let root = try XMLTree(element).root()
        var texts: [String: String] = [:]
        for child in root.children {
            guard child.namespace.isEmpty, Self.names.contains(child.name),
                texts.updateValue(try child.exactText(), forKey: child.name) == nil
            else { throw XMLError(.structure, "The element <\(child.name)> is repeated or unknown in a media token.") }
        }
        func text(_ name: String) throws(XMLError) -> String {
            guard let text = texts[name] else { throw XMLError(.structure, "The token has no \(name).") }
            return text
        }
        sessionGUID = try text("sessionGUID")
        requestorID = RequestorID(try text("requestorID"))
        resourceID = ResourceID(try text("resourceID"))
        mvpdID = MVPDID(try text("mvpdId"))
        proxyMvpdID = texts["proxyMvpdId"]
        tokenID = texts["tokenID"]
        guard let ttl = Int64(try text("ttl")), (0...Self.longestTTL).contains(ttl) else {
            throw XMLError(.structure, "The token's ttl is invalid: expected milliseconds, at most a century.")
        }
        self.ttl = ttl
        guard let issueTime = TokenDate.instant(try text("issueTime")) else {
            throw XMLError(
                .structure, "The token's issueTime is invalid: expected a date such as 2026/01/01 00:00:00 GMT +0000.")
        }
        self.issueTime = issueTime
    }

    private static let end = Data("</shortAuthorizationToken>".utf8)
    private static let names: Set = [
        "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId", "proxyMvpdId", "tokenID",
    ]
}
