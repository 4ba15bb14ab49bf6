import Foundation
import TVSimSAML
import Testing

/// Signature wrapping.
///
/// A message in which what is signed is not what is read. "On Breaking SAML", USENIX 2012.
///
/// The names are those of the eight classic permutations; the signed parts are honest, the evil ones unsigned.
struct WrappingTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: ValidationFailure.Policy
        let message: @Sendable () throws -> String
    }

    /// The parts of an honest response whose assertion is signed.
    struct Parts {
        let response: String
        let assertion: String
        let bareAssertion: String
        let signature: String
        let evilAssertion: String

        init() throws {
            response = try SAMLWorld.response()
            assertion = try #require(response.slice("<saml:Assertion ", "</saml:Assertion>"))
            signature = try #require(assertion.slice("<ds:Signature ", "</ds:Signature>"))
            bareAssertion = assertion.replacing(signature, "")
            evilAssertion = bareAssertion.replacing("_assertion", "_evil").replacing(">alice<", ">mallory<")
        }

        func withAssertion(_ text: String) -> String { response.replacing(assertion, text) }
        func inside(_ assertion: String, _ text: String) -> String {
            assertion.replacing("</saml:Assertion>", text + "</saml:Assertion>")
        }
        func signed(_ assertion: String, _ signature: String) -> String {
            assertion.replacing("</saml:Issuer>", "</saml:Issuer>" + signature)
        }
        func holding(_ text: String) -> String {
            signature.replacing("</ds:Signature>", text + "</ds:Signature>")
        }
    }

    /// An evil response around, or beside, an honest signed one.
    static func responseWrap(_ place: @Sendable (_ honest: String, _ signature: String) -> String) throws -> String {
        let response = try SAMLWorld.response(signed: .response)
        let signature = try #require(response.slice("<ds:Signature ", "</ds:Signature>"))
        let bare = response.replacing(signature, "")
        let evil = bare.replacing("ID=\"_response\"", "ID=\"_evil\"").replacing(">alice<", ">mallory<")
            .replacing("ID=\"_assertion\"", "ID=\"_evil-assertion\"")
        let end = try #require(evil.range(of: "</saml:Issuer>")?.upperBound)
        return evil[..<end] + place(bare, signature) + evil[end...]
    }

    static let attacks: [Attack] = [
        Attack(testDescription: "XSW1: the signed response inside the signature of a forged one", policy: .structure) {
            try responseWrap { $1.replacing("</ds:Signature>", $0 + "</ds:Signature>") }
        },
        Attack(testDescription: "XSW2: the signed response beside its signature", policy: .structure) {
            try responseWrap { $0 + $1 }
        },
        Attack(testDescription: "XSW3: a forged assertion before the signed one", policy: .structure) {
            let parts = try Parts()
            return parts.withAssertion(parts.evilAssertion + parts.assertion)
        },
        Attack(testDescription: "XSW4: the signed assertion inside a forged one", policy: .structure) {
            let parts = try Parts()
            return parts.withAssertion(parts.inside(parts.evilAssertion, parts.assertion))
        },
        Attack(
            testDescription: "XSW5: the signature in a forged assertion, the signed one after it", policy: .structure
        ) {
            let parts = try Parts()
            return parts.withAssertion(parts.signed(parts.evilAssertion, parts.signature) + parts.bareAssertion)
        },
        Attack(testDescription: "XSW6: the signed assertion in the signature of a forged one", policy: .structure) {
            let parts = try Parts()
            return parts.withAssertion(parts.signed(parts.evilAssertion, parts.holding(parts.bareAssertion)))
        },
        Attack(testDescription: "XSW7: a forged assertion in Extensions", policy: .structure) {
            let parts = try Parts()
            return parts.response.replacing(
                "<samlp:Status>", "<samlp:Extensions>\(parts.evilAssertion)</samlp:Extensions><samlp:Status>")
        },
        Attack(testDescription: "XSW8: the signed assertion in an Object of the signature", policy: .structure) {
            let parts = try Parts()
            let object = "<ds:Object>\(parts.bareAssertion)</ds:Object>"
            return parts.withAssertion(parts.signed(parts.evilAssertion, parts.holding(object)))
        },
        Attack(testDescription: "a forged assertion after the signed one", policy: .structure) {
            let parts = try Parts()
            return parts.withAssertion(parts.assertion + parts.evilAssertion)
        },
        Attack(testDescription: "the signed assertion twice", policy: .identifier) {
            let parts = try Parts()
            return parts.withAssertion(parts.assertion + parts.assertion)
        },
        Attack(testDescription: "a forged assertion of the same ID", policy: .identifier) {
            let parts = try Parts()
            return parts.withAssertion(
                parts.evilAssertion.replacing("_evil", "_assertion") + parts.assertion)
        },
        Attack(
            testDescription: "the forged assertion with the valid signature, the signed one in its Advice",
            policy: .reference
        ) {
            let parts = try Parts()
            let evil = parts.signed(parts.evilAssertion, parts.signature)
            return parts.withAssertion(
                evil.replacing(
                    "</saml:Conditions>", "</saml:Conditions><saml:Advice>\(parts.bareAssertion)</saml:Advice>"))
        },
        Attack(testDescription: "the name of the signed assertion under another attribute", policy: .reference) {
            let parts = try Parts()
            let evil = parts.signed(parts.evilAssertion, parts.signature)
            return parts.withAssertion(evil.replacing("ID=\"_evil\"", "ID=\"_evil\" Id=\"_assertion\""))
        },
        Attack(testDescription: "a forged assertion in StatusDetail", policy: .structure) {
            let parts = try Parts()
            return parts.response.replacing(
                "</samlp:Status>", "<samlp:StatusDetail>\(parts.evilAssertion)</samlp:StatusDetail></samlp:Status>")
        },
        Attack(testDescription: "an Object in the valid signature", policy: .structure) {
            let parts = try Parts()
            return parts.response.replacing("</ds:Signature>", "<ds:Object><x/></ds:Object></ds:Signature>")
        },
        Attack(testDescription: "a second signature in the signed assertion", policy: .structure) {
            let parts = try Parts()
            return parts.response.replacing(parts.signature, parts.signature + parts.signature)
        },
        Attack(testDescription: "the assertion's signature at the response", policy: .reference) {
            let parts = try Parts()
            let moved = parts.withAssertion(parts.bareAssertion)
            let end = try #require(moved.range(of: "</saml:Issuer>")?.upperBound)
            return moved[..<end] + parts.signature + moved[end...]
        },
        Attack(testDescription: "the signature taken away", policy: .unsigned) {
            let parts = try Parts()
            return parts.withAssertion(parts.bareAssertion)
        },
        Attack(testDescription: "an empty signature", policy: .structure) {
            let parts = try Parts()
            return parts.response.replacing(
                parts.signature, #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>"#)
        },
        Attack(testDescription: "a signed refusal to which an assertion was added", policy: .structure) {
            let refusal = try SAMLWorld.response(signed: .response) { $0.statusCodes = [SAMLStatusCode.responder] }
            return refusal.replacing("</samlp:Response>", try Parts().assertion + "</samlp:Response>")
        },
        Attack(testDescription: "a signed assertion added to a signed response", policy: .structure) {
            let response = try SAMLWorld.response(signed: .response)
            let other = try Parts().assertion.replacing("_assertion", "_other")
            return response.replacing("</samlp:Response>", other + "</samlp:Response>")
        },
    ]

    @Test("refuses wrapped signatures", arguments: attacks)
    func refuses(_ attack: Attack) throws {
        let message = try attack.message()
        #expect(try SAMLWorld.policies(message) == [attack.policy])
        // Nor does it matter that nothing is expected.
        #expect(try SAMLWorld.policies(message, ResponseRequirements()) == [attack.policy])
    }

    @Test("ignores assertions in the Advice of the signed assertion")
    func allowsAdvice() throws {
        let xml = try SAMLWorld.signing { xml in
            let inner = (xml.slice("<saml:Assertion ", "</saml:Assertion>") ?? "").replacing("_assertion", "_advice")
            return xml.replacing("</saml:Conditions>", "</saml:Conditions><saml:Advice>\(inner)</saml:Advice>")
        }
        #expect(try SAMLWorld.judge(xml).verified?.assertionID == "_assertion")
    }

    @Test("takes no claim from an unsigned response around a signed assertion")
    func readsOnlySigned() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("<saml:SubjectConfirmationData InResponseTo=\"_request\"", "<saml:SubjectConfirmationData")
        }
        let response = try #require(SAMLWorld.judge(xml, ResponseRequirements()).verified)
        #expect(response.inResponseTo == nil)
    }
}
