import Foundation
import TVSimulator
import Testing

/// Responses made and judged in code, as the command line makes and judges them.
struct ResponseMakerTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func failures(_ response: String) throws -> [String] {
        let check = try ResponseCheck(
            certificates: [ResponseMaker.certificate], issuer: "https://idp.tvsim.example/Cablevision",
            audience: "https://saml.sp.auth.adobe.com",
            recipient: "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer", inResponseTo: "_request")
        return check.failures(of: Data(response.utf8), at: now)
    }

    @Test("an honest response is believed, and the same each time")
    func honest() throws {
        let maker = ResponseMaker(at: Self.now)
        let response = try #require(try maker.issue())
        #expect(try Self.failures(response) == [])
        #expect(try maker.issue() == response)
    }

    @Test("each defect is refused by the policy that it names, and by no other", arguments: ResponseMaker.defects)
    func defects(_ defect: ResponseMaker.Defect) throws {
        var maker = ResponseMaker(at: Self.now)
        maker.defects = [defect.name]
        // `missingAttribute` is a failure only where the attribute is required, which `ResponseCheck` does not ask.
        guard let response = try maker.issue(), defect.policy != "attributes" else { return }
        let policies = Set(try Self.failures(response).map { $0.prefix { $0 != ":" } })
        #expect(policies == Set(defect.policy.map { [$0[...]] } ?? []))
    }

    @Test("a name that is none is an error of one line")
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
        "vouches for what was signed well, whatever it says, and for nothing else",
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
}
