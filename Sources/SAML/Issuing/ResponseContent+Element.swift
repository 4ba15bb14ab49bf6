import Foundation

extension ResponseContent {
    /// Returns the unsigned response, with its assertion if it succeeds.
    func element() -> MessageElement {
        var children: [MessageElement.Node] = [.element(issuerElement), .element(status)]
        if succeeds { children.append(.element(assertion())) }
        return MessageElement(
            "samlp:Response",
            [
                "xmlns:samlp": SAMLNames.protocolNamespace, "Destination": destination, "ID": responseID,
                "InResponseTo": inResponseTo, "IssueInstant": SAMLInstant.format(issueInstant), "Version": "2.0",
            ], children)
    }

    /// Returns the assertion, which can be in a document of its own.
    func assertion() -> MessageElement {
        var children: [MessageElement.Node] = [.element(issuerElement), .element(subject), .element(conditions)]
        if let authnInstant { children.append(.element(authnStatement(authnInstant))) }
        if !attributes.isEmpty {
            let written = attributes.map { MessageElement.Node.element(element(of: $0)) }
            children.append(.element(MessageElement("saml:AttributeStatement", [:], written)))
        }
        return MessageElement(
            "saml:Assertion",
            [
                "xmlns:saml": SAMLNames.assertionNamespace, "ID": assertionID,
                "IssueInstant": SAMLInstant.format(issueInstant), "Version": "2.0",
            ], children)
    }

    private var issuerElement: MessageElement {
        MessageElement("saml:Issuer", ["xmlns:saml": SAMLNames.assertionNamespace], text: issuer)
    }

    private var status: MessageElement {
        var code: MessageElement?
        for value in statusCodes.reversed().map(SAMLStatusCode.named) {
            code = MessageElement("samlp:StatusCode", ["Value": value], code.map { [.element($0)] } ?? [])
        }
        var children = code.map { [MessageElement.Node.element($0)] } ?? []
        if let statusMessage {
            children.append(.element(MessageElement("samlp:StatusMessage", text: statusMessage)))
        }
        return MessageElement("samlp:Status", [:], children)
    }

    private var subject: MessageElement {
        let name = MessageElement("saml:NameID", ["Format": SAMLNames.nameIDFormat(nameIDFormat)], text: nameID)
        var children = [MessageElement.Node.element(name)]
        if let recipient {
            let data = MessageElement(
                "saml:SubjectConfirmationData",
                [
                    "InResponseTo": inResponseTo, "NotOnOrAfter": confirmationEnd.map(SAMLInstant.format),
                    "Recipient": recipient,
                ])
            children.append(
                .element(MessageElement("saml:SubjectConfirmation", ["Method": SAMLNames.bearer], [.element(data)])))
        }
        return MessageElement("saml:Subject", [:], children)
    }

    private var conditions: MessageElement {
        var children = restrictions.map { audiences in
            let written = audiences.map { MessageElement.Node.element(MessageElement("saml:Audience", text: $0)) }
            return MessageElement.Node.element(MessageElement("saml:AudienceRestriction", [:], written))
        }
        if isOneTimeUse { children.append(.element(MessageElement("saml:OneTimeUse"))) }
        if let proxyCount {
            children.append(.element(MessageElement("saml:ProxyRestriction", ["Count": String(proxyCount)])))
        }
        return MessageElement(
            "saml:Conditions",
            ["NotBefore": SAMLInstant.format(notBefore), "NotOnOrAfter": SAMLInstant.format(notOnOrAfter)], children)
    }

    private func authnStatement(_ instant: Date) -> MessageElement {
        let reference = MessageElement("saml:AuthnContextClassRef", text: authnContext)
        return MessageElement(
            "saml:AuthnStatement",
            [
                "AuthnInstant": SAMLInstant.format(instant), "SessionIndex": sessionIndex,
                "SessionNotOnOrAfter": sessionNotOnOrAfter.map(SAMLInstant.format),
            ], [.element(MessageElement("saml:AuthnContext", [:], [.element(reference)]))])
    }

    private func element(of attribute: Attribute) -> MessageElement {
        MessageElement(
            "saml:Attribute",
            ["Name": attribute.name, "NameFormat": attributeNameFormat.map(SAMLNames.attributeNameFormat)],
            attribute.values.map { .element(MessageElement("saml:AttributeValue", text: $0)) })
    }
}
