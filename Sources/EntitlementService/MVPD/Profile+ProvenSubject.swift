import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

extension EntitlementProfile {
    /// The metadata key that says whether the home network authenticated the user.
    static let homeBasedKey = "hba_status"

    /// Creates the profile that a proven sign-in gives, valid from now for the integration's lifetime.
    ///
    /// Every MVPD gives `userID` and `upstreamUserID`, its own identifier of the user. They are usually equal, so one
    /// replaces the other if it is missing. An MVPD without sub-accounts has one household a user.
    ///
    /// Adobe Pass, User Metadata, householdID.
    init(
        _ subject: AuthenticatedSubject, type: Kind, issuer: String, integration: Integration, at now: Date
    ) {
        var attributes = AttributeValues.metadata(subject.attributes)
        if attributes["userID"] == nil, let name = subject.userID {
            attributes["userID"] = .init(.string(name.rawValue))
        }
        if attributes["upstreamUserID"] == nil { attributes["upstreamUserID"] = attributes["userID"] }
        if integration.householdIDFromUserID, attributes["householdID"] == nil {
            attributes["householdID"] = attributes["userID"]
        }
        let isHomeBased = attributes[Self.homeBasedKey]?.value.string == "true"
        let lifetime =
            isHomeBased
            ? integration.homeBasedAuthenticationTTL ?? integration.authenticationTTL : integration.authenticationTTL
        var end = now.addingTimeInterval(lifetime)
        if isHomeBased, let sessionEnds = subject.homeSessionEnds { end = min(end, sessionEnds) }
        self.init(
            notBefore: Milliseconds(now), notAfter: Milliseconds(end), issuer: issuer,
            type: type,
            attributes: attributes)
    }
}
