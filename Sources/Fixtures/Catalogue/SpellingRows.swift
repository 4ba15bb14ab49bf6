import Foundation
import TVSimSAML
import TVSimXMLSecurity

/// Different XML for the same content, and XML that only looks equivalent: prefixes, order, and divided text.
enum SpellingRows {
    private typealias Parties = FixtureParties

    static let all: [FixtureCase] = namespaces + texts + inclusions + children

    /// Creates a case in which equivalent XML or an additional attribute is signed, which every reader must accept.
    private static func drafted(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, why: String,
        reading attributes: [String: [String]] = [:], _ change: @escaping @Sendable (String) -> String
    ) -> FixtureCase {
        ResponseRows.valid(name, family, summary, why: why) {
            $0.draft = change
            $0.furtherAttributes = attributes
        }
    }

    /// Creates a valid case with white space in the signed content.
    ///
    /// An app that collapses the white space before it sends the response, as the vendor's sample does, breaks the
    /// signature.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - summary: The summary of the case.
    ///   - why: Why it matters.
    ///   - value: The expected value of the user's attribute for the usual one.
    ///   - change: Inserts the white space before the XML is signed.
    /// - Returns: The case.
    private static func pretty(
        _ name: String, _ summary: String, why: String,
        reading value: @escaping @Sendable (String) -> String = { $0 }, _ change: @escaping @Sendable (String) -> String
    ) -> FixtureCase {
        ResponseRows.valid(name, .subject, summary, why: why) {
            $0.draft = change
            $0.app = .refused
            $0.readValue = value
        }
    }

    /// Creates a case in which the issuer signs invalid content.
    private static func wrong(
        _ name: String, _ family: FixtureCase.Family, _ summary: String, _ policy: ValidationFailure.Policy,
        _ outcome: ResponseRows.Outcome = .refused, why: String, resembles: String? = nil,
        _ change: @escaping @Sendable (String) -> String
    ) -> FixtureCase {
        ResponseRows.made(
            name, family, summary, .draft(change), policy, .genuine, outcome, why: why, resembles: resembles)
    }

    private static func afterSigning(
        _ name: String, _ summary: String, why: String, _ old: @escaping @autoclosure @Sendable () -> String,
        _ new: @escaping @autoclosure @Sendable () -> String
    ) -> FixtureCase {
        ResponseRows.made(
            name, .subject, summary, .text { $0.replacing(old(), with: new()) }, nil, .genuine, .accepted, why: why,
            isDefective: false)
    }

    private static let namespaces = [
        drafted(
            "otherPrefixes", .elements, "The document has unusual namespace prefixes.",
            why: "A prefix has no meaning by itself. Readers that look for one see an empty message."
        ) { xml in
            xml.replacing("<saml:", with: "<saml2:").replacing("</saml:", with: "</saml2:")
                .replacing("<samlp:", with: "<saml2p:").replacing("</samlp:", with: "</saml2p:")
                .replacing("xmlns:saml=", with: "xmlns:saml2=").replacing("xmlns:samlp=", with: "xmlns:saml2p=")
        },
        wrong(
            "prefixRebound", .elements, "At the name, the usual prefix is bound to another namespace.", .structure,
            why: "Readers that compare prefixes mistake another element for the name."
        ) { $0.replacing("<saml:NameID ", with: "<saml:NameID xmlns:saml=\"urn:example:other\" ") },
        ResponseRows.made(
            "attributeOrder", .elements, "XML attributes are in another order than when they were signed.",
            .text {
                let name = " Name=\"\(XMLEscaping.escape(FixtureParties.current.userAttribute))\""
                let format = " NameFormat=\"\(SAMLNames.basicAttributeName)\""
                return $0.replacing(name + format, with: format + name)
            }, nil, .genuine, .accepted,
            why: "The order of XML attributes has no meaning, and canonicalisation restores it.", isDefective: false),
    ]

    private static let texts = [
        afterSigning(
            "cdataInAudience", "The audience is in a CDATA section.",
            why:
                "Canonicalisation replaces CDATA by text, so the signature is valid for the same text.",
            ">\(Parties.audience.written)</saml:Audience>", ">\(Parties.audience.inCDATA)</saml:Audience>"),
        afterSigning(
            "cdataInAttribute", "An attribute's value is in a CDATA section.",
            why:
                "Canonicalisation replaces CDATA by text, so the signature is valid for the same text.",
            Parties.valueEnd, ">\(Parties.name.inCDATA)</saml:AttributeValue>"),
        afterSigning(
            "cdataInIssuer", "The issuer is in a CDATA section.",
            why:
                "Canonicalisation replaces CDATA by text, so the signature is valid for the same text.",
            ">\(Parties.issuer.written)</saml:Issuer>", ">\(Parties.issuer.inCDATA)</saml:Issuer>"),
        afterSigning(
            "characterReferencesInAudience", "The audience is written with character references.",
            why: "The parser resolves the references. A search in the bytes does not find the audience.",
            ">\(Parties.audience.written)<", ">\(Parties.audience.withReferences(at: 5))<"),
        afterSigning(
            "characterReferencesInIssuer", "The issuer is written with character references.",
            why: "The parser resolves the references. A search in the bytes does not find the issuer.",
            ">\(Parties.issuer.written)<", ">\(Parties.issuer.withReferences(at: 5))<"),
        afterSigning(
            "characterReferencesInAttribute", "An attribute's value is written with character references.",
            why: "The parser resolves the references. A search in the bytes does not find the value.",
            Parties.valueEnd, ">\(Parties.name.withReferences(at: 9))</saml:AttributeValue>"),
        pretty(
            "blanksAroundAudience", "The audience has white space around it.",
            why:
                "An audience is a URI (xs:anyURI), and white space around a URI has no meaning (XML Schema Part 2, 4.3.6)."
        ) { $0.replacing(">\(Parties.audience.written)<", with: ">\n  \(Parties.audience.written)\t<") },
        wrong(
            "blanksAroundIssuer", .subject, "The issuer has white space around it.", .issuer,
            why: "An issuer is a string, which is compared exactly and not trimmed (SAML Core 2.0, 1.3.1)."
        ) { $0.replacing(">\(Parties.issuer.written)<", with: ">\n  \(Parties.issuer.written)\t<") },
        pretty(
            "blanksAroundAttribute", "An attribute's value has white space around it.",
            why:
                "White space belongs to a string (SAML Core 2.0, 1.3.1). A reader that trims it signs in another user.",
            reading: { "\n  \($0)\t" }
        ) { $0.replacing(Parties.valueEnd, with: ">\n  \(Parties.name.written)\t</saml:AttributeValue>") },
        drafted(
            "emptyAttributeValue", .subject, "An additional attribute has an empty value.",
            why: "A reader must return an empty value, and must not treat it as missing or as an error.",
            reading: ["zip": [""]]
        ) { adding("", to: "zip", in: $0) },
        drafted(
            "nameInAttribute", .subject, "An attribute's value is a NameID, as in eduPersonTargetedID.",
            why: "Identity providers of universities send this. The text of the NameID is the value.",
            reading: [targetedID: ["opaque"]]
        ) {
            adding("<saml:NameID>opaque</saml:NameID>", to: targetedID, in: $0)
        },
    ]

