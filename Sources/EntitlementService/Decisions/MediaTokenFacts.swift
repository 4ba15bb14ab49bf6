import EntitlementAPI
package import Foundation
package import Identifiers
import XMLSecurity

/// What a media token says, by the names of its elements.
package struct MediaTokenFacts: Sendable, Hashable {
    /// The user, hashed.
    package let sessionGUID: String
    /// For whom it was issued.
    package let requestorID: RequestorID
    /// What may be watched; the white space at its ends belongs to it.
    package let resourceID: ResourceID
    /// For how many milliseconds it is valid.
    package let ttl: Int64
    /// When it was issued, in whole seconds.
    package let issueTime: Date
    /// Who permitted it.
    package let mvpdID: MVPDID
    /// The MVPD behind that one, where there is one; the simulated service names none.
    package let proxyMvpdID: String?

    /// What tells it from every other token of its world; `nil`: it was issued before tokens had one.
    package let tokenID: String?

    /// The first instant at which it is no longer valid.
    package var notAfter: Date { issueTime.addingTimeInterval(Double(ttl) / 1000) }

    /// The longest time to live that is read, a century in milliseconds: dates beyond cannot be written.
    private static let longestTTL: Int64 = 36_525 * 86_400_000

    /// Reads a `shortAuthorizationToken` element, which must be the bytes' whole content.
    ///
    /// - Throws: `XMLError` when the bytes are not that element, or it lacks a part, has one twice or an unknown one.
    init(_ element: Data) throws(XMLError) {
        // Before the parser: it would let a declaration or a comment stand around the element.
        guard element.starts(with: Data("<shortAuthorizationToken>".utf8)),
            element.suffix(Self.end.count) == Self.end
        else { throw XMLError(.structure, "After the signature stands no shortAuthorizationToken.") }
        let root = try XMLTree(element).root()
        var texts: [String: String] = [:]
        for child in root.children {
            guard child.namespace.isEmpty, Self.names.contains(child.name),
                texts.updateValue(try child.exactText(), forKey: child.name) == nil
            else { throw XMLError(.structure, "The element <\(child.name)> has no place in a media token.") }
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
            throw XMLError(.structure, "The token's ttl is no number of milliseconds.")
        }
        self.ttl = ttl
        guard let issueTime = TokenDate.instant(try text("issueTime")) else {
            throw XMLError(.structure, "The token's issueTime is no date.")
        }
        self.issueTime = issueTime
    }

    private static let end = Data("</shortAuthorizationToken>".utf8)
    private static let names: Set = [
        "sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId", "proxyMvpdId", "tokenID",
    ]
}
