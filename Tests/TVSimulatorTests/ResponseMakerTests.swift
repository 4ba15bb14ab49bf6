import Foundation
import TVSimStructuredText
import TVSimulator
import TestSupport
import Testing

/// Responses made and judged in code, as the command line makes and judges them.
struct ResponseMakerTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func failures(_ response: String, requiring attributes: [String] = []) throws -> [String] {
        var check = try ResponseCheck(
            certificates: [ResponseMaker.certificate], issuer: "https://idp.tvsim.example/Cablevision",
            audience: "https://saml.sp.auth.adobe.com",
            recipient: "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer", inResponseTo: "_request")
        check.requiredAttributes = attributes
        return check.failures(of: Data(response.utf8), at: now)
    }

    @Test("a valid response is accepted, and is the same each time")
    func honest() throws {
        let maker = ResponseMaker(at: Self.now)
        let response = try #require(try maker.issue())
        #expect(try Self.failures(response) == [])
        #expect(try maker.issue() == response)
    }

    @Test("each defect fails the policy that it names, and no other", arguments: ResponseMaker.defects)
    func defects(_ defect: ResponseMaker.Defect) throws {
        var maker = ResponseMaker(at: Self.now)
        maker.defects = [defect.name]
        guard let response = try maker.issue() else { return }
        // Some lack an attribute, which is a failure where it was asked for.
        let attributes = defect.policy == "attributes" ? maker.content.attributes.map(\.name) : []
        let policies = Set(try Self.failures(response, requiring: attributes).map { $0.prefix { $0 != ":" } })
        #expect(policies == Set(defect.policy.map { [$0[...]] } ?? []))
    }

    @Test("an unknown name is an error of one line")
    func unknown() {
        var maker = ResponseMaker(at: Self.now)
        maker.defects = ["strange"]
        #expect(throws: (any Error).self) { try maker.issue() }
        maker = ResponseMaker(at: Self.now)
        maker.signing.algorithm = "md5"
        #expect(throws: (any Error).self) { try maker.issue() }
        maker.signing.algorithm = "rsa-sha256"
        maker.signing.privateKey = "none"
        #expect(throws: (any Error).self) { try maker.issue() }
    }

    @Test(
        "reports valid signatures whatever the content, and no others",
        arguments: [
            ("expired", true), ("wrongAudience", true), ("tampered", false), ("unsigned", false), ("wrongKey", false),
        ])
    func vouching(defect: String, isVouchedFor: Bool) throws {
        var maker = ResponseMaker(at: Date(timeIntervalSince1970: 1_767_225_600))
        maker.defects = [defect]
        let response = Data(try #require(try maker.issue()).utf8)
        let check = try ResponseCheck(certificates: [ResponseMaker.certificate])
        #expect(check.isVouchedFor(response) == isVouchedFor)
        #expect(check.isVouchedFor(response.base64EncodedData()) == isVouchedFor)
        #expect(!check.isVouchedFor(Data("<a/>".utf8)))
    }

    @Test("reports a valid signature of a response only if its signed assertion is also valid")
    func vouchingForBoth() throws {
        var maker = ResponseMaker(at: Self.now)
        maker.signing.signed = .both
        let check = try ResponseCheck(certificates: [ResponseMaker.certificate])
        #expect(check.isVouchedFor(Data(try #require(try maker.issue()).utf8)))
        maker.signing.encryptionCertificate = ResponseMaker.certificate
        #expect(!check.isVouchedFor(Data(try #require(try maker.issue()).utf8)), "what cannot be opened")
    }

    @Test(
        "a defect without an effect is an error, also in an encrypted assertion",
        arguments: ["sha1Signature", "sha1Digest"])
    func withoutEffect(_ name: String) throws {
        var maker = ResponseMaker(at: Self.now)
        maker.defects = [name]
        maker.signing.algorithm = "rsa-sha1"
        maker.signing.digest = "sha1"
        maker.signing.encryptionCertificate = ResponseMaker.certificate
        #expect(throws: (any Error).self) { try maker.issue() }
    }

    @Test(
        "a response can claim a digest other than the correct one, whatever the algorithm",
        arguments: ["sha256", "sha384", "sha512", "pss-sha256", "pss-sha512"])
    func claimsOther(_ digest: String) throws {
        var maker = ResponseMaker(at: Self.now)
        maker.defects = ["otherDigestClaimed"]
        maker.signing.algorithm = "rsa-" + digest
        let response = try #require(try maker.issue())
        #expect(try Self.failures(response).map { $0.prefix { $0 != ":" } } == ["signature"])
        let claimed = try #require(response.firstMatch(of: /SignatureMethod Algorithm="[^"]*sha(\d+)/)).output.1
        #expect(!digest.hasSuffix(claimed))
    }

    @Test("checks everything that the command line checks")
    func everyQuestion() throws {
        var maker = ResponseMaker(at: Self.now)
        maker.content.assertionID = "_known"
        let response = Data(try #require(try maker.issue()).utf8)
        func policy(at seconds: Double = 0, _ change: (inout ResponseCheck) -> Void) throws -> String? {
            var check = try ResponseCheck(certificates: [ResponseMaker.certificate + "\n" + ResponseMaker.certificate])
            change(&check)
            let failures = check.failures(of: response, at: Self.now + seconds)
            return failures.first.map { String($0.prefix { $0 != ":" }) }
        }
        #expect(try policy { _ in } == nil)
        #expect(try policy { $0.requiredAttributes = ["zip"] } == "attributes")
        #expect(try policy { $0.subject = "somebody" } == "subject")
        #expect(try policy { $0.authnContext = "urn:x" } == "session")
        #expect(try policy { $0.isReplay = { $0 == "_known" } } == "replay")
        #expect(try policy { $0.unsolicited = true } == "inResponseTo")
        #expect(try policy { $0.inResponseTo = "_other" } == "inResponseTo")
        #expect(try policy(at: -1) { $0.strictInstants = true } == "assertion")
        #expect(
            try policy(at: -1) {
                $0.strictInstants = true
                $0.clockSkew = 1
            } == nil)
        maker.content.authnInstant = nil
        let query = Data(try #require(try maker.issue()).utf8)
        var check = try ResponseCheck(certificates: [ResponseMaker.certificate])
        #expect(check.failures(of: query, at: Self.now).count == 1)
        check.profile = .attributeQuery
        #expect(check.failures(of: query, at: Self.now) == [])
    }

    @Test("a certificate requires its private key")
    func foreignCertificate() {
        var maker = ResponseMaker(at: Self.now)
        maker.signing.certificate = TestKeys.provider.certificate
        #expect(throws: CommandError.self) { try maker.issue() }
        maker.signing.privateKey = TestKeys.provider.privateKey
        #expect(throws: Never.self) { try maker.issue() }
    }

    @Test("an encrypted assertion is decrypted with a key, and a weak signature accepted only on request")
    func keys() throws {
        var maker = ResponseMaker(at: Self.now)
        maker.signing.encryptionCertificate = TestKeys.provider.certificate
        maker.signing.algorithm = "rsa-sha1"
        let response = Data(try #require(try maker.issue()).utf8)
        var keys = ResponseCheck.Keys()
        keys.decryption = [TestKeys.provider.privateKey]
        keys.allowsSHA1 = true
        let check = try ResponseCheck(certificates: [ResponseMaker.certificate], keys: keys)
        #expect(check.failures(of: response, at: Self.now) == [])
        let strict = try ResponseCheck(certificates: [ResponseMaker.certificate])
        #expect(strict.failures(of: response, at: Self.now).map { $0.prefix { $0 != ":" } } == ["encryption"])
        keys.decryption = ["none"]
        #expect(throws: (any Error).self) { try ResponseCheck(certificates: [ResponseMaker.certificate], keys: keys) }
    }
}
