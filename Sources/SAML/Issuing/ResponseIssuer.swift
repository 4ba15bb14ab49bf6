import Foundation
package import XMLSecurity

/// Writes and signs a provider's responses, truthful or defective on request.
///
/// Signed with RSA-SHA256 over exclusive canonicalisation, the signature after the issuer; the assertion first, then
/// encrypted where that is asked for, then the response around it.
package struct ResponseIssuer: Sendable {
    /// Which element is signed.
    package enum Signed: String, Sendable, CaseIterable {
        case assertion, response, both, neither
    }

    /// The provider's identity.
    package var identity: SigningIdentity
    /// Whose key signs where a defect needs another one, as that of a forger, and for whom is encrypted what nobody is to
    /// read.
    package var impostor: SigningIdentity?
    /// How it is signed.
    package var recipe: SignatureRecipe
    /// How the assertion is encrypted; `nil`: not at all.
    package var encryption: EncryptionRecipe?

    /// Creates an issuer.
    package init(
        identity: SigningIdentity, impostor: SigningIdentity? = nil, recipe: SignatureRecipe = SignatureRecipe(),
        encryption: EncryptionRecipe? = nil
    ) {
        self.identity = identity
        self.impostor = impostor
        self.recipe = recipe
        self.encryption = encryption
    }

    /// A response, ready to be sent.
    package struct Issued: Sendable, Hashable {
        /// The response.
        package let xml: String
        /// The status that it tells, from the top code down; empty: none.
        package let statusCodes: [String]
    }

    /// Issues a response.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - signed: Which element is signed. A response without an assertion is signed itself, unless nothing is. Some
    ///     defects are about one element's signature, and choose that one.
    ///   - defects: What is wrong with it.
    ///   - attribute: The attribute that the defect `missingAttribute` leaves out.
    /// - Returns: The response; `nil` under the defect `noResponse`.
    /// - Throws: ``XMLError`` when the identity cannot sign, a defect needs an impostor and there is none, or finds nothing
    ///   to change in this response.
    package func issue(
        _ content: ResponseContent, signed: Signed = .assertion, defects: [ResponseDefect],
        missing attribute: String = "userID"
    ) throws(XMLError) -> Issued? {
        guard !defects.contains(.noResponse) else { return nil }
        var content = content
        for defect in defects { defect.steps.content?(&content, attribute) }
        for defect in defects { defect.steps.instant?(&content.issueInstant) }
        var plan = SigningPlan(
            identity: identity, recipe: recipe, signed: signed, encryption: encryption, impostor: impostor)
        for defect in defects { try defect.steps.plan?(&plan) }
        var draft = ResponseDraft(response: content.element())
        for defect in defects { try defect.steps.draft?(&draft) }
        try Self.sign(&draft.response, by: plan)
        for defect in defects { try defect.steps.signed?(&draft) }
        var xml = draft.response.xml
        for defect in defects { xml = defect.steps.text?(xml) ?? xml }
        return Issued(xml: xml, statusCodes: draft.statusCodes)
    }

    /// Issues a response with one defect, or none, and returns its XML.
    ///
    /// - Throws: ``XMLError``, as ``issue(_:signed:defects:missing:)`` does.
    package func issue(
        _ content: ResponseContent, signed: Signed = .assertion, defect: ResponseDefect = .none,
        missing attribute: String = "userID"
    ) throws(XMLError) -> String? {
        try issue(content, signed: signed, defects: [defect], missing: attribute)?.xml
    }

    private static func sign(_ response: inout MessageElement, by plan: SigningPlan) throws(XMLError) {
        let place = response.position(of: "saml:Assertion")
        if let place, case .element(var assertion) = response.children[place] {
            if plan.signed == .assertion || plan.signed == .both {
                try signElement(&assertion, by: plan, inside: response)
            }
            response.children[place] = try encrypted(assertion, by: plan.encryption)
        }
        if plan.signed == .response || plan.signed == .both || (plan.signed == .assertion && place == nil) {
            try signElement(&response, by: plan)
        }
    }

    private static func signElement(
        _ element: inout MessageElement, by plan: SigningPlan, inside parent: MessageElement? = nil
    ) throws(XMLError) {
        var recipe = plan.recipe
        if recipe.inclusiveNamespaces != nil {
            recipe.inclusiveNamespaces = element.declarations.merging(parent?.declarations ?? [:]) { own, _ in own }
        }
        let signature = try EnvelopedSigner.signature(
            in: Data(element.octets), id: element["ID"], with: plan.identity, recipe: recipe)
        element.children.insert(.signature(signature), at: element.signaturePlace)
    }

    private static func encrypted(
        _ assertion: MessageElement, by recipe: EncryptionRecipe?
    ) throws(XMLError) -> MessageElement.Node {
        guard let recipe else { return .element(assertion) }
        return .element(
            MessageElement(
                "saml:EncryptedAssertion", ["xmlns:saml": SAMLNames.assertionNamespace],
                [.markup(try Encryptor.encrypt(assertion.xml, recipe))]))
    }
}
