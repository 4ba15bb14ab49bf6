import Foundation
import TVSimSAML
import TVSimXMLSecurity

/// Responses of public reports to other projects: what providers send, and what deceived readers.
enum ReportedRows {
    static let all: [FixtureCase] = broken + valid

    private static let broken = [
        ResponseRows.made(
            "digitFirstID", .content, "The ID of the assertion begins with a digit.",
            .content { $0.assertionID = FixtureParties.digitFirstID(insteadOf: $0.assertionID) }, .identifier,
            why: "An XML ID begins with a letter or '_'. Readers that validate the schema refuse the message."),
        ResponseRows.made(
            "instructionAfterSigning", .subject, "A processing instruction was inserted into the name after signing.",
            .text {
                // The first three characters of the name.
                let split = FixtureParties.name.divided(at: 3, by: "?>")
                return $0.replacing(FixtureParties.nameEnd, with: "><?p \(split)</saml:NameID>")
            }, .signature,
            .broken,
            why:
                "Canonicalisation keeps the instruction, so the digest differs. A library that drops it reads another name.",
            resembles: "OneUptime advisory 2026 (a processing instruction in the name)"),
        ResponseRows.made(
            "decoySignatureOnRefusal", .wrapping,
            "A signed refusal has a second Signature, whose Object has a forged assertion.",
            .text(refusedWithDecoy), .structure, .broken, .rejected,
            why: "A reader that searches for assertions finds one, in a message with a genuine signature.",
            resembles: "OneUptime advisory 2026 (an assertion in an Object)"),
        ResponseRows.made(
            "inclusiveOutOfContext", .signature,
            "The assertion was signed alone with inclusive canonicalization, and was then put into the response.",
            .text(signedAlone), .signature, .broken,
            why: "The namespaces of the response become part of the canonical form, so the digest differs."),
    ]

    /// Signs the assertion of a response in a document of its own, with inclusive canonicalization.
    private static func signedAlone(_ xml: String) -> String {
        let xml = removing("<ds:Signature ", "</ds:Signature>", from: xml)
        guard let start = xml.range(of: "<saml:Assertion ")?.lowerBound,
            let end = xml.range(of: "</saml:Assertion>")?.upperBound
        else { return xml }
        var recipe = SignatureRecipe()
        recipe.omitsCanonicalization = true
        recipe.claimedTransforms = [XMLNamespace.envelopedSignature, XMLNamespace.inclusiveC14N]
        return String(xml[..<start]) + signed(String(xml[start..<end]), recipe) + String(xml[end...])
    }

    /// Makes a signed refusal of a response, and adds another signature with a forged assertion.
    private static func refusedWithDecoy(_ xml: String) -> String {
        let refusal = removing("<saml:Assertion ", "</saml:Assertion>", from: xml)
            .replacing(SAMLStatusCode.success, with: SAMLStatusCode.responder)
        let xml = signed(refusal, SignatureRecipe())
        guard let end = xml.range(of: "</ds:Signature>")?.upperBound,
            let start = xml.range(of: "<ds:Signature ")?.lowerBound
        else { return xml }
        let forged =
            "<ds:Object><saml:Assertion xmlns:saml=\"\(SAMLNames.assertionNamespace)\" ID=\"_forged\(DefectWords.current.identifierEnd)\" Version=\"2.0\">"
            + "</saml:Assertion></ds:Object></ds:Signature>"
        let decoy = xml[start..<end].replacing("</ds:Signature>", with: forged)
        return String(xml[..<end]) + String(decoy) + String(xml[end...])
    }

    /// Signs the top element of a document, behind its issuer.
    private static func signed(_ xml: String, _ recipe: SignatureRecipe) -> String {
        guard let place = xml.range(of: "</saml:Issuer>")?.upperBound,
            let id = xml.range(of: " ID=\"")?.upperBound,
            let signed = try? EnvelopedSigner.sign(
                String(xml[..<place]), String(xml[place...]), id: String(xml[id...].prefix { $0 != "\"" }),
                with: FixtureKeys.identity(), recipe: recipe)
        else { return xml }
        return signed
    }

    private static func removing(_ first: String, _ last: String, from xml: String) -> String {
        guard let start = xml.range(of: first)?.lowerBound, let end = xml.range(of: last)?.upperBound else {
            return xml
        }
        return String(xml[..<start] + xml[end...])
    }

