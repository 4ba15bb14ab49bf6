import Foundation
import XMLSecurity

/// What a defect does at each stage of the making of a response; most do something at one stage alone.
struct DefectSteps: Sendable {
    /// Before writing: to what the response says.
    ///
    /// The name is that of the attribute that may be left out.
    var content: (@Sendable (_ content: inout ResponseContent, _ missing: String) -> Void)?
    /// Before writing, after all that is reckoned from it: to the instant at which it is issued.
    var instant: (@Sendable (_ instant: inout Date) -> Void)?
    /// Before signing: to the elements.
    var draft: (@Sendable (_ draft: inout ResponseDraft) throws(XMLError) -> Void)?
    /// To the signature: who signs what, and how.
    var plan: (@Sendable (_ plan: inout SigningPlan) throws(XMLError) -> Void)?
    /// After signing: to the elements, which hold their signatures.
    var signed: (@Sendable (_ draft: inout ResponseDraft) throws(XMLError) -> Void)?
    /// To the XML.
    var text: (@Sendable (_ xml: String) -> String)?
}

/// Who signs what, and how; and for whom the assertion is encrypted.
struct SigningPlan {
    var identity: SigningIdentity
    var recipe: SignatureRecipe
    var signed: ResponseIssuer.Signed
    var encryption: EncryptionRecipe?
    /// Who signs, or reads, what nobody else should.
    let impostor: SigningIdentity?

    /// The stranger that a defect needs.
    func stranger() throws(XMLError) -> SigningIdentity {
        guard let impostor else { throw XMLError(.key, "The defect needs an impostor's identity.") }
        return impostor
    }
}

/// A response that is being made, as elements.
package struct ResponseDraft: Sendable {
    /// The response.
    package var response: MessageElement

    static let assertion = ["saml:Assertion"]
    static let name = ["saml:Assertion", "saml:Subject", "saml:NameID"]
    static let confirmation = ["saml:Assertion", "saml:Subject", "saml:SubjectConfirmation"]
    static let confirmationData = confirmation + ["saml:SubjectConfirmationData"]
    static let conditions = ["saml:Assertion", "saml:Conditions"]
    static let restriction = conditions + ["saml:AudienceRestriction"]
    static let audience = restriction + ["saml:Audience"]
    static let statement = ["saml:Assertion", "saml:AuthnStatement"]
    static let status = ["samlp:Status"]

    /// The status that it tells, from the top code down; empty: none.
    var statusCodes: [String] {
        var codes: [String] = []
        var next = response.child("samlp:Status")?.child("samlp:StatusCode")
        while let code = next {
            if let value = code["Value"] { codes.append(value) }
            next = code.child("samlp:StatusCode")
        }
        return codes
    }

    /// Changes the element at the end of a path.
    ///
    /// - Throws: ``XMLError`` with `structure` where there is none: a defect that changes nothing would be a lie.
    mutating func edit(_ path: [String], _ change: (inout MessageElement) -> Void) throws(XMLError) {
        guard response.edit(path[...], change) else {
            throw XMLError(.structure, "There is no <\(path.last ?? "")> in the response for a defect to change.")
        }
    }

    /// Takes an element away.
    mutating func remove(_ path: [String]) throws(XMLError) {
        try replace(path, with: [])
    }

    /// Puts nodes in an element's place.
    mutating func replace(_ path: [String], with nodes: [MessageElement.Node]) throws(XMLError) {
        let name = path.last ?? ""
        var found = false
        try edit(path.dropLast()) { parent in
            guard let position = parent.position(of: name) else { return }
            parent.children.replaceSubrange(position...position, with: nodes)
            found = true
        }
        guard found else { throw XMLError(.structure, "There is no <\(name)> in the response for a defect to change.") }
    }

    /// The assertion.
    ///
    /// - Throws: ``XMLError`` with `structure` where there is none, or it is encrypted.
    func assertion() throws(XMLError) -> MessageElement {
        guard let assertion = response.child("saml:Assertion") else {
            throw XMLError(.structure, "There is no assertion in the response for a defect to change.")
        }
        return assertion
    }
}
