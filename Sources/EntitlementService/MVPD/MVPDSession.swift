import Foundation
import TVSimStateStorage

/// A user's session at an MVPD, in the terms of the protocol in which it began.
///
/// A session keeps its protocol until it ends, also if the MVPD's protocol changes (Adobe Pass, Authentication using the
/// OAuth 2.0 Protocol, Migrating from SAML to OAuth 2.0).
enum MVPDSession: Codable, Sendable, Hashable, Lapsing {
    case saml(ProviderSession)
    case oauth2(OAuth2Session)

    /// The protocol as it is stored.
    private enum Name: String, Codable {
        case saml, oauth2
    }

    private enum CodingKeys: String, CodingKey {
        case name = "protocol"
        case accessToken
    }

    /// Reads a session; one that was stored without its protocol has an access token if it is of OAuth 2.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try container.decodeIfPresent(Name.self, forKey: .name)
        switch stored ?? (container.contains(.accessToken) ? .oauth2 : .saml) {
        case .saml: self = .saml(try ProviderSession(from: decoder))
        case .oauth2: self = .oauth2(try OAuth2Session(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .saml(let session):
            try container.encode(Name.saml, forKey: .name)
            try session.encode(to: encoder)
        case .oauth2(let session):
            try container.encode(Name.oauth2, forKey: .name)
            try session.encode(to: encoder)
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