    private static func confirmation(_ method: String, _ data: String) -> String {
        "<saml:SubjectConfirmation Method=\"urn:oasis:names:tc:SAML:2.0:cm:\(method)\">"
            + "<saml:SubjectConfirmationData\(data)></saml:SubjectConfirmationData></saml:SubjectConfirmation>"
    }

    /// Creates a case with a further confirmation before the bearer's.
    private static func confirmed(_ name: String, _ summary: String, why: String, _ other: String) -> FixtureCase {
        ResponseRows.valid(name, .subject, summary, why: why) {
            $0.draft = { xml in
                guard let place = xml.range(of: "<saml:SubjectConfirmation ")?.lowerBound else { return xml }
                return String(xml[..<place]) + other + String(xml[place...])
            }
        }
    }

    private static let valid = [
        confirmed(
            "holderOfKeyBesideBearer", "The subject is confirmed by a key, and by a bearer beside it.",
            why:
                "One confirmation that holds is enough. A reader that requires all, or only looks at the first, refuses it.",
            confirmation("holder-of-key", "")),
        confirmed(
            "twoBearers", "The subject has two bearer confirmations, of which the second is right.",
            why: "A provider confirms the subject for several addresses. One that holds completely is enough.",
            confirmation(
                "bearer", " NotOnOrAfter=\"2020-01-01T00:00:00Z\" Recipient=\"https://other.example/acs\"")),
        ResponseRows.valid(
            "encryptedName", .encryption, "The name is encrypted for the reader (EncryptedID), and can be decrypted.",
            .refused, why: "A reader with the key must read the name. One that skips it finds a user without a name."
        ) {
            $0.encryptsName = true
            $0.draft = { xml in
                guard let start = xml.range(of: "<saml:NameID ")?.lowerBound,
                    let end = xml.range(of: "</saml:NameID>")?.upperBound,
                    let recipe = try? FixtureKeys.encryption(.reader, vector: Data("0123456789abcdef".utf8)),
                    case let name = xml[start..<end].replacing(
                        "<saml:NameID ", with: "<saml:NameID xmlns:saml=\"\(SAMLNames.assertionNamespace)\" "),
                    let data = try? Encryptor.encrypt(String(name), recipe)
                else { return xml }
                return String(xml[..<start]) + "<saml:EncryptedID>\(data)</saml:EncryptedID>" + String(xml[end...])
            }
        },
        ResponseRows.made(
            "encryptedKeyBeside", .encryption,
            "The EncryptedKey stands beside the EncryptedData, and not in its KeyInfo.",
            .text { xml in
                guard let start = xml.range(of: "<xenc:EncryptedKey>")?.lowerBound,
                    let end = xml.range(of: "</xenc:EncryptedKey>")?.upperBound
                else { return xml }
                let key = xml[start..<end].replacing(
                    "<xenc:EncryptedKey>",
                    with:
                        "<xenc:EncryptedKey xmlns:xenc=\"\(XMLNamespace.encryption)\" xmlns:ds=\"\(XMLNamespace.signature)\">"
                )
                return xml.replacing(xml[start..<end], with: "")
                    .replacing("<ds:KeyInfo xmlns:ds=\"\(XMLNamespace.signature)\"></ds:KeyInfo>", with: "")
                    .replacing("</xenc:EncryptedData>", with: "</xenc:EncryptedData>\(key)")
            }, nil, .absent,
            why: "SAML allows both places (SAML Core 2.0, 2.2.4), and some providers use this one.", isDefective: false
        ) { $0.encryption = .reader },
        ResponseRows.made(
            "carriageReturnsInSignature", .signature, "SignatureValue has carriage returns in its Base64 (&#13;).",
            .text { xml in
                guard let start = xml.range(of: "<ds:SignatureValue>")?.upperBound,
                    let end = xml.range(of: "</ds:SignatureValue>")?.lowerBound
                else { return xml }
                let value = Array(xml[start..<end])
                let lines = stride(from: 0, to: value.count, by: 76).map {
                    String(value[$0..<min($0 + 76, value.count)])
                }
                return String(xml[..<start]) + lines.joined(separator: "&#13;\n") + String(xml[end...])
            }, nil, .genuine, .accepted,
            why: "Java libraries write these lines. The white space of Base64 has no meaning.", isDefective: false),
    ]
}
