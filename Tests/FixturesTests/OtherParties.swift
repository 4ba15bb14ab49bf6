import Foundation
import TVSimCryptography
import TVSimFixtures
import TVSimSAML
import TVSimXMLSecurity
import Testing

/// Parties that share nothing with those of the catalogue: names, addresses, instant and keys.
enum OtherParties {
    private struct Pair {
        let privateKey: String
        let certificate: String

        init(_ name: String, at instant: Date) throws {
            let key = try #require(RSAPrivateKey.generated())
            privateKey = try #require(key.pem)
            certificate = try #require(
                Certificate.selfSigned(
                    key, organization: "tvsim tests", commonName: name, notValidBefore: instant - 3600,
                    notValidAfter: instant + 30 * 86_400)
            ).pem
        }
    }

    static func made(signed: SignedElements? = nil) throws -> FixtureParties {
        var parties = FixtureParties()
        parties.instant = try #require(SAMLInstant.parse("2031-05-06T07:08:09Z"))
        parties.issuer = "https://idp.live.example/metadata?tenant=7&realm=a"
        parties.audience = "urn:saml:example:sp"
        parties.recipient = "https://sp.live.example/acs?first=1&second=2"
        parties.request = "_4f2d7c5d"
        parties.nameID = "live-test-1"
        parties.nameIDFormat = SAMLNames.transient
        parties.userAttribute = "uid"
        parties.furtherAttributes = [.init("mail", ["live@example.com"])]
        parties.forgedName = "tvsim-forged-3f9a61c2"
        parties.absentFile = "file:///tvsim-live-absent"
        parties.sessionIndex = "index-1"
        parties.signed = signed
        let names = ["provider", "impostor", "reader", "service"]
        let pairs = try names.map { try Pair($0, at: parties.instant) }
        parties.keys = try FixtureParties.Keys(
            privateKey: pairs[0].privateKey, certificate: pairs[0].certificate, impostorKey: pairs[1].privateKey,
            impostorCertificate: pairs[1].certificate, reader: pairs[2].certificate, readerKey: pairs[2].privateKey)
        let service = try SigningIdentity(privateKeyPEM: pairs[3].privateKey, certificatePEM: pairs[3].certificate)
        parties.messages = [
            .authnRequest: .init(
                issuer: parties.audience, destination: "https://idp.live.example/sso?a=1&b=2", identity: service,
                certificate: pairs[3].certificate),
            .logoutRequest: .init(
                issuer: parties.issuer, destination: "https://sp.live.example/slo", identity: parties.keys?.identity,
                certificate: pairs[0].certificate),
            .logoutResponse: .init(
                issuer: parties.issuer, destination: "https://sp.live.example/slo/response",
                identity: parties.keys?.identity, certificate: pairs[0].certificate),
        ]
        return parties
    }
}
