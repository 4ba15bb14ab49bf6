package import Foundation
import TVSimXMLSecurity

/// What shipped identity providers refuse in a request, besides what they need to read it.
///
/// They validate it against the schema, as Shibboleth does, refuse an `ID` that is not an XML ID, as Entra ID does, and
/// compare its times with their clock. SAML Core 2.0, 1.3.3, 1.3.4, 3.2.1, 3.4.1 and 3.7.1.
package enum RequestRules {
    /// Returns the first rule that a request breaks, as a sentence with what was expected and found; `nil` if it breaks
    /// none.
    ///
    /// - Parameters:
    ///   - xml: The `AuthnRequest` or `LogoutRequest`, which was read before.
    ///   - now: The provider's time.
    ///   - tolerance: How far its clock and that of the requester may differ, in seconds.
    /// - Returns: The reason for a refusal.
    package static func violation(of xml: String, at now: Date, tolerance: TimeInterval) -> String? {
        do {
            let root = try XMLTree(Data(xml.utf8)).root()
            return try violation(of: root, at: now, tolerance: tolerance)
        } catch let failure as StructureFailure {
            return failure.failure.reason
        } catch {
            return MessageError(reading: error).description
        }
    }

    private static func violation(
        of root: XMLElement, at now: Date, tolerance: TimeInterval
    ) throws -> String? {
        try ResponseShape.checkIdentifiers(of: root, allowing: [])
        let isLogout = root.isNamed("LogoutRequest", SAMLNames.protocolNamespace)
        try (isLogout ? SchemaOrder.logoutRequest : SchemaOrder.authnRequest).check(root, allowing: [])
        var requirements = ResponseRequirements()
        requirements.clockSkew = tolerance
        guard let issued = WrittenTime(root, "IssueInstant") else { return "The <\(root.name)> has no IssueInstant." }
        if let failure = issued.failure(.assertion, allowing: [])
            ?? requirements.failure(
                ofStart: issued, "The request was issued in the future, at", .assertion, "", at: now)
        {
            return failure.reason
        }
        if let date = issued.date, now.timeIntervalSince(date) > tolerance {
            return "The request is too old (IssueInstant of <\(root.name)>): it was issued at "
                + "\(SAMLInstant.format(date)), the clock of the reader shows \(SAMLInstant.format(now)), and at most "
                + "\(SAMLInstant.format(seconds: tolerance)) are accepted."
        }
        guard isLogout, let end = WrittenTime(root, "NotOnOrAfter") else { return nil }
        return
            (end.failure(.assertion, allowing: [])
            ?? requirements.failure(ofEnd: end, "The request expired at", .assertion, "", at: now))?.reason
    }
}
