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
        let hasAssertion = try Self.signAssertion(of: &draft.response, by: plan)
        let late = try Self.encryptAssertion(of: &draft, after: defects, by: plan)
        if plan.signed == .response || plan.signed == .both || (plan.signed == .assertion && !hasAssertion) {
            try Self.signElement(&draft.response, by: plan)
        }
        for defect in late { try defect.steps.signed?(&draft) }
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

    /// Signs the assertion if the plan says so, and returns whether the response has one.
    private static func signAssertion(
        of response: inout MessageElement, by plan: SigningPlan
    ) throws(XMLError) -> Bool {
        guard let place = response.position(of: "saml:Assertion"),
            case .element(var assertion) = response.children[place]
        else { return false }
        if plan.signed == .assertion || plan.signed == .both {
            try signElement(&assertion, by: plan, inside: response)
            response.children[place] = .element(assertion)
        }
        return true
    }

    /// Encrypts the assertion if the plan says so.
    ///
    /// If only the assertion is signed, a defect that changes nothing else acts inside of the encryption.
    ///
    /// - Returns: The other defects, which change the message itself.
    private static func encryptAssertion(
        of draft: inout ResponseDraft, after defects: [ResponseDefect], by plan: SigningPlan
    ) throws(XMLError) -> [ResponseDefect] {
        guard let recipe = plan.encryption, draft.response.position(of: "saml:Assertion") != nil else { return defects }
        var late: [ResponseDefect] = []
        for defect in defects {
            guard plan.signed == .assertion, let changed = draft.changedInside(by: defect) else {
                late.append(defect)
                continue
            }
            draft = changed
        }
        if let place = draft.response.position(of: "saml:Assertion"),
            case .element(let assertion) = draft.response.children[place]
        {
            draft.response.children[place] = try encrypted(assertion, by: recipe)
        }
        return late
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
        _ assertion: MessageElement, by recipe: EncryptionRecipe
    ) throws(XMLError) -> MessageElement.Node {
        .element(
            MessageElement(
                "saml:EncryptedAssertion", ["xmlns:saml": SAMLNames.assertionNamespace],
                [.markup(try Encryptor.encrypt(assertion.xml, recipe))]))
    }
}

extension ResponseDraft {
    /// Returns the draft after a defect that changes the signed assertion alone; `nil` for another defect.
    fileprivate func changedInside(by defect: ResponseDefect) -> ResponseDraft? {
        guard let change = defect.steps.signed else { return nil }
        var changed = self
        do throws(XMLError) { try change(&changed) } catch { return nil }
        return changed.withoutAssertion == withoutAssertion && changed.response != response ? changed : nil
    }

    /// The response without its first assertion.
    private var withoutAssertion: MessageElement {
        var rest = response
        if let place = rest.position(of: "saml:Assertion") { rest.children.remove(at: place) }
        return rest
    }
}
