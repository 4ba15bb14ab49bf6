import Foundation
import TVSimSAML
import TVSimStructuredText

/// A user's session at an MVPD, from the assertion that gave a profile; the logout request names it.
struct ProviderSession: Codable, Sendable, Hashable {
    /// The user's NameID.
    var nameID: UserID
    /// The qualifiers of the NameID.
    var qualifiers: NameQualifiers
    /// The session index; `nil` if the MVPD did not give one.
    var sessionIndex: String?
    /// The identifier of the assertion.
    var assertion: String
    /// The expiration of the profile, after which the record is deleted.
    var notAfter: Date
}
