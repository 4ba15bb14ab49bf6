import Foundation
import TVSimXMLSecurity

/// Changes after signing, and malformed XML.
enum EncodingDefects {
    static let all = [tampered] + changes + documentTypes + malformed + oversized

    private static func changed(
        _ name: String, _ policy: ValidationFailure.Policy?, _ summary: String, resembles: String? = nil,
        _ change: @escaping @Sendable (inout ResponseDraft) throws(XMLError) -> Void
    ) -> ResponseDefect {
        ResponseDefect(name, .afterSigning, policy, summary, resembles: resembles, DefectSteps(signed: change))
    }

    static let tampered = changed("tampered", .signature, "The content was changed after it was signed.") {
        draft throws(XMLError) in
        if draft.response.child("saml:Assertion") == nil {
            guard draft.response.signature != nil || draft.response.child("saml:EncryptedAssertion") == nil else {
                throw XMLError(.structure, "The signed content is encrypted, so the defect cannot change it.")
            }
            let detail = MessageElement("samlp:StatusDetail")
            try draft.edit(ResponseDraft.status) { $0.children.append(.element(detail)) }
        } else {
            try draft.edit(ResponseDraft.name) { $0.children.append(.text(DefectWords.current.changedEnd)) }
        }
    }

    private static let changes = [
        changed(
            "commentInNameID", nil, "A comment was inserted into the name after signing; the whole name must be read.",
            resembles: SubjectDefects.truncation + "; CVE-2025-54419 (unsigned content is read)"
        ) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.name) { name in
                guard case .text(let text) = name.children.first else { return }
                let half = text.index(text.startIndex, offsetBy: text.count / 2)
                name.children = [.text(String(text[..<half])), .markup("<!-- -->"), .text(String(text[half...]))]
            }
        },
        ResponseDefect(
            "voidCanonicalization", .afterSigning, .reference,
            "A namespace without a scheme makes canonicalization fail; the digest is that of empty data.",
            resembles: "CVE-2025-66568, CVE-2025-66475 (void canonicalization)",
            DefectSteps(
                plan: { $0.recipe.digestsNothing = true },
                signed: { draft throws(XMLError) in
                    // Unsigned responses have no digest.
                    try draft.editSigned { if $0.signature != nil { $0["xmlns:x"] = "1" } }
                })),
        changed("duplicateID", .identifier, "The response and the assertion have the same ID.") {
            draft throws(XMLError) in
            let id = try draft.assertion()["ID"]
            draft.response["ID"] = id
        },
        changed(
            "strangeID", .identifier, "The response's ID is not a name.",
            resembles: "CVE-2015-20108 (an ID inside an XPath expression)"
        ) {
            $0.response["ID"] = "_a' or 'a'='a"
        },
    ]

    private static func text(
        _ name: String, _ policy: ValidationFailure.Policy, _ summary: String, resembles: String? = nil,
        _ change: @escaping @Sendable (String) -> String
    ) -> ResponseDefect {
        ResponseDefect(name, .encoding, policy, summary, resembles: resembles, DefectSteps(text: change))
    }

    /// Adds a document type before the response, and a reference to its entity at the end of a name.
    private static func documentType(
        _ name: String, _ summary: String, _ declaration: @escaping @autoclosure @Sendable () -> String,
        entity: String = "", resembles: String? = nil
    ) -> ResponseDefect {
        text(name, .dtd, summary, resembles: resembles) { xml in
            "<!DOCTYPE samlp:Response \(declaration())>"
                + xml.replacingOccurrences(of: "</saml:NameID>", with: "\(entity)</saml:NameID>")
        }
    }

    private static let documentTypes = [
        documentType(
            "doctype", "The document has a document type.", "[]",
            resembles: "CVE-2025-25291 (only one of two parsers reads the document type)"),
        documentType(
            "commentInDoctype", "The document type has a comment that contains a declaration.",
            #"[<!-- <!ENTITY e "\#(DefectWords.current.forgedName)"> -->]"#,
            resembles: "CVE-2020-29510 (Go's encoding/xml writes a different document type than it read)"),
        documentType(
            "externalEntity", "An entity refers to a file.", #"[<!ENTITY e SYSTEM "\#(DefectWords.current.file)">]"#,
            entity: "&e;", resembles: "CVE-2016-10127, CVE-2013-6440 (XXE)"),
        documentType(
            "externalSubset", "The document type refers to a network address.",
            #"SYSTEM "http://127.0.0.1:9/x.dtd""#, resembles: "CVE-2013-6440 (XXE)"),
        documentType(
            "parameterEntity", "A parameter entity refers to a network address.",
            #"[<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p;]"#, resembles: "CVE-2013-6440 (XXE)"),
        documentType(
            "entityBomb", "Entities expand to a billion characters.",
            "[<!ENTITY a \"aaaaaaaaaa\">"
                + (1...8).map { level in
                    let (name, inner) = (letter(level), letter(level - 1))
                    return "<!ENTITY \(name) \"\(String(repeating: "&\(inner);", count: 10))\">"
                }.joined() + "]", entity: "&\(letter(8));", resembles: "CVE-2003-1564 (the billion laughs)"),
        documentType(
            "attributeDefault", "The document type declares a default for an attribute.",
            #"[<!ATTLIST saml:NameID Format CDATA "x">]"#),
    ]

    private static func letter(_ number: Int) -> String {
        String(UnicodeScalar(UInt8(ascii: "a") + UInt8(clamping: number)))
    }

    private static let severalRoots = "CVE-2022-39299 (several root elements)"

    private static let malformed = [
        text("truncated", .wellFormed, "The document is truncated.") { String($0.prefix($0.count / 2)) },
        text("trailingContent", .wellFormed, "The response has trailing content.", resembles: severalRoots) {
            $0 + "<samlp:Response/>"
        },
        text("nullCharacter", .wellFormed, "The issuer's name contains a null character.") {
            $0.replacingOccurrences(of: "</saml:Issuer>", with: "\u{0}</saml:Issuer>")
        },
        text(
            "contentBehindNull", .wellFormed, "The response has trailing content after a null character.",
            resembles: severalRoots
        ) { $0 + "\u{0}<samlp:Response/>" },
        text("undeclaredPrefix", .wellFormed, "A namespace prefix is not declared.") {
            $0.replacingOccurrences(of: "<samlp:Status>", with: "<samlp:Status><x:y/>")
        },
        text(
            "doubleColonName", .wellFormed, "An element's name has two colons.",
            resembles: "CVE-2020-27846, CVE-2020-29509, CVE-2020-29511 (names that Go's encoding/xml changes)"
        ) {
            $0.replacingOccurrences(
                of: "<samlp:Status>",
                with: #"<samlp:Extensions><x::y xmlns:x="urn:example:x"/></samlp:Extensions><samlp:Status>"#)
        },
        text("unknownEntity", .wellFormed, "The document refers to an undeclared entity.") {
            $0.replacingOccurrences(of: "</saml:Issuer>", with: "&e;</saml:Issuer>")
        },
        text("otherEncoding", .wellFormed, "The document declares the encoding UTF-7.") {
            #"<?xml version="1.0" encoding="UTF-7"?>"# + $0
        },
    ]

    /// Adds a large element to Extensions, which has no effect; it must be in a namespace other than SAML's (SAML Core
    /// 2.0, 3.2.1).
    private static func oversized(
        _ name: String, _ summary: String, _ content: @escaping @Sendable () -> String
    ) -> ResponseDefect {
        text(name, .size, summary) {
            $0.replacingOccurrences(
                of: "<samlp:Status>",
                with: #"<samlp:Extensions xmlns="urn:example:extension">\#(content())</samlp:Extensions>"#
                    + "<samlp:Status>")
        }
    }

    private static let oversized = [
        oversized("deepNesting", "Elements are nested a hundred levels deep.") {
            String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
        },
        oversized("manyAttributes", "An element has a thousand attributes.") {
            "<x " + (0..<1000).map { "a\($0)=''" }.joined(separator: " ") + "/>"
        },
        oversized("manyElements", "The document has thirty thousand elements.") {
            String(repeating: "<x/>", count: 30_000)
        },
        oversized("longText", "A text has half a million characters.") {
            "<x>" + String(repeating: "a", count: 500_000) + "</x>"
        },
        oversized("largeDocument", "The document has more than a million characters.") {
            String(repeating: "<x>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</x>", count: 16_000)
        },
    ]
}
