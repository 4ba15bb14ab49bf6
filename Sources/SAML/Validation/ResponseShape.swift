import TVSimXMLSecurity

/// A failure of the document's structure or of its signatures' coverage.
struct StructureFailure: Error {
    let failure: ValidationFailure
    /// The element that is wrong; `nil` if the policy tells.
    let element: XMLElement?

    init(
        _ reason: String, _ policy: ValidationFailure.Policy = .structure, _ section: String = "SAML Core 2.0, 3.3.3",
        expected: String? = nil, actual: String? = nil, acceptedBy: Acceptance? = nil, at element: XMLElement? = nil
    ) {
        self.element = element
        failure = ValidationFailure(
            policy, reason, section, expected: expected, actual: actual, acceptedBy: acceptedBy)
    }
}

/// The parts of a document with the structure of a response, found by position and never by search.
///
/// Root and version must match, and children must be in the schema's order, unless that is relaxed. One assertion at
/// most is allowed, on success, as a direct child; further ones only in that assertion's Advice. A signature may only
/// be a direct child of the response or of that assertion, one each. Nothing is verified here. SAML Core 2.0, 2.3.3,
/// 3.2.2 and 5.4.
struct ResponseShape {
    let response: XMLElement
    let assertion: XMLElement?
    let encryptedAssertion: XMLElement?
    let status: ResponseStatus
    /// The accepted deviations from SAML.
    let allowed: Set<ResponseRequirements.Relaxation>

    init(_ root: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        self.allowed = allowed
        guard root.isNamed("Response", SAMLNames.protocolNamespace) else {
            throw Self.otherRoot(root)
        }
        guard root.attribute("Version") == "2.0" else {
            let version = root.attribute("Version")
            throw StructureFailure(
                "The Version of <Response> is \(version.map { "'\($0)'" } ?? "missing"), not '2.0'.", .structure,
                "SAML Core 2.0, 4.1", expected: "2.0", actual: version, at: root)
        }
        guard root.attribute("ID") != nil else {
            throw StructureFailure("The response has no ID.", .identifier, "SAML Core 2.0, 3.2.2", at: root)
        }
        response = root
        try Self.checkIdentifiers(of: root, allowing: allowed)
        try SchemaOrder.response.check(root, allowing: allowed)
        status = try ResponseStatus(of: root, allowing: allowed)

        let children = root.children
        let assertions = children.filter { $0.isNamed("Assertion", SAMLNames.assertionNamespace) }
        let encrypted = children.filter { $0.isNamed("EncryptedAssertion", SAMLNames.assertionNamespace) }
        let count = assertions.count + encrypted.count
        guard count <= 1 else {
            throw StructureFailure(
                "The response has more than one assertion: a reader could use one that is not signed.", .structure,
                "SAML Profiles 2.0, 4.1.4.2", expected: "1", actual: String(count), at: (assertions + encrypted).first)
        }
        guard count == 0 || status.isSuccess || status.codes.isEmpty else {
            throw StructureFailure(
                "The response has an assertion, although its status is not Success, but \(status.summary).", .structure,
                "SAML Profiles 2.0, 4.1.4.2", expected: "Success", actual: status.summary,
                at: (assertions + encrypted).first)
        }
        assertion = assertions.first
        encryptedAssertion = encrypted.first
        if let assertion { try SchemaOrder.checkAssertion(assertion, allowing: allowed) }
        try Self.checkPlaces(
            below: response, assertion: assertion, encryptedAssertion: encryptedAssertion, response: response)
    }

    /// Rejects a decrypted assertion without the structure of a plain one.
    static func check(_ assertion: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        try checkIdentifiers(of: assertion, allowing: allowed)
        try SchemaOrder.checkAssertion(assertion, allowing: allowed)
        try checkPlaces(below: assertion, assertion: assertion, encryptedAssertion: nil, response: nil)
    }

    /// Rejects a decrypted name or attribute without the structure of a plain one.
    static func check(claim: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        try checkIdentifiers(of: claim, allowing: allowed)
        try SchemaOrder.checkInside(claim, allowing: allowed)
        try checkPlaces(below: claim, assertion: nil, encryptedAssertion: nil, response: nil)
    }

