import TVSimXMLSecurity

/// The order of an element's children in the schema.
struct SchemaOrder: Sendable {
    fileprivate struct Step: Sendable {
        var names: [String]
        var namespace: String
        var repeats = false
    }

    /// The section of the standard.
    let section: String
    private let steps: [Step]

    /// The children of a `samlp:Response`.
    static let response = SchemaOrder(
        section: "SAML Core 2.0, 3.2.2",
        steps: [
            Step(names: ["Issuer"], namespace: SAMLNames.assertionNamespace),
            Step(names: ["Signature"], namespace: XMLNamespace.signature),
            Step(names: ["Extensions"], namespace: SAMLNames.protocolNamespace),
            Step(names: ["Status"], namespace: SAMLNames.protocolNamespace),
            Step(names: ["Assertion", "EncryptedAssertion"], namespace: SAMLNames.assertionNamespace, repeats: true),
        ])

    /// The children of a `samlp:AuthnRequest`.
    static let authnRequest = SchemaOrder(
        section: "SAML Core 2.0, 3.4.1",
        steps: [
            saml("Issuer"), Step(names: ["Signature"], namespace: XMLNamespace.signature), protocolStep("Extensions"),
            saml("Subject"), protocolStep("NameIDPolicy"), saml("Conditions"), protocolStep("RequestedAuthnContext"),
            protocolStep("Scoping"),
        ])

    /// The children of a `samlp:LogoutRequest`.
    static let logoutRequest = SchemaOrder(
        section: "SAML Core 2.0, 3.7.1",
        steps: [
            saml("Issuer"), Step(names: ["Signature"], namespace: XMLNamespace.signature), protocolStep("Extensions"),
            saml("BaseID", "NameID", "EncryptedID"),
            Step(names: ["SessionIndex"], namespace: SAMLNames.protocolNamespace, repeats: true),
        ])

    /// The children of a `saml:Assertion`.
    static let assertion = SchemaOrder(
        section: "SAML Core 2.0, 2.3.3",
        steps: [
            Step(names: ["Issuer"], namespace: SAMLNames.assertionNamespace),
            Step(names: ["Signature"], namespace: XMLNamespace.signature),
            Step(names: ["Subject"], namespace: SAMLNames.assertionNamespace),
            Step(names: ["Conditions"], namespace: SAMLNames.assertionNamespace),
            Step(names: ["Advice"], namespace: SAMLNames.assertionNamespace),
            Step(
                names: ["Statement", "AuthnStatement", "AuthzDecisionStatement", "AttributeStatement"],
                namespace: SAMLNames.assertionNamespace, repeats: true),
        ])

    private static func saml(_ names: String..., repeats: Bool = false) -> Step {
        Step(names: names, namespace: SAMLNames.assertionNamespace, repeats: repeats)
    }

    private static func protocolStep(_ name: String) -> Step {
        Step(names: [name], namespace: SAMLNames.protocolNamespace)
    }

