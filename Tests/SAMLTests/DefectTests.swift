import Foundation
import SAML
import Testing
import XMLSecurity

/// Each defect violates exactly the policy that it names, and the same response without it is believed.
struct DefectTests {
    @Test("believes the honest response, whatever is signed and in both profiles")
    func believesHonest() throws {
        for profile in ResponseExpectation.Profile.allCases {
            for (signed, told) in [
                (ResponseIssuer.Signed.assertion, VerifiedResponse.Signed.assertion), (.response, .response),
                (.both, .both),
            ] {
                let verdict = try SAMLWorld.judge(
                    SAMLWorld.response(signed: signed), SAMLWorld.expectation(profile))
                let response = try #require(verdict.verified, "\(verdict.failures)")
                #expect(response.signed == told)
                #expect(response.issuer == SAMLWorld.issuer && response.nameID == "alice")
                #expect(response.attributes == SAMLWorld.content.attributes)
                #expect(response.sessionNotOnOrAfter == SAMLWorld.now + 3600)
                #expect(response.assertionID == "_assertion" && response.inResponseTo == SAMLWorld.request)
                #expect(response.notOnOrAfter == SAMLWorld.now + 300)
            }
        }
    }

    @Test(
        "refuses each defect for the one reason that it names",
        arguments: ResponseDefect.allCases.filter { $0 != .none && $0 != .noResponse },
        [ResponseIssuer.Signed.assertion, .response, .both])
    func refusesDefects(_ defect: ResponseDefect, _ signed: ResponseIssuer.Signed) throws {
        let xml = try #require(
            try SAMLWorld.issuer().issue(SAMLWorld.content, signed: signed, defect: defect, missing: "userID"))
        for profile in ResponseExpectation.Profile.allCases {
            let found = try SAMLWorld.policies(xml, SAMLWorld.expectation(profile))
            #expect(found == [try #require(defect.violatedPolicy)])
        }
    }

    @Test("refuses each defect of an answer to an attribute query that names no recipient")
    func refusesDefectsWithoutRecipient() throws {
        var content = SAMLWorld.content
        content.recipient = nil
        content.destination = nil
        let expectation = SAMLWorld.expectation(.attributeQuery)
        for defect in ResponseDefect.allCases where defect != .noResponse {
            let xml = try #require(
                try SAMLWorld.issuer().issue(content, signed: .response, defect: defect, missing: "userID"))
            #expect(
                try SAMLWorld.policies(xml, expectation) == (defect.violatedPolicy.map { [$0] } ?? []), "\(defect)")
        }
    }

    @Test("sends nothing where no response is to be sent")
    func sendsNothing() throws {
        #expect(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .noResponse) == nil)
        #expect(ResponseDefect.noResponse.violatedPolicy == nil)
    }

    @Test("needs somebody else's key to sign with a wrong one")
    func needsImpostor() throws {
        let issuer = ResponseIssuer(identity: try SAMLWorld.identity())
        #expect(throws: XMLError.self) { try issuer.issue(SAMLWorld.content, defect: .wrongKey) }
    }

    @Test("shows the honest certificate where another key signed")
    func wrongKeyShowsHonest() throws {
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .wrongKey))
        let fingerprint = try ResponseInspection(Data(xml.utf8)).signatures.first?.certificates.first?.fingerprint
        #expect(fingerprint == (try SAMLWorld.identity().certificate.fingerprint))
    }

    @Test("reports the status that an unsigned refusal claims, and still calls it unsigned")
    func unsignedRefusal() throws {
        let xml = try SAMLWorld.response(signed: .neither) {
            $0.statusCodes = [SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal]
        }
        let failures = try SAMLWorld.judge(xml).failures
        #expect(failures.map(\.policy) == [.unsigned])
        #expect(failures[0].reason.contains("Requester, UnknownPrincipal"))
    }

    @Test("tells the chain of status codes of a signed refusal")
    func signedRefusal() throws {
        let xml = try SAMLWorld.response(signed: .response) {
            $0.statusCodes = [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed]
        }
        let failures = try SAMLWorld.judge(xml).failures
        #expect(failures.map(\.reason) == ["The status is Responder, AuthnFailed."])
    }

    @Test("judges nothing else after a failure of the signature")
    func stopsAtSignature() throws {
        var content = SAMLWorld.content
        content.audience = "https://wrong.example"
        content.notOnOrAfter = SAMLWorld.now - 1
        let xml = try #require(try SAMLWorld.issuer().issue(content, defect: .wrongKey))
        #expect(try SAMLWorld.policies(xml) == [.signature])
    }

    @Test("keeps every failure, in the order of the policies")
    func keepsAll() throws {
        let xml = try SAMLWorld.response {
            $0.issuer = "https://wrong.example"
            $0.destination = "https://wrong.example"
            $0.recipient = "https://wrong.example"
            $0.inResponseTo = "_wrong"
            $0.audience = "https://wrong.example"
            $0.sessionNotOnOrAfter = SAMLWorld.now
            $0.attributes = []
            $0.notBefore = SAMLWorld.now + 1
        }
        var expectation = SAMLWorld.expectation()
        expectation.isReplay = { _ in true }
        #expect(
            try SAMLWorld.policies(xml, expectation) == [
                .issuer, .destination, .recipient, .inResponseTo, .conditions, .audience, .session, .attributes,
                .replay,
            ])
    }

    @Test("survives the collapsing of blanks and the dropping of newlines")
    func survivesCollapsing() throws {
        let xml = try SAMLWorld.response(signed: .both) {
            $0.nameID = "two  blanks\nand a line"
            $0.attributes.append(SAMLAttribute(name: "note", values: [" a   b\t\tc\r\n "]))
        }
        #expect(!xml.contains("\n") && !xml.contains("  ") && !xml.contains("\t"))
        #expect(try SAMLWorld.judge(xml).verified?.nameID == "two  blanks\nand a line")
    }
}
