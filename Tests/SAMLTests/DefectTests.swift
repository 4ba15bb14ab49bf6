import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Each defect violates exactly the policy that it names, and the same response without it is believed.
struct DefectTests {
    @Test("accepts the correct response, whichever element is signed, in both profiles")
    func believesHonest() throws {
        for profile in ResponseRequirements.Profile.allCases {
            for (signed, told) in [
                (ResponseIssuer.Signed.assertion, VerifiedResponse.Signed.assertion), (.response, .response),
                (.both, .both),
            ] {
                let verdict = try SAMLWorld.judge(
                    SAMLWorld.response(signed: signed), SAMLWorld.requirements(profile))
                let response = try #require(verdict.verified, "\(verdict.failures)")
                #expect(response.signed == told)
                #expect(response.issuer == SAMLWorld.issuer && response.nameID == "alice")
                #expect(response.attributes == SAMLWorld.attributes)
                #expect(response.sessionNotOnOrAfter == SAMLWorld.now + 3600)
                #expect(response.assertionID == "_assertion" && response.inResponseTo == SAMLWorld.request)
                #expect(response.notOnOrAfter == SAMLWorld.now + 300)
            }
        }
    }

    /// Several failures of one policy are one reason: a window that is empty is over at its beginning.
    private static func reasons(_ xml: String, _ requirements: ResponseRequirements) throws -> Set<
        ValidationFailure.Policy
    > {
        Set(try SAMLWorld.policies(xml, requirements))
    }

    /// Returns each defect with one of the three ways to sign a response, in turn; for `make test-all` with all of them.
    static func signedInTurn(
        _ defects: [ResponseDefect], from start: Int
    ) -> [(defect: ResponseDefect, signed: ResponseIssuer.Signed)] {
        let ways = [ResponseIssuer.Signed.assertion, .response, .both]
        return defects.enumerated().flatMap { number, defect in
            ways[each: Thoroughness.part(3, ci: 3), from: start + number].map { (defect, $0) }
        }
    }

