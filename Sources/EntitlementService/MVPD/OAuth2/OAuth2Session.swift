import Foundation
import TVSimStateStorage

/// A user's session at an MVPD with OAuth 2: the tokens that the service got.
struct OAuth2Session: Codable, Sendable, Hashable {
    /// The identifier of the proof: a digest of the authorization code.
    var proof: String
    /// The newest access token.
    var accessToken: String
    /// The end of the access token; `nil` if the MVPD did not say.
    var accessEnds: Date?
    /// The refresh token; `nil` if the MVPD gave none.
    ///
    /// It is that of the sign-in: the vendor documents that a changed one cannot be stored (Adobe Pass, Authentication
    /// using the OAuth 2.0 Protocol).
    var refreshToken: String?
    /// The end of the refresh token; `nil` if the MVPD did not say.
    var refreshEnds: Date?
    /// The expiration of the profile, after which the record is deleted.
    var notAfter: Date

    /// Whether the MVPD accepts the access token at a time.
    func isFresh(at now: Date) -> Bool { accessEnds.map { now < $0 } ?? true }
}
