import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

/// Deviations from SAML that a validation accepts by name, and attacks that none of them lets pass.
struct RelaxationTests {
    /// One relaxation or all of them.
    struct Allowed: Sendable, CustomTestStringConvertible {
        let relaxations: Set<ResponseRequirements.Relaxation>
        var testDescription: String { relaxations.map(\.rawValue).sorted().joined(separator: ", ") }

        static let all =
            ResponseRequirements.Relaxation.allCases.map { Allowed(relaxations: [$0]) }
            + [Allowed(relaxations: Set(ResponseRequirements.Relaxation.allCases))]

        var requirements: ResponseRequirements {
            var requirements = SAMLWorld.requirements()
            requirements.allowed = relaxations
            return requirements
        }
    }

    /// The defects that are deviations, by the relaxation that accepts them.
    static let defects: [ResponseRequirements.Relaxation: String] = [
        .elementOrder: "outOfOrder", .bearerNotBefore: "confirmationNotBefore",
        .emptyAttributeStatement: "emptyAttributeStatement", .missingNameID: "noNameID",
    ]

    /// Returns a response with the deviation that a relaxation accepts.
    private static func deviating(_ relaxation: ResponseRequirements.Relaxation) throws -> String {
        switch relaxation {
        case .elementOrder, .bearerNotBefore, .emptyAttributeStatement, .missingNameID:
            return try issued(try #require(defects[relaxation].flatMap(ResponseDefect.init)))
        case .timeOffset:
            return try SAMLWorld.signing {
                $0.replacing(
                    "NotOnOrAfter=\"2026-01-01T00:05:00Z\"><saml:Aud",
                    "NotOnOrAfter=\"2026-01-01T02:05:00+02:00\"><saml:Aud")
            }
        case .invalidID: return try SAMLWorld.response { $0.assertionID = "6dyptp6e0001" }
        case .surroundingWhiteSpace:
            return try SAMLWorld.signing { $0.replacing(">\(SAMLWorld.issuer)<", ">\n  \(SAMLWorld.issuer)\n<") }
        case .emptyReferenceURI:
            var recipe = SignatureRecipe()
            recipe.referenceURI = ""
            return try SAMLWorld.response(signed: .response, recipe: recipe)
        case .missingReferenceURI:
            var recipe = SignatureRecipe()
            recipe.omitsReferenceURI = true
            return try SAMLWorld.response(signed: .response, recipe: recipe)
        case .implicitCanonicalization:
            var recipe = SignatureRecipe()
            recipe.omitsCanonicalization = true
            return try SAMLWorld.response(signed: .response, recipe: recipe)
        }
    }

    private static func issued(
        _ defect: ResponseDefect, _ signed: ResponseIssuer.Signed = .assertion
    ) throws -> String {
        try #require(
            try SAMLWorld.issuer().issue(SAMLWorld.content, signed: signed, defect: defect, missing: "userID"))
    }

    /// Observed: Auth0, providers for SAP, AWS and AD FS send them, in this order (S-103 to S-106 link the reports).
    @Test("each accepts its deviation, which all others reject with a reason that names it", arguments: Allowed.all)
    func accepts(_ allowed: Allowed) throws {
        for relaxation in ResponseRequirements.Relaxation.allCases {
            let verdict = try SAMLWorld.judge(try Self.deviating(relaxation), allowed.requirements)
            #expect((verdict.verified != nil) == allowed.relaxations.contains(relaxation), "\(relaxation)")
            if verdict.verified == nil {
                #expect(verdict.failures.count == 1)
                #expect(verdict.failures[0].acceptedBy == .relaxation(relaxation))
                #expect(verdict.failures[0].acceptedBy?.option == "--allow \(relaxation.rawValue)")
            }
        }
    }

    @Test("accepts a late Issuer and a late Signature, but neither twice", arguments: [true, false])
    func lateElements(isResponse: Bool) throws {
        let xml = try SAMLWorld.response(signed: isResponse ? .response : .assertion)
        let signature = try #require(xml.slice("<ds:Signature ", "</ds:Signature>"))
        let end = isResponse ? "</samlp:Response>" : "</saml:Assertion>"
        let late = xml.replacing(signature, "").replacing(end, signature + end)
        #expect(try SAMLWorld.policies(late) == [.structure])
        var requirements = SAMLWorld.requirements()
        requirements.allowed = [.elementOrder]
        #expect(try SAMLWorld.judge(late, requirements).verified?.nameID == "alice")
        #expect(try SAMLWorld.policies(xml.replacing(end, signature + end), requirements) == [.structure])
        let issuer = #"<saml:Issuer xmlns:saml="\#(SAMLNames.assertionNamespace)">https://evil.example</saml:Issuer>"#
        #expect(try SAMLWorld.policies(xml.replacing(end, issuer + end), requirements) == [.structure])
        let twice = try SAMLWorld.judge(xml.replacing(end, issuer + end)).failures
        #expect(twice.map(\.acceptedBy) == [nil], "no relaxation accepts it")
    }

