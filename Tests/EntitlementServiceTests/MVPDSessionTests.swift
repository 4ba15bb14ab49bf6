import Foundation
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("A stored session at an MVPD")
struct MVPDSessionTests {
    private static let end = Date(timeIntervalSince1970: 1_800_000_000)
    private static let sessions: [(session: MVPDSession, name: String)] = [
        (
            .saml(
                ProviderSession(
                    nameID: "user", qualifiers: NameQualifiers(), sessionIndex: "index", assertion: "proof",
                    notAfter: end)), "saml"
        ),
        (
            .oauth2(
                OAuth2Session(
                    proof: "proof", accessToken: "access", accessEnds: nil, refreshToken: "refresh", refreshEnds: nil,
                    notAfter: end)), "oauth2"
        ),
    ]

    private static func stored(_ session: MVPDSession) throws -> Members {
        let text = try DocumentCoding.encode(session, in: nil)
        guard case .object(let members) = try JSONValue(json: Data(text.utf8)) else { return [:] }
        return members
    }

    private static func read(_ stored: Members) throws -> MVPDSession {
        try DocumentCoding.decode(MVPDSession.self, from: JSONText.line(JSONValue.object(stored)), named: "session")
    }

    @Test("names its protocol, and one of an earlier version, without the name, is read as it was")
    func protocols() throws {
        for (session, name) in Self.sessions {
            var stored = try Self.stored(session)
            #expect(stored["protocol"] == .string(name))
            #expect(try Self.read(stored) == session)
            stored["protocol"] = nil
            #expect(try Self.read(stored) == session)
        }
    }

    @Test("is read by the name of its protocol, and one of an unknown protocol is refused")
    func named() throws {
        for (session, _) in Self.sessions {
            var stored = try Self.stored(session)
            // A session of SAML may get a member with this name.
            if case .saml = session { stored["accessToken"] = "something" }
            #expect(try Self.read(stored) == session)
            stored["protocol"] = "openid"
            #expect(throws: (any Error).self) { try Self.read(stored) }
        }
    }
}
