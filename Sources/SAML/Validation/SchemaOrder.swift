import XMLSecurity

/// The order in which the schema lets the children of an element stand.
struct SchemaOrder: Sendable {
    fileprivate struct Step: Sendable {
        var names: [String]
        var namespace: String
        var repeats = false
    }

    /// Where the order is written.
    let section: String
    private let steps: [Step]

    /// The children of a `samlp:Response`.
    static let response = SchemaOrder(
        section: "SAML Core 2.0 § 3.2.2",
        steps: [
            Step(names: ["Issuer"], namespace: SAMLNames.assertionNamespace),
            Step(names: ["Signature"], namespace: XMLNamespace.signature),
            Step(names: ["Extensions"], namespace: SAMLNames.protocolNamespace),
            Step(names: ["Status"], namespace: SAMLNames.protocolNamespace),
            Step(names: ["Assertion", "EncryptedAssertion"], namespace: SAMLNames.assertionNamespace, repeats: true),
        ])

    /// The children of a `saml:Assertion`.
    static let assertion = SchemaOrder(
        section: "SAML Core 2.0 § 2.3.3",
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

    /// Refuses an element with a child where the schema allows none.
    func check(_ element: XMLElement) throws {
        var next = 0
        for child in element.children {
            guard let step = steps[next...].firstIndex(where: { $0.fits(child) }) else {
                throw StructureFailure(
                    "<\(element.name)> holds <\(child.name)> where the schema allows none.", .structure, section,
                    actual: child.name)
            }
            next = steps[step].repeats ? step : step + 1
        }
    }
}

extension SchemaOrder.Step {
    fileprivate func fits(_ child: XMLElement) -> Bool {
        names.contains { child.isNamed($0, namespace) }
    }
}
