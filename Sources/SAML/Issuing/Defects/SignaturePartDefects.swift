import Foundation
import TVSimXMLSecurity

/// Changes to parts of a valid signature.
///
/// Everything except `SignedInfo` can be changed in a signature without breaking it.
enum SignaturePartDefects {
    static let all = changes + places

    /// Changes the text of the valid signature, wherever it is.
    private static func change(
        _ name: String, _ policy: ValidationFailure.Policy, _ summary: String, resembles: String? = nil,
        _ change: @escaping @Sendable (String) -> String
    ) -> ResponseDefect {
        ResponseDefect(
            name, .afterSigning, policy, summary, resembles: resembles,
            DefectSteps(signed: { draft throws(XMLError) in
                try draft.editSigned { $0.changeSignature { [.signature(change($0))] } }
            }))
    }

    private static func repeated(_ start: String, in signature: String) -> String {
        let end = "</ds:\(start)>"
        guard let first = signature.range(of: "<ds:\(start)"), let last = signature.range(of: end) else {
            return signature
        }
        let part = signature[first.lowerBound..<last.upperBound]
        return signature.replacingOccurrences(of: part, with: part + part)
    }

    private static let changes = [
        change("emptySignature", .structure, "The signature is empty.") { _ in
            #"<ds:Signature xmlns:ds="\#(XMLNamespace.signature)"></ds:Signature>"#
        },
        change(
            "objectInSignature", .structure, "The valid signature contains an Object.",
            resembles: "OneUptime advisory 2026 (an assertion in an Object)"
        ) { $0.replacingOccurrences(of: "</ds:Signature>", with: "<ds:Object>x</ds:Object></ds:Signature>") },
        change(
            "twoSignedInfos", .structure, "The signature has two SignedInfos.",
            resembles: "CVE-2025-29774 (several SignedInfo)"
        ) {
            repeated("SignedInfo", in: $0)
        },
        change("twoSignatureValues", .structure, "The signature has two values.") {
            repeated("SignatureValue", in: $0)
        },
        change("emptySignatureValue", .structure, "The signature's value is empty.") { signature in
            guard let first = signature.range(of: "<ds:SignatureValue>"),
                let last = signature.range(of: "</ds:SignatureValue>")
            else { return signature }
            return signature.replacingCharacters(in: first.upperBound..<last.lowerBound, with: "")
        },
        change(
            "commentInDigestValue", .structure, "The digest contains a comment.",
            resembles: "CVE-2025-29775 (comments in DigestValue)"
        ) { $0.replacingOccurrences(of: "<ds:DigestValue>", with: "<ds:DigestValue><!--AAAA-->") },
        change("commentInSignatureValue", .structure, "The signature's value contains a comment.") {
            $0.replacingOccurrences(of: "<ds:SignatureValue>", with: "<ds:SignatureValue><!--AAAA-->")
        },
    ]

    private static let places = [
        ResponseDefect(
            "twoSignatures", .afterSigning, .structure, "The signed element has the valid signature twice.",
            DefectSteps(signed: { draft throws(XMLError) in
                try draft.editSigned { $0.changeSignature { [.signature($0), .signature($0)] } }
            })),
        ResponseDefect(
            "signatureAtEnd", .afterSigning, .structure, "The signature is at the end of the signed element.",
            DefectSteps(signed: { draft throws(XMLError) in
                try draft.editSigned { element in
                    guard let signature = element.signature else { return }
                    element.changeSignature { _ in [] }
                    element.children.append(.signature(signature))
                }
            })),
        ResponseDefect(
            "signatureInExtensions", .afterSigning, .structure, "Extensions also contains a valid signature.",
            DefectSteps(signed: { draft throws(XMLError) in
                let signature = try draft.signedElement().signature ?? ""
                draft.addExtensions([.signature(signature)])
            })),
        ResponseDefect(
            "signatureMovedToResponse", .afterSigning, .reference,
            "The assertion's signature is a child of the response.",
            resembles: "CVE-2024-8698 (the position of the signature decides what is signed)",
            DefectSteps(
                plan: { $0.signed = .assertion },
                signed: { draft throws(XMLError) in
                    let signature = try draft.assertion().signature ?? ""
                    try draft.edit(ResponseDraft.assertion) { $0.changeSignature { _ in [] } }
                    draft.response.children.insert(.signature(signature), at: draft.response.signaturePlace)
                })),
    ]
}

extension MessageElement {
    /// Replaces the signature with nodes.
    mutating func changeSignature(_ change: (String) -> [Node]) {
        children = children.flatMap { node in
            if case .signature(let text) = node { change(text) } else { [node] }
        }
    }
}

extension ResponseDraft {
    /// Returns the outermost signed element.
    func signedElement() throws(XMLError) -> MessageElement {
        response.signature == nil ? try assertion() : response
    }

    /// Changes the outermost signed element.
    mutating func editSigned(_ change: (inout MessageElement) -> Void) throws(XMLError) {
        try edit(response.signature == nil ? ResponseDraft.assertion : [], change)
    }

    /// Adds Extensions before the status.
    mutating func addExtensions(_ nodes: [MessageElement.Node]) {
        let place = response.position(of: "samlp:Status") ?? response.children.count
        response.children.insert(.element(MessageElement("samlp:Extensions", [:], nodes)), at: place)
    }
}