    /// Returns the failure of a document with another root.
    private static func otherRoot(_ root: XMLElement) -> StructureFailure {
        let namespace = root.namespace
        let shown = "<\(root.name)>" + (namespace.isEmpty ? " without a namespace" : " of '\(namespace)'")
        guard root.name == "Response" else {
            return StructureFailure(
                "The document is not a SAML response, but \(shown).", expected: "Response", actual: root.name)
        }
        let reason =
            namespace.hasPrefix("urn:oasis:names:tc:SAML:1.")
            ? "The response is of SAML 1.1 or 1.0 ('\(namespace)'): expected SAML 2.0"
            : "The document is not a SAML 2.0 response, but \(shown): expected"
        return StructureFailure(
            reason + " ('\(SAMLNames.protocolNamespace)').", .structure, "SAML Core 2.0, 4.1",
            expected: SAMLNames.protocolNamespace, actual: namespace)
    }

    /// Rejects an ID that is not an NCName: Entra ID and readers that validate the schema refuse it.
    static func checkIdentifiers(
        of top: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>
    ) throws {
        guard !allowed.contains(.invalidID),
            let id = top.tree.identifiers.filter({ !XMLName.isNCName($0) }).min()
        else { return }
        var open = [top.tree.root()]
        var found: XMLElement?
        while found == nil, let element = open.popLast() {
            if element.attribute("ID") == id { found = element }
            open += element.children
        }
        let holder = found.map { " of <\($0.name)>" } ?? ""
        throw StructureFailure(
            "The ID '\(id)'\(holder) \(XMLName.flaw(of: id)).", .identifier, "SAML Core 2.0, 1.3.4", actual: id,
            acceptedBy: .relaxation(.invalidID), at: found)
    }

    /// Rejects assertions, responses and signatures outside of their positions, except in an assertion's Advice.
    private static func checkPlaces(
        below top: XMLElement, assertion: XMLElement?, encryptedAssertion: XMLElement?, response: XMLElement?
    ) throws {
        let saml = SAMLNames.assertionNamespace
        var open = top.children
        while let element = open.popLast() {
            if element.isNamed("Advice", saml), element.parent == assertion { continue }
            if element.isNamed("Assertion", saml) || element.isNamed("EncryptedAssertion", saml) {
                guard element == assertion || element == encryptedAssertion else {
                    throw StructureFailure(
                        "An assertion is at an invalid position.", actual: element.name, at: element)
                }
            } else if element.isNamed("Response", SAMLNames.protocolNamespace) {
                throw StructureFailure("The response contains another response.", at: element)
            } else if element.isNamed("Signature", XMLNamespace.signature) {
                guard let parent = element.parent, parent == response || parent == assertion else {
                    throw StructureFailure(
                        "A signature is at an invalid position.", .structure, "SAML Core 2.0, 5.4.1", at: element)
                }
            }
            open += element.children
        }
    }
}

/// The status of a response.
///
/// SAML Core 2.0, 3.2.2.1.
struct ResponseStatus {
    /// The codes from the top one down; empty if the status is missing or has no code.
    let codes: [String]
    let message: String?
    private let isPresent: Bool

    var isSuccess: Bool { codes.first == SAMLStatusCode.success }

    /// Reads the status of a response.
    ///
    /// - Throws: ``StructureFailure`` if its children are misplaced. A missing status is not an error here.
    init(of response: XMLElement, allowing allowed: Set<ResponseRequirements.Relaxation>) throws {
        let status = response.child("Status", SAMLNames.protocolNamespace)
        if let status { try SchemaOrder.checkStatus(status, allowing: allowed) }
        var codes: [String] = []
        var next = status?.child("StatusCode", SAMLNames.protocolNamespace)
        while let code = next {
            codes.append(code.attribute("Value") ?? "")
            next = code.child("StatusCode", SAMLNames.protocolNamespace)
        }
        self.codes = codes
        message = try status?.child("StatusMessage", SAMLNames.protocolNamespace)?.text()
        isPresent = status != nil
    }

    /// Rejects a missing status, and one without a code.
    ///
    /// The signature is verified first, because anybody can send an unsigned response without a status.
    func requireCode() throws {
        guard codes.isEmpty else { return }
        throw StructureFailure(
            isPresent ? "The status has no code." : "The response has no status.", .status, "SAML Core 2.0, 3.2.2.1")
    }

    /// The last words of the codes, and the message without a full stop, because it stands in a sentence.
    var summary: String {
        let words = codes.map { $0.split(separator: ":").last.map(String.init) ?? $0 }
        return words.joined(separator: ", ")
            + (message.map { ": \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" } ?? "")
    }
}
