import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Genuine messages with a layout that attackers and tools write, and changed copies of them.
///
/// What explains a refusal reads hostile input too. So each copy is judged whole: its verdict has a reason.
@Suite("A changed copy of a genuine message")
struct ChangedMessageTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var signed = ResponseIssuer.Signed.assertion
        var encoding = String.Encoding.utf8
        /// What stands before the message, which is not signed.
        var start = ""
        /// Writes the message in another way before it is signed.
        let layout: @Sendable (String) -> String

        /// The message with a valid signature.
        func text() throws -> String { try SAMLWorld.signing(signed, layout) }

        func octets(_ text: String) throws -> Data { try #require((start + text).data(using: encoding)) }
    }

    /// Puts a text between elements.
    private static func between(_ space: String) -> @Sendable (String) -> String {
        { $0.replacing(/><(?!\/)/, with: ">\(space)<") }
    }

    /// Puts a text into the value of an attribute.
    private static func inside(_ text: String) -> @Sendable (String) -> String {
        { $0.replacing(">10001<", ">\(text)<") }
    }

    static let forms = [
        Form(testDescription: "as it is issued") { $0 },
        Form(testDescription: "blank lines", layout: between("\n\n")),
        Form(testDescription: "blank lines with carriage returns", signed: .both, layout: between("\r\n\r\n  ")),
        Form(testDescription: "carriage returns beside each other", layout: inside("&#xD;&#xD;1&#xD;&#10;&#xD;&#10;")),
        Form(testDescription: "line ends at both ends of a value", signed: .response, layout: inside("\n\n1\n\n")),
        Form(testDescription: "comments and tabs", layout: between("\t<!-- \n\n -->\n")),
        Form(testDescription: "a CDATA section", signed: .response, layout: inside("<![CDATA[1\n\n]]>")),
        Form(testDescription: "UTF-16", encoding: .utf16, layout: between("\n\n")),
        Form(
            testDescription: "UTF-16, declared", signed: .response, encoding: .utf16BigEndian,
            start: "<?xml version=\"1.0\" encoding=\"UTF-16BE\"?>\n\n", layout: between("\n\n")),
        Form(testDescription: "UTF-8 with a mark", signed: .both, start: "\u{FEFF}", layout: between("\r\n\n")),
    ]

    private static func judge(_ message: Data) throws -> ValidationVerdict {
        try SAMLWorld.validator().validate(message, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
    }

    @Test("is refused because its digest differs, while the message itself is valid", arguments: forms)
    func digest(_ form: Form) throws {
        let genuine = try form.text()
        #expect(try Self.judge(form.octets(genuine)).verified?.nameID == "alice")
        let failures = try Self.judge(form.octets(genuine.replacing("alice-1", "alice-2"))).failures
        #expect(failures.map(\.policy) == [.signature])
        #expect(failures.first?.reason.contains("was changed after it was signed: its digest differs") == true)
    }

    @Test(
        "is refused for what was put into SignedInfo, whoever made the signature",
        arguments: ["\n", "\n\n", "\r\n\r\n", "&#xD;", "&#xD;&#xD;", "\n\n&#xD;\n\n"])
    func signedInfo(_ inserted: String) throws {
        let genuine = try SAMLWorld.response()
        let changed = genuine.replacing("<ds:SignatureMethod ", inserted + "<ds:SignatureMethod ")
        let value = try #require(genuine.slice("<ds:SignatureValue>", "</ds:SignatureValue>"))
        let forged = changed.replacing(value, "<ds:SignatureValue>AAAA</ds:SignatureValue>")
        let (added, other) = ("white space between elements was added", "is not valid for any trusted certificate")
        for (message, reason) in [(changed, added), (forged, other)] {
            let failures = try SAMLWorld.judge(message).failures
            #expect(failures.map(\.policy) == [.signature])
            #expect(failures.first?.reason.contains(reason) == true, "\(failures)")
        }
    }

    /// With ten forms, two thousand copies.
    @Test("of which one octet is other ends with a verdict, and is never believed about another user", arguments: forms)
    func octets(_ form: Form) throws {
        let genuine = try form.octets(form.text())
        let believed = try #require(try Self.judge(genuine).verified)
        let (validator, requirements) = (try SAMLWorld.validator(), SAMLWorld.requirements())
        var refused: [ValidationFailure.Policy: Int] = [:]
        for copy in genuine.withChangedOctets(Thoroughness.isFull ? 2_000 : 200, seed: 61) {
            switch validator.validate(copy, expecting: requirements, at: SAMLWorld.now) {
            case .valid(let response):
                // The octet was outside of the signed content, or its canonical form is the same.
                #expect(response.issuer == believed.issuer && response.nameID == believed.nameID)
                #expect(response.attributes == believed.attributes)
            case .invalid(let failures):
                #expect(!failures.isEmpty && failures.allSatisfy { !$0.reason.isEmpty })
                for failure in failures { refused[failure.policy, default: 0] += 1 }
            }
        }
        // Most copies are not XML any more; enough of the others reach what explains a signature.
        #expect(refused[.wellFormed, default: 0] > 10 && refused[.signature, default: 0] > 10, "\(refused)")
    }

    static let instants = [
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T24:00:00Z",
        "9999-12-31T23:59:59.999999999999999999999Z", "9999-12-31T23:59:59-14:00", "99999-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z", "292277026596-12-04T15:30:08Z",
        "2026-01-01T00:00:00.\(String(repeating: "9", count: 900))Z",
    ]

    @Test("with a time of any year ends with a verdict", arguments: instants)
    func times(_ instant: String) throws {
        var lenient = SAMLWorld.requirements()
        lenient.allowed = Set(ResponseRequirements.Relaxation.allCases)
        lenient.strictInstants = true
        for attribute in ["IssueInstant", "NotBefore", "NotOnOrAfter", "AuthnInstant", "SessionNotOnOrAfter"] {
            let written = try Regex(" \(attribute)=\"[^\"]*\"")
            let xml = try SAMLWorld.signing(.both) { $0.replacing(written, with: " \(attribute)=\"\(instant)\"") }
            #expect(xml.contains(instant))
            for requirements in [SAMLWorld.requirements(), lenient] {
                let verdict = try SAMLWorld.judge(xml, requirements)
                #expect(verdict.verified?.nameID == "alice" || !verdict.failures.isEmpty)
                #expect(verdict.failures.allSatisfy { !$0.reason.isEmpty && $0.policy != .wellFormed })
            }
        }
    }

    @Test(
        "with a number of any length ends with a verdict",
        arguments: [
            ("0", true), ("9223372036854775807", true), ("-1", false), ("-9223372036854775808", false), ("", false),
            ("1e9", false), (String(repeating: "9", count: 5_000), true), (" 3\n", true), ("+3", true), ("3 4", false),
        ])
    func numbers(_ count: String, isValid: Bool) throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("</saml:Conditions>", "<saml:ProxyRestriction Count=\"\(count)\"/></saml:Conditions>")
        }
        #expect(try SAMLWorld.policies(xml) == (isValid ? [] : [.conditions]))
    }
}