    @Test(
        "refuses each defect for the one policy that it names, in each profile",
        arguments: signedInTurn(ResponseDefect.allCases.filter { $0 != .none && $0 != .noResponse }, from: 0))
    func refusesDefects(_ defect: ResponseDefect, _ signed: ResponseIssuer.Signed) throws {
        let xml = try #require(
            try SAMLWorld.issuer().issue(SAMLWorld.content, signed: signed, defect: defect, missing: "userID"))
        for profile in ResponseRequirements.Profile.allCases {
            let found = try Self.reasons(xml, SAMLWorld.requirements(profile))
            #expect(found == Set(defect.violatedPolicy(in: profile).map { [$0] } ?? []), "\(profile)")
        }
    }

    @Test("gives each defect a unique name, and finds it by that name")
    func names() throws {
        let names = ResponseDefect.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count && names.count > 100)
        for defect in ResponseDefect.allCases {
            #expect(ResponseDefect(rawValue: defect.rawValue) == defect)
            #expect(try JSONDecoder().decode([ResponseDefect].self, from: JSONEncoder().encode([defect])) == [defect])
            #expect(!defect.summary.isEmpty && defect.summary.hasSuffix("."))
        }
        #expect(ResponseDefect(rawValue: "strange") == nil)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ResponseDefect].self, from: Data(#"["strange"]"#.utf8))
        }
    }

    @Test("refuses several defects for all their policies, in the order of the policies")
    func combines() throws {
        let names = ["sessionExpired", "wrongAudience", "emptyNameID", "issuerWithSlash", "missingAttribute"]
        let defects = names.compactMap(ResponseDefect.init)
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defects: defects)?.xml)
        #expect(try SAMLWorld.policies(xml) == [.issuer, .subject, .audience, .session, .attributes])
        let forged = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defects: defects + [.wrongKey])?.xml)
        #expect(try SAMLWorld.policies(forged) == [.signature], "a forger's claims are not even read")
    }

    @Test("gives the same times whatever the order of the defects is", arguments: ["expired", "sessionExpired"])
    func order(_ other: String) throws {
        let defects = ["issuedInFuture", other].compactMap(ResponseDefect.init)
        let content = SAMLWorld.content
        let issued = try [defects, defects.reversed()].map { try SAMLWorld.issuer().issue(content, defects: $0)?.xml }
        #expect(issued[0] != nil && issued[0] == issued[1])
    }

    @Test("a defect that finds nothing to change is an error")
    func findsNothing() throws {
        let defects = ["statusNotSuccess", "emptyNameID"].compactMap(ResponseDefect.init)
        #expect(throws: XMLError.self) { try SAMLWorld.issuer().issue(SAMLWorld.content, defects: defects) }
    }

    /// Defects that have nothing to change where there is no confirmation.
    static let ofConfirmation = [
        "confirmationExpired", "noConfirmation", "holderOfKey", "confirmationWithoutEnd", "confirmationEndUnreadable",
        "confirmationNotBefore", "noRecipient", "emptyRecipient", "confirmationInResponseTo",
    ]

    @Test("refuses each defect in the answer to an attribute query without a recipient")
    func refusesDefectsWithoutRecipient() throws {
        var content = SAMLWorld.content
        content.recipient = nil
        content.destination = nil
        let requirements = SAMLWorld.requirements(.attributeQuery)
        var unchanged: [String] = []
        for defect in ResponseDefect.allCases where defect != .noResponse {
            let xml: String?
            do {
                xml = try SAMLWorld.issuer().issue(content, signed: .response, defect: defect)
            } catch is XMLError {
                unchanged.append(defect.rawValue)
                continue
            }
            let found = try Self.reasons(try #require(xml), requirements)
            #expect(found == Set(defect.queryPolicy.map { [$0] } ?? []), "\(defect): \(found)")
        }
        #expect(unchanged == Self.ofConfirmation)
    }

    @Test("sends nothing for the defect noResponse")
    func sendsNothing() throws {
        #expect(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .noResponse) == nil)
        #expect(ResponseDefect.noResponse.violatedPolicy == nil)
    }

    @Test("requires the key of an impostor to sign with a wrong key")
    func needsImpostor() throws {
        let issuer = ResponseIssuer(identity: try SAMLWorld.identity())
        #expect(throws: XMLError.self) { try issuer.issue(SAMLWorld.content, defect: .wrongKey) }
    }

    @Test("shows the correct certificate although another key signed")
    func wrongKeyShowsHonest() throws {
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .wrongKey))
        let fingerprint = try ResponseInspection(Data(xml.utf8)).signatures.first?.certificates.first?.fingerprint
        #expect(fingerprint == (try SAMLWorld.identity().certificate.fingerprint))
    }

    @Test("reports the status of an unsigned refusal, and rejects it as unsigned")
    func unsignedRefusal() throws {
        let xml = try SAMLWorld.response(signed: .neither) {
            $0.statusCodes = [SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal]
        }
        let failures = try SAMLWorld.judge(xml).failures
        #expect(failures.map(\.policy) == [.unsigned])
        #expect(failures[0].reason.contains("Requester, UnknownPrincipal"))
    }

    @Test("reports all status codes of a signed refusal")
    func signedRefusal() throws {
        let xml = try SAMLWorld.response(signed: .response) {
            $0.statusCodes = [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed]
        }
        let failures = try SAMLWorld.judge(xml).failures
        #expect(failures.map(\.reason) == ["The status is Responder, AuthnFailed."])
    }

    @Test("checks nothing else after a failure of the signature")
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
        var requirements = SAMLWorld.requirements()
        requirements.isReplay = { _ in true }
        #expect(
            try SAMLWorld.policies(xml, requirements) == [
                .issuer, .destination, .recipient, .inResponseTo, .conditions, .audience, .session, .attributes,
                .replay,
            ])
    }

    @Test("is unchanged when spaces are collapsed and newlines are removed")
    func survivesCollapsing() throws {
        let xml = try SAMLWorld.response(signed: .both) {
            $0.nameID = "two  blanks\nand a line"
            $0.attributes.append(.init("note", [" a   b\t\tc\r\n "]))
        }
        #expect(!xml.contains("\n") && !xml.contains("  ") && !xml.contains("\t"))
        #expect(try SAMLWorld.judge(xml).verified?.nameID == "two  blanks\nand a line")
    }
}