    private static let targetedID = "urn:oid:1.3.6.1.4.1.5923.1.1.1.10"

    /// Returns a message with one more value of an attribute, which the party's own settings may have already.
    private static func adding(_ content: String, to name: String, in message: String) -> String {
        let value = "<saml:AttributeValue>\(content)</saml:AttributeValue>"
        let (begin, end) = ("<saml:Attribute Name=\"\(name)\"", "</saml:Attribute>")
        if let own = message.range(of: begin),
            let place = message.range(of: end, range: own.upperBound..<message.endIndex)
        {
            return message.replacingCharacters(in: place, with: value + end)
        }
        let statement = "</saml:AttributeStatement>"
        return message.replacing(statement, with: begin + ">" + value + end + statement)
    }

    private static var inclusion: String {
        "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"\(FixtureParties.current.absentFile)\" "
            + "parse=\"text\"></xi:include>"
    }

    private static let inclusions = [
        wrong(
            "inclusionInAttribute", .encoding, "An attribute's value includes a file with XInclude.", .attributes,
            why: "A reader that processes XInclude inserts a local file into the value, and may send it on.",
            resembles: "CVE-2016-10127 (XXE), with XInclude instead of an entity"
        ) { $0.replacing(Parties.valueEnd, with: ">\(inclusion)</saml:AttributeValue>") },
        ResponseRows.made(
            "inclusionInExtensions", .encoding,
            "An extension outside the signed content includes a file with XInclude.",
            .text {
                $0.replacing("<samlp:Status>", with: "<samlp:Extensions>\(inclusion)</samlp:Extensions><samlp:Status>")
            },
            nil, .genuine, .accepted,
            why:
                "A reader ignores unknown extensions. Processing XInclude could read a file or contact a server.",
            isDefective: false),
    ]

    private static let children = [
        wrong(
            "silentConfirmation", .content, "The bearer confirmation has no InResponseTo.",
            .inResponseTo,
            why:
                "Only the unsigned response names the request. The signed assertion could answer any request."
        ) { xml in
            let confirmation = xml.range(of: "<saml:SubjectConfirmationData ")?.lowerBound ?? xml.endIndex
            return String(xml[..<confirmation]) + xml[confirmation...].replacing(Parties.inResponseTo, with: "")
        },
        wrong(
            "silentResponse", .content, "The response has no InResponseTo.", .inResponseTo, .accepted,
            why: "A response to a request must name it. A partial check could let unsolicited responses in."
        ) { xml in
            let end = xml.range(of: "<saml:Issuer")?.lowerBound ?? xml.startIndex
            return xml[..<end].replacing(Parties.inResponseTo, with: "") + String(xml[end...])
        },
        wrong(
            "secondConfirmationData", .elements, "A confirmation has two SubjectConfirmationData elements.", .structure,
            why: "Some readers use the first element, others the last one, which is expired and has another recipient."
        ) {
            $0.replacing(
                "</saml:SubjectConfirmation>",
                with: "<saml:SubjectConfirmationData NotOnOrAfter=\"2020-01-01T00:00:00Z\" "
                    + "Recipient=\"https://other.example/acs\"></saml:SubjectConfirmationData>"
                    + "</saml:SubjectConfirmation>")
        },
        wrong(
            "nameAfterConfirmation", .elements, "The name follows the confirmation.", .structure,
            why: "The schema fixes the order. Readers by position and readers by name read different subjects."
        ) { xml in
            guard let start = xml.range(of: "<saml:NameID "), let end = xml.range(of: "</saml:NameID>") else {
                return xml
            }
            let name = xml[start.lowerBound..<end.upperBound]
            return xml.replacing(name, with: "").replacing("</saml:Subject>", with: name + "</saml:Subject>")
        },
        wrong(
            "secondStatusCode", .elements, "The status has a second top-level code, which is Responder.", .structure,
            why: "Some readers use the first code, others the last one."
        ) {
            $0.replacing(
                "</samlp:Status>",
                with: "<samlp:StatusCode Value=\"\(SAMLStatusCode.responder)\"></samlp:StatusCode></samlp:Status>")
        },
    ]
}
