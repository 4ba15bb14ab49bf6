import Foundation
import TVSimXMLSecurity

/// The changes of a defect at each stage of issuing a response; most defects have one change.
struct DefectSteps: Sendable {
    /// Changes the content before it is written.
    ///
    /// The second argument is the name of the attribute that may be left out.
    var content: (@Sendable (_ content: inout ResponseContent, _ missing: String) -> Void)?
    /// Changes the time of issue after every other time has been computed from it.
    var instant: (@Sendable (_ instant: inout Date) -> Void)?
    /// Changes the elements before signing.
    var draft: (@Sendable (_ draft: inout ResponseDraft) throws(XMLError) -> Void)?
    /// Changes the signatures: key, signed element and algorithms.
    var plan: (@Sendable (_ plan: inout SigningPlan) throws(XMLError) -> Void)?
    /// Changes the elements after signing, with their signatures.
    var signed: (@Sendable (_ draft: inout ResponseDraft) throws(XMLError) -> Void)?
    /// Changes the XML text.
    var text: (@Sendable (_ xml: String) -> String)?
}

/// The keys and algorithms for signing a response and encrypting its assertion.
struct SigningPlan {
    var identity: SigningIdentity
    var recipe: SignatureRecipe
    var signed: ResponseIssuer.Signed
    var encryption: EncryptionRecipe?
    /// A wrong key, for signing or for encrypting.
    let impostor: SigningIdentity?

    /// Returns the wrong key that a defect needs.
    func stranger() throws(XMLError) -> SigningIdentity {
        guard let impostor else { throw XMLError(.key, "The defect requires the signing identity of an impostor.") }
        return impostor
    }
}

/// A response during issuing, as elements.
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

    /// The status codes from the top one down; empty if it has none.
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
    /// - Throws: ``XMLError`` with `structure` if the element is missing, because a defect must not silently change
    ///   nothing.
    mutating func edit(_ path: [String], _ change: (inout MessageElement) -> Void) throws(XMLError) {
        guard response.edit(path[...], change) else {
            throw XMLError(.structure, "The response has no <\(path.last ?? "")> that the defect can change.")
        }
    }

    /// Removes an element.
    mutating func remove(_ path: [String]) throws(XMLError) {
        try replace(path, with: [])
    }

    /// Replaces an element with nodes.
    mutating func replace(_ path: [String], with nodes: [MessageElement.Node]) throws(XMLError) {
        let name = path.last ?? ""
        var found = false
        try edit(path.dropLast()) { parent in
            guard let position = parent.position(of: name) else { return }
            parent.children.replaceSubrange(position...position, with: nodes)
            found = true
        }
        guard found else { throw XMLError(.structure, "The response has no <\(name)> that the defect can change.") }
    }

    /// Returns the assertion.
    ///
    /// - Throws: ``XMLError`` with `structure` if it is missing or encrypted.
    func assertion() throws(XMLError) -> MessageElement {
        guard let assertion = response.child("saml:Assertion") else {
            throw XMLError(.structure, "The response has no assertion that the defect can change.")
        }
        return assertion
    }
}
