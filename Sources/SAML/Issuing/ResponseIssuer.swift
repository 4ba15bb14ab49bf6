import Foundation
package import TVSimXMLSecurity

/// Writes and signs a provider's responses, correct or with a chosen defect.
///
/// The signature is RSA-SHA256 over exclusive canonicalisation and follows the issuer. The assertion is signed first,
/// then encrypted if requested; the response around it is signed last.
package struct ResponseIssuer: Sendable {
    /// The element to sign.
    package typealias Signed = SignedElements

    /// The provider's identity.
    package var identity: SigningIdentity
    /// A wrong identity for defects that need one: it signs as a forger, and content that the recipient must not be
    /// able to read is encrypted for it.
    package var impostor: SigningIdentity?
    /// The parameters of the signatures.
    package var recipe: SignatureRecipe
    /// The parameters of the assertion's encryption; `nil` for a plain assertion.
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

    /// An issued response.
    package struct Issued: Sendable, Hashable {
        /// The response.
        package let xml: String
        /// The status codes from the top one down; empty if it has none.
        package let statusCodes: [String]
    }

    /// Issues a response.
    ///
    /// - Parameters:
    ///   - content: The response's contents.
    ///   - signed: The element to sign. A response without an assertion is signed itself, unless nothing is. Some
    ///     defects concern the signature of one element and choose that element.
    ///   - defects: The defects to apply.
    ///   - attribute: The attribute that the defect `missingAttribute` leaves out.
    /// - Returns: The response; `nil` for the defect `noResponse`.
    /// - Throws: ``XMLError`` if the identity cannot sign, a defect needs an impostor and none is given, or a defect
    ///   finds nothing to change in this response.
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

    /// Issues a response with at most one defect, and returns its XML.
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
