import Foundation
import TVSimXMLSecurity

/// Signature wrapping: the signed element is not the one that a careless reader uses.
///
/// "On Breaking SAML", USENIX 2012; the eight names are those of SAML Raider. The signed parts are valid, and the
/// injected ones name another user.
enum WrappingDefects {
    static let all = responses + assertions + relatives

    fileprivate static var forgedID: String { "_evil" + DefectWords.current.identifierEnd }
    private static var forgedAssertionID: String { "_evil-assertion" + DefectWords.current.identifierEnd }
    private static let origin = "On Breaking SAML (USENIX Security 2012)"

    private static func defect(
        _ name: String, _ summary: String, policy: ValidationFailure.Policy = .structure,
        resembles: String = origin, signing signed: ResponseIssuer.Signed = .assertion,
        _ change: @escaping @Sendable (inout ResponseDraft) throws(XMLError) -> Void
    ) -> ResponseDefect {
        ResponseDefect(
            name, .afterSigning, policy, summary, resembles: resembles,
            DefectSteps(plan: { $0.signed = signed }, signed: change))
    }

    /// Wraps the valid response in a forged one.
    private static func wrap(
        _ draft: inout ResponseDraft, _ place: (_ honest: MessageElement, _ signature: String) -> [MessageElement.Node]
    ) {
        guard let signature = draft.response.signature else { return }
        let honest = draft.response.unsigned
        var evil = honest
        evil["ID"] = forgedID
        evil.edit(ResponseDraft.assertion[...]) { $0 = $0.evil(forgedAssertionID) }
        evil.children.insert(contentsOf: place(honest, signature), at: evil.signaturePlace)
        draft.response = evil
    }

    private static let responses = [
        defect("xsw1", "The signed response is inside the signature of a forged one.", signing: .response) { draft in
            wrap(&draft) { [.signature($1.holding($0.xml))] }
        },
        defect("xsw2", "The signed response is before its signature in a forged one.", signing: .response) { draft in
            wrap(&draft) { [.element($0), .signature($1)] }
        },
    ]

    /// Replaces the signed assertion with nodes.
    private static func replacing(
        _ name: String, _ summary: String, policy: ValidationFailure.Policy = .structure,
        resembles: String = origin, _ nodes: @escaping @Sendable (AssertionParts) -> [MessageElement.Node]
    ) -> ResponseDefect {
        defect(name, summary, policy: policy, resembles: resembles) { draft throws(XMLError) in
            try draft.replace(ResponseDraft.assertion, with: nodes(AssertionParts(try draft.assertion())))
        }
    }

    private static let assertions = [
        replacing(
            "xsw3", "A forged assertion is before the signed one.", resembles: "CVE-2011-1411; " + origin
        ) {
            [.element($0.evil), .element($0.honest)]
        },
        replacing("xsw4", "The signed assertion is inside a forged one.") {
            [.element($0.evil.holding([.element($0.honest)]))]
        },
        replacing("xsw5", "A forged assertion contains the signature, and the signed one follows it.") {
            [.element($0.evil.signed($0.signature)), .element($0.honest.unsigned)]
        },
        replacing("xsw6", "The signed assertion is in the signature that a forged one contains.") {
            [.element($0.evil.signed($0.signature.holding($0.honest.unsigned.xml)))]
        },
        defect("xsw7", "A forged assertion is in Extensions.") { draft throws(XMLError) in
            draft.addExtensions([.element(AssertionParts(try draft.assertion()).evil)])
        },
        replacing(
            "xsw8", "The signed assertion is in an Object of the signature that a forged one contains.",
            resembles: "CVE-2024-6800; " + origin
        ) {
            let object = "<ds:Object>\($0.honest.unsigned.xml)</ds:Object>"
            return [.element($0.evil.signed($0.signature.holding(object)))]
        },
    ]