    /// The children of elements inside an assertion, by the parent's name, and whether their own children are checked
    /// too.
    ///
    /// `Conditions` has no order, and its own policy rejects an unknown condition. The policy of the subject rejects
    /// several names.
    private static let inside: [(parent: String, goesOn: Bool, order: SchemaOrder?)] = [
        (
            "Attribute", false,
            SchemaOrder(section: "SAML Core 2.0, 2.7.3.1", steps: [saml("AttributeValue", repeats: true)])
        ),
        (
            "AttributeStatement", true,
            SchemaOrder(
                section: "SAML Core 2.0, 2.7.3", steps: [saml("Attribute", "EncryptedAttribute", repeats: true)])
        ),
        (
            "Subject", true,
            SchemaOrder(
                section: "SAML Core 2.0, 2.4.1",
                steps: [
                    saml("BaseID", "NameID", "EncryptedID", repeats: true), saml("SubjectConfirmation", repeats: true),
                ])
        ),
        (
            "SubjectConfirmation", false,
            SchemaOrder(
                section: "SAML Core 2.0, 2.4.1.1",
                steps: [saml("BaseID", "NameID", "EncryptedID"), saml("SubjectConfirmationData")])
        ),
        ("Conditions", true, nil),
        (
            "AudienceRestriction", false,
            SchemaOrder(section: "SAML Core 2.0, 2.5.1.4", steps: [saml("Audience", repeats: true)])
        ),
        (
            "ProxyRestriction", false,
            SchemaOrder(section: "SAML Core 2.0, 2.5.1.6", steps: [saml("Audience", repeats: true)])
        ),
        (
            "AuthnStatement", true,
            SchemaOrder(section: "SAML Core 2.0, 2.7.2", steps: [saml("SubjectLocality"), saml("AuthnContext")])
        ),
        (
            "AuthnContext", false,
            SchemaOrder(
                section: "SAML Core 2.0, 2.7.2.2",
                steps: [
                    saml("AuthnContextClassRef"), saml("AuthnContextDecl", "AuthnContextDeclRef"),
                    saml("AuthenticatingAuthority", repeats: true),
                ])
        ),
    ]
    private static let status = SchemaOrder(
        section: "SAML Core 2.0, 3.2.2.1",
        steps: [protocolStep("StatusCode"), protocolStep("StatusMessage"), protocolStep("StatusDetail")])
    private static let statusCode = SchemaOrder(section: "SAML Core 2.0, 3.2.2.2", steps: [protocolStep("StatusCode")])

    /// Rejects an assertion with a misplaced child, at any level that is read.
    static func checkAssertion(_ element: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        let children = element.children
        try assertion.check(element, children, allowed)
        for child in children { try checkInside(child, allowing: allowed) }
    }

    /// Rejects an element inside an assertion with a misplaced child.
    static func checkInside(_ element: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        guard let row = inside.first(where: { element.isNamed($0.parent, SAMLNames.assertionNamespace) }) else {
            return
        }
        let children = element.children
        try row.order?.check(element, children, allowed)
        if row.goesOn { for child in children { try checkInside(child, allowing: allowed) } }
    }

    /// Rejects a status with a misplaced child.
    static func checkStatus(_ element: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        try status.check(element, allowing: allowed)
        var code = element.child("StatusCode", SAMLNames.protocolNamespace)
        while let next = code {
            try statusCode.check(next, allowing: allowed)
            code = next.child("StatusCode", SAMLNames.protocolNamespace)
        }
    }

    /// Rejects an element with a misplaced child.
    func check(_ element: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        try check(element, element.children, allowed)
    }

    private func check(_ element: XMLElement, _ children: [XMLElement], _ allowed: Set<ResponseRequirements.Relaxation>)
        throws
    {
        guard let child = misplaced(children, inAnyOrder: allowed.contains(.elementOrder)) else { return }
        let isOnlyOrder = misplaced(children, inAnyOrder: true) == nil
        throw StructureFailure(
            "<\(element.name)> contains <\(child.name)> at a position that the schema does not allow"
                + "\(otherNamespace(of: child)).", .structure, section,
            expected: steps.flatMap(\.names).joined(separator: " "), actual: child.name,
            acceptedBy: isOnlyOrder ? .relaxation(.elementOrder) : nil, at: child)
    }

    /// Says that a child has the name of an allowed one, but another namespace; empty if it does not.
    private func otherNamespace(of child: XMLElement) -> String {
        guard let step = steps.first(where: { $0.names.contains(child.name) }), child.namespace != step.namespace
        else { return "" }
        let found = child.namespace
        return ": it has \(found.isEmpty ? "no namespace" : "the namespace '\(found)'"), not '\(step.namespace)'"
    }

    /// Returns the first child that is unknown, repeated or, unless the order is ignored, late; `nil` if none is.
    private func misplaced(_ children: [XMLElement], inAnyOrder: Bool) -> XMLElement? {
        var next = 0
        var used: Set<Int> = []
        return children.first { child in
            guard let step = steps[(inAnyOrder ? 0 : next)...].firstIndex(where: { $0.fits(child) }),
                steps[step].repeats || used.insert(step).inserted
            else { return true }
            next = step
            return false
        }
    }
}

extension SchemaOrder.Step {
    fileprivate func fits(_ child: XMLElement) -> Bool {
        names.contains { child.isNamed($0, namespace) }
    }
}