    @Test("rejects the NotBefore of a bearer in the future")
    func futureNotBefore() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(
                "<saml:SubjectConfirmationData ",
                "<saml:SubjectConfirmationData NotBefore=\"2026-01-01T00:00:01Z\" ")
        }
        var requirements = SAMLWorld.requirements()
        requirements.allowed = [.bearerNotBefore]
        let failures = try SAMLWorld.judge(xml, requirements).failures
        #expect(
            failures.map(\.reason) == [
                "The bearer confirmation is valid only from 2026-01-01T00:00:01Z (NotBefore of <SubjectConfirmationData>): "
                    + "the clock of the reader shows 2026-01-01T00:00:00Z, 1 s earlier."
            ])
        #expect(failures.map(\.acceptedBy) == [.clockSkew(seconds: 1)])
        requirements.clockSkew = 1
        #expect(try SAMLWorld.judge(xml, requirements).verified != nil)
    }

    @Test("gives no name to a subject without one, and rejects it if a name is expected")
    func noName() throws {
        let xml = try Self.issued(try #require(ResponseDefect(rawValue: "noNameID")))
        var requirements = SAMLWorld.requirements()
        requirements.allowed = [.missingNameID]
        let response = try #require(SAMLWorld.judge(xml, requirements).verified)
        #expect(response.nameID == nil)
        requirements.subject = "alice"
        #expect(try SAMLWorld.policies(xml, requirements) == [.subject])
        requirements.subject = nil
        let base = try SAMLWorld.signing { xml in
            xml.replacing(xml.slice("<saml:NameID", "</saml:NameID>") ?? "", "<saml:BaseID/>")
        }
        #expect(try SAMLWorld.policies(base, requirements) == [.subject])
    }

    @Test("accepts an omission in a Reference only in the signature of the root, and what its digest covers")
    func omissions() throws {
        var requirements = SAMLWorld.requirements()
        requirements.allowed = [.missingReferenceURI, .emptyReferenceURI, .implicitCanonicalization]
        var missing = SignatureRecipe()
        missing.omitsReferenceURI = true
        var empty = SignatureRecipe()
        empty.referenceURI = ""
        for recipe in [missing, empty] {
            let inside = try SAMLWorld.response(signed: .assertion, recipe: recipe)
            #expect(try SAMLWorld.policies(inside, requirements) == [.reference])
            let changed = try SAMLWorld.response(signed: .response, recipe: recipe).replacing(">alice<", ">admin<")
            #expect(try SAMLWorld.policies(changed, requirements) == [.signature])
        }
        var recipe = SignatureRecipe()
        recipe.omitsCanonicalization = true
        let xml = try SAMLWorld.response(signed: .response, recipe: recipe)
        #expect(try SAMLWorld.policies(xml.replacing(">alice<", ">admin<"), requirements) == [.signature])
    }

    @Test("none lets a wrapped signature pass", arguments: Allowed.all, WrappingTests.attacks)
    func wrapping(_ allowed: Allowed, _ attack: WrappingTests.Attack) throws {
        let message = try attack.message()
        var bare = ResponseRequirements()
        bare.allowed = allowed.relaxations
        for requirements in [allowed.requirements, bare] {
            #expect(try SAMLWorld.judge(message, requirements).verified == nil)
        }
    }

    /// The defects that none of the relaxations names.
    static let otherDefects = ResponseDefect.allCases.filter {
        $0.violatedPolicy != nil && !defects.values.contains($0.rawValue) && $0.rawValue != "signatureAtEnd"
    }

    @Test("none lets another defect pass", arguments: DefectTests.signedInTurn(otherDefects, from: 1))
    func passesNoOtherDefect(_ defect: ResponseDefect, _ signed: ResponseIssuer.Signed) throws {
        let xml = try Self.issued(defect, signed)
        for allowed in Allowed.all {
            #expect(try SAMLWorld.judge(xml, allowed.requirements).verified == nil, "\(allowed)")
        }
    }
}