    private static let relatives = [
        defect(
            "honestInExtensions", "The signed assertion is in Extensions, and a forged one replaces it.",
            resembles: "OneUptime advisory 2026 (the signed assertion in Extensions)"
        ) { draft throws(XMLError) in
            let parts = AssertionParts(try draft.assertion())
            try draft.replace(ResponseDraft.assertion, with: [.element(parts.evil)])
            draft.addExtensions([.element(parts.honest)])
        },
        defect(
            "digestElsewhere", "The name was changed after signing, and the status contains the digest of the change.",
            policy: .signature, resembles: "CVE-2024-45409 (a DigestValue found elsewhere in the document)"
        ) { draft throws(XMLError) in
            try draft.edit(ResponseDraft.name) { $0.children = [.text(DefectWords.current.forgedName)] }
            let digest = try EnvelopedSigner.digest(in: Data(try draft.assertion().unsigned.octets), id: nil)
            let value = MessageElement(
                "ds:DigestValue", ["xmlns:ds": XMLNamespace.signature], text: digest.base64EncodedString())
            try draft.edit(ResponseDraft.status) {
                $0.children.append(.element(MessageElement("samlp:StatusDetail", [:], [.element(value)])))
            }
        },
        defect(
            "decoySignature", "A signature in another namespace is before the valid one.",
            resembles: "CVE-2025-25292, CVE-2025-66567 (two parsers see different namespaces)"
        ) { draft throws(XMLError) in
            let decoy = (try draft.assertion().signature ?? "").inNamespace("urn:example:decoy")
            draft.response.children.insert(.markup(decoy), at: draft.response.signaturePlace)
        },
        replacing(
            "confusedSignature", "The namespace of a valid signature was changed.",
            resembles: "CVE-2025-25292, CVE-2025-66567 (two parsers see different namespaces)"
        ) { [.element($0.honest.unsigned.signed($0.signature.inNamespace("urn:example:confused")))] },
        replacing(
            "evilAssertionLast", "A forged assertion is after the signed one.",
            resembles: "CVE-2022-41912, CVE-2025-47949 (a second assertion is read); " + origin
        ) {
            [.element($0.honest), .element($0.evil)]
        },
        replacing(
            "sameIDTwice", "A forged assertion with the same ID is before the signed one.", policy: .identifier
        ) { parts in
            var evil = parts.evil
            evil["ID"] = parts.honest["ID"]
            return [.element(evil), .element(parts.honest)]
        },
        replacing(
            "otherIDAttribute", "A forged assertion has the signed one's ID in another attribute.",
            policy: .reference
        ) { parts in
            var evil = parts.evil.signed(parts.signature)
            evil["Id"] = parts.honest["ID"]
            return [.element(evil)]
        },
        replacing(
            "honestInAdvice", "A forged assertion contains the signature, and the signed one in its Advice.",
            policy: .reference
        ) { parts in
            var evil = parts.evil.signed(parts.signature)
            let place = evil.position(of: "saml:Conditions").map { $0 + 1 } ?? evil.children.count
            let advice = MessageElement("saml:Advice", [:], [.element(parts.honest.unsigned)])
            evil.children.insert(.element(advice), at: place)
            return [.element(evil)]
        },
        defect("evilInStatusDetail", "A forged assertion is in the status.") { draft throws(XMLError) in
            let evil = AssertionParts(try draft.assertion()).evil
            try draft.edit(ResponseDraft.status) {
                $0.children.append(.element(MessageElement("samlp:StatusDetail", [:], [.element(evil)])))
            }
        },
        defect("responseInResponse", "A signed response is inside a forged one.") { draft in
            let honest = draft.response
            draft.response = honest.unsigned
            draft.response["ID"] = forgedID
            draft.response.edit(ResponseDraft.assertion[...]) { $0 = $0.unsigned.evil(forgedAssertionID) }
            draft.addExtensions([.element(honest)])
        },
        ResponseDefect(
            "assertionAddedToRefusal", .afterSigning, .structure, "A forged assertion was added to a signed refusal.",
            resembles: "OneUptime advisory 2026 (a signed error response)",
            DefectSteps(
                content: { content, _ in content.statusCodes = [SAMLStatusCode.responder] },
                plan: { $0.signed = .response },
                signed: { draft in draft.response.children.append(.element(draft.response.forged())) })),
    ]
}

/// The parts of a signed assertion, and forged copies of it.
private struct AssertionParts {
    let honest: MessageElement
    let signature: String
    let evil: MessageElement

    init(_ assertion: MessageElement) {
        honest = assertion
        signature = assertion.signature ?? ""
        evil = assertion.evil(WrappingDefects.forgedID)
    }
}

extension MessageElement {
    /// The element without its signature.
    fileprivate var unsigned: MessageElement {
        var copy = self
        copy.changeSignature { _ in [] }
        return copy
    }

    /// Returns an unsigned copy about another user.
    fileprivate func evil(_ id: String) -> MessageElement {
        var copy = unsigned
        copy["ID"] = id
        copy.edit(["saml:Subject", "saml:NameID"]) { $0.children = [.text(DefectWords.current.forgedName)] }
        return copy
    }

    fileprivate func signed(_ signature: String) -> MessageElement {
        var copy = self
        copy.children.insert(.signature(signature), at: signaturePlace)
        return copy
    }

    fileprivate func holding(_ nodes: [Node]) -> MessageElement {
        var copy = self
        copy.children += nodes
        return copy
    }

    /// Returns an assertion that the response's issuer never made.
    fileprivate func forged() -> MessageElement {
        let name = MessageElement("saml:NameID", text: DefectWords.current.forgedName)
        var children = [Node.element(MessageElement("saml:Subject", [:], [.element(name)]))]
        if let issuer = child("saml:Issuer") { children.insert(.element(issuer), at: 0) }
        return MessageElement(
            "saml:Assertion",
            [
                "xmlns:saml": SAMLNames.assertionNamespace, "ID": WrappingDefects.forgedID,
                "IssueInstant": self["IssueInstant"],
                "Version": "2.0",
            ], children)
    }
}

extension String {
    /// Returns the signature with its elements in another namespace.
    fileprivate func inNamespace(_ namespace: String) -> String {
        replacingOccurrences(of: "\"\(XMLNamespace.signature)\"", with: "\"\(namespace)\"")
    }

    /// Returns the signature with additional contents at its end.
    fileprivate func holding(_ text: String) -> String {
        replacingOccurrences(of: "</ds:Signature>", with: text + "</ds:Signature>")
    }
}
