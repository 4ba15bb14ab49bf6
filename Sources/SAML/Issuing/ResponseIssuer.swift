import Foundation
package import XMLSecurity

/// Writes and signs a provider's responses, truthful or defective on request.
///
/// Written without insignificant white space, so that clients that collapse it change nothing; signed with RSA-SHA256
/// over exclusive canonicalisation, the signature after the issuer.
package struct ResponseIssuer: Sendable {
    /// Which element is signed.
    package enum Signed: String, Sendable, CaseIterable {
        case assertion, response, both, neither
    }

    /// The provider's identity.
    package var identity: SigningIdentity
    /// Whose key signs under the defect `wrongKey`, while `KeyInfo` shows the honest certificate, as a forger does.
    package var impostor: SigningIdentity?
    /// How it is signed.
    package var recipe: SignatureRecipe

    /// Creates an issuer.
    package init(
        identity: SigningIdentity, impostor: SigningIdentity? = nil, recipe: SignatureRecipe = SignatureRecipe()
    ) {
        self.identity = identity
        self.impostor = impostor
        self.recipe = recipe
    }

    /// Issues a response.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - signed: Which element is signed. A response without an assertion is signed itself, unless nothing is.
    ///   - defect: What is wrong with it.
    ///   - attribute: The attribute that the defect `missingAttribute` leaves out.
    /// - Returns: The response as XML; `nil` under the defect `noResponse`.
    /// - Throws: ``XMLError`` when the identity cannot sign, or the defect `wrongKey` has no impostor.
    package func issue(
        _ content: ResponseContent, signed: Signed = .assertion, defect: ResponseDefect = .none,
        missing attribute: String = "userID"
    ) throws(XMLError) -> String? {
        guard defect != .noResponse else { return nil }
        var content = content
        content.apply(defect, missing: attribute)
        let signed = defect == .unsigned ? .neither : signed
        let (signer, recipe) = try signer(for: defect)

        var assertion = ""
        let succeeds = content.statusCodes == [SAMLStatusCode.success]
        if succeeds {
            let parts = content.assertionParts()
            assertion = parts.before + parts.after
            if signed == .assertion || signed == .both {
                assertion = try EnvelopedSigner.sign(
                    parts.before, parts.after, id: content.assertionID, with: signer, recipe: recipe)
            }
        }
        let parts = content.responseParts(assertion: assertion)
        var response = parts.before + parts.after
        if signed == .response || signed == .both || (signed == .assertion && !succeeds) {
            response = try EnvelopedSigner.sign(
                parts.before, parts.after, id: content.responseID, with: signer, recipe: recipe)
        }
        if defect == .tampered {
            let end = succeeds ? "</saml:NameID>" : "</samlp:Status>"
            let addition = succeeds ? "-somebody-else" : "<samlp:StatusDetail></samlp:StatusDetail>"
            response = response.replacingOccurrences(of: end, with: addition + end)
        }
        return response
    }

    private func signer(for defect: ResponseDefect) throws(XMLError) -> (SigningIdentity, SignatureRecipe) {
        guard defect == .wrongKey else { return (identity, recipe) }
        guard let impostor else { throw XMLError(.key, "The defect 'wrongKey' needs an impostor's identity.") }
        var recipe = recipe
        recipe.keyInfo = .certificate(identity.certificate)
        return (impostor, recipe)
    }
}

extension ResponseContent {
    /// The response up to the place of its signature, and the rest.
    fileprivate func responseParts(assertion: String) -> (before: String, after: String) {
        var before = #"<samlp:Response xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        if let destination { before += #" Destination="\#(XMLEscaping.escape(destination))""# }
        before += #" ID="\#(responseID)" InResponseTo="\#(XMLEscaping.escape(inResponseTo))""#
        before += #" IssueInstant="\#(SAMLInstant.format(issueInstant))" Version="2.0">"#
        before += issuerElement
        let status = SAMLStatusCode.nested(statusCodes)
        return (before, "<samlp:Status>\(status)</samlp:Status>\(assertion)</samlp:Response>")
    }

    /// The assertion up to the place of its signature, and the rest.
    fileprivate func assertionParts() -> (before: String, after: String) {
        let before =
            #"<saml:Assertion xmlns:saml="\#(SAMLNames.assertionNamespace)" ID="\#(assertionID)""#
            + #" IssueInstant="\#(SAMLInstant.format(issueInstant))" Version="2.0">"# + issuerElement
        return (before, subject + conditions + authnStatement + attributeStatement + "</saml:Assertion>")
    }

    private var issuerElement: String {
        #"<saml:Issuer xmlns:saml="\#(SAMLNames.assertionNamespace)">\#(XMLEscaping.escape(issuer))</saml:Issuer>"#
    }

    private var subject: String {
        var text = #"<saml:Subject><saml:NameID Format="\#(SAMLNames.persistent)">"#
        text += "\(XMLEscaping.escape(nameID))</saml:NameID>"
        if let recipient {
            let end = SAMLInstant.format(max(notOnOrAfter, issueInstant.addingTimeInterval(300)))
            text += #"<saml:SubjectConfirmation Method="\#(SAMLNames.bearer)"><saml:SubjectConfirmationData"#
            text += #" InResponseTo="\#(XMLEscaping.escape(inResponseTo))" NotOnOrAfter="\#(end)""#
            text += #" Recipient="\#(XMLEscaping.escape(recipient))"></saml:SubjectConfirmationData>"#
            text += "</saml:SubjectConfirmation>"
        }
        return text + "</saml:Subject>"
    }

    private var conditions: String {
        #"<saml:Conditions NotBefore="\#(SAMLInstant.format(notBefore))""#
            + #" NotOnOrAfter="\#(SAMLInstant.format(notOnOrAfter))"><saml:AudienceRestriction>"#
            + "<saml:Audience>\(XMLEscaping.escape(audience))</saml:Audience></saml:AudienceRestriction>"
            + "</saml:Conditions>"
    }

    private var authnStatement: String {
        var session = sessionIndex.map { #" SessionIndex="\#(XMLEscaping.escape($0))""# } ?? ""
        if let end = sessionNotOnOrAfter { session += #" SessionNotOnOrAfter="\#(SAMLInstant.format(end))""# }
        return #"<saml:AuthnStatement AuthnInstant="\#(SAMLInstant.format(authnInstant))"\#(session)>"#
            + "<saml:AuthnContext><saml:AuthnContextClassRef>\(SAMLNames.passwordProtectedTransport)"
            + "</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
    }

    private var attributeStatement: String {
        guard !attributes.isEmpty else { return "" }
        let written = attributes.map { attribute in
            let format = attribute.nameFormat.map { #" NameFormat="\#(XMLEscaping.escape($0))""# } ?? ""
            let values = attribute.values.map {
                "<saml:AttributeValue>\(XMLEscaping.escape($0))</saml:AttributeValue>"
            }
            return #"<saml:Attribute Name="\#(XMLEscaping.escape(attribute.name))"\#(format)>"#
                + values.joined() + "</saml:Attribute>"
        }
        return "<saml:AttributeStatement>" + written.joined() + "</saml:AttributeStatement>"
    }
}
