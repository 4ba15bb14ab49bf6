import XMLSecurity

/// A failure of the document's shape, on its way to the verdict.
struct StructureFailure: Error {
    let failure: ValidationFailure

    init(_ reason: String, _ policy: ValidationFailure.Policy = .structure, _ section: String = "SAML Core 2.0 § 3.3.3") {
        failure = ValidationFailure(policy, reason, section)
    }
}

/// The parts of a document that has the shape of a response: right root and version, children in the schema's order, at
/// most one assertion and that one in its place, signatures only where SAML has them.
///
/// Nothing here is believed. SAML Core 2.0 § 3.2.2, § 3.3.3, § 5.4.
struct ResponseShape {
    let response: XMLElement
    let assertion: XMLElement?
    let isEncrypted: Bool
    /// The status codes from the top one down.
    let statusCodes: [String]
    let statusMessage: String?

    var isSuccess: Bool { statusCodes.first == SAMLStatusCode.success }

    init(_ root: XMLElement) throws {
        guard root.isNamed("Response", SAMLNames.protocolNamespace) else {
            throw StructureFailure("The document is not a SAML response, but <\(root.name)>.")
        }
        guard root.attribute("Version") == "2.0" else { throw StructureFailure("The response is not of SAML 2.0.") }
        guard root.attribute("ID") != nil else { throw StructureFailure("The response has no ID.", .identifier) }
        response = root
        try Self.checkOrder(of: root, Self.responseOrder)
        guard let status = root.child("Status", SAMLNames.protocolNamespace) else {
            throw StructureFailure("The response has no status.", .status, "SAML Core 2.0 § 3.2.2.1")
        }
        statusCodes = Self.codes(in: status)
        statusMessage = try status.child("StatusMessage", SAMLNames.protocolNamespace)?.text()

        let assertions = root.children("Assertion", SAMLNames.assertionNamespace)
        let encrypted = root.children("EncryptedAssertion", SAMLNames.assertionNamespace)
        isEncrypted = !encrypted.isEmpty
        guard assertions.count + encrypted.count <= 1 else {
            throw StructureFailure("The response has more than one assertion.", .assertion)
        }
        assertion = assertions.first
        if let assertion {
            guard statusCodes.first == SAMLStatusCode.success else {
                throw StructureFailure("A response that reports a failure carries an assertion.", .assertion)
            }
            try Self.checkOrder(of: assertion, Self.assertionOrder)
        }
        try Self.checkPlaces(in: root, assertion: assertion)
    }

    // MARK: - Order

    private static let responseOrder: [String: Int] = [
        "Issuer": 0, "Signature": 1, "Extensions": 2, "Status": 3, "Assertion": 4, "EncryptedAssertion": 4,
    ]
    private static let assertionOrder: [String: Int] = [
        "Issuer": 0, "Signature": 1, "Subject": 2, "Conditions": 3, "Advice": 4, "Statement": 5, "AuthnStatement": 5,
        "AuthzDecisionStatement": 5, "AttributeStatement": 5,
    ]

    private static func checkOrder(of element: XMLElement, _ order: [String: Int]) throws {
        var reached = -1
        var seen = Set<String>()
        for child in element.children {
            guard let place = order[child.name] else {
                throw StructureFailure("<\(element.name)> holds <\(child.name)>, which does not belong there.")
            }
            guard place >= reached else {
                throw StructureFailure("<\(child.name)> stands in the wrong place of <\(element.name)>.")
            }
            guard place == 5 || place == 4 && element.name == "Response" || seen.insert(child.name).inserted else {
                throw StructureFailure("<\(element.name)> holds two of <\(child.name)>.")
            }
            reached = place
        }
    }

    // MARK: - Places

    /// Refuses assertions and signatures anywhere but in their one place; an assertion's advice is left alone.
    private static func checkPlaces(in root: XMLElement, assertion: XMLElement?) throws {
        var open = root.children
        while let element = open.popLast() {
            if element == assertion {
                for child in element.children where child.name != "Advice" {
                    try checkBelow(child, isSignature: child.isNamed("Signature", XMLNamespace.signature))
                }
                continue
            }
            if element.isNamed("Signature", XMLNamespace.signature) {
                try checkBelow(element, isSignature: true)
                continue
            }
            if element.isNamed("EncryptedAssertion", SAMLNames.assertionNamespace) { continue }
            try checkBelow(element, isSignature: false)
        }
    }

    private static func checkBelow(_ top: XMLElement, isSignature: Bool) throws {
        var open = top.children
        while let element = open.popLast() {
            if element.namespace == SAMLNames.assertionNamespace,
                element.name == "Assertion" || element.name == "EncryptedAssertion"
            {
                throw StructureFailure("An assertion stands where none belongs, in <\(top.name)>.", .assertion)
            }
            if element.isNamed("Response", SAMLNames.protocolNamespace) {
                throw StructureFailure("A response stands inside the response, in <\(top.name)>.")
            }
            if element.namespace == XMLNamespace.signature {
                if element.name == "Object" {
                    throw StructureFailure("The signature holds an object.", .structure, "SAML Core 2.0 § 5.4")
                }
                if !isSignature {
                    throw StructureFailure("A signature stands where none belongs, in <\(top.name)>.")
                }
            }
            open += element.children
        }
    }

    private static func codes(in status: XMLElement) -> [String] {
        var codes: [String] = []
        var next = status.child("StatusCode", SAMLNames.protocolNamespace)
        while let code = next {
            codes.append(code.attribute("Value") ?? "")
            next = code.child("StatusCode", SAMLNames.protocolNamespace)
        }
        return codes
    }
}
