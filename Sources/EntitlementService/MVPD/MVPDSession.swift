import Foundation
import TVSimStateStorage

/// A user's session at an MVPD, in the terms of the protocol in which it began.
///
/// A session keeps its protocol until it ends, also if the MVPD's protocol changes (Adobe Pass, Authentication using the
/// OAuth 2.0 Protocol, Migrating from SAML to OAuth 2.0).
enum MVPDSession: Codable, Sendable, Hashable, Lapsing {
    case saml(ProviderSession)
    case oauth2(OAuth2Session)

    private enum CodingKeys: String, CodingKey {
        case accessToken
    }

    /// The form of SAML has no member with a name, because it is older than the other.
    init(from decoder: any Decoder) throws {
        let isOAuth2 = try decoder.container(keyedBy: CodingKeys.self).contains(.accessToken)
        self = isOAuth2 ? .oauth2(try OAuth2Session(from: decoder)) : .saml(try ProviderSession(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .saml(let session): try session.encode(to: encoder)
        case .oauth2(let session): try session.encode(to: encoder)
        }
    }

    /// The identifier of the proof with which the session began.
    var proof: String {
        switch self {
        case .saml(let session): session.assertion
        case .oauth2(let session): session.proof
        }
    }

    /// The end of the profile, after which the session is deleted.
    var lapsesAt: Date {
        get {
            switch self {
            case .saml(let session): session.notAfter
            case .oauth2(let session): session.notAfter
            }
        }
        set {
            switch self {
            case .saml(var session):
                session.notAfter = newValue
                self = .saml(session)
            case .oauth2(var session):
                session.notAfter = newValue
                self = .oauth2(session)
            }
        }
    }
}
