import TVSimXMLSecurity

/// Finds the place of a failure in the document as it was received.
///
/// The policies read the signed octets, in which the places are the same. A path has local names, with a number if
/// there are several children of the name.
struct FailurePlaces {
    let root: XMLElement

    init(in root: XMLElement) { self.root = root }

    /// Returns the path of what failed; `nil` if nothing can be pointed at.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - element: The element that is wrong; `nil` if the policy tells.
    /// - Returns: The path.
    func path(of failure: ValidationFailure, _ element: XMLElement?) -> String? {
        switch failure.policy {
        case .structure, .signature, .reference, .identifier, .unsigned:
            if let taken = carelesslyTaken { return taken.path }
        default: break
        }
        // An element of a plaintext stands in the encrypted one.
        if let element { return element.tree === root.tree ? element.path : encrypted?.path }
        if let part = failure.part { return place(of: part, failure.actual) }
        return place(of: failure)
    }

    // MARK: - Signature wrapping

    /// The assertion that a careless reader would take: the first one that no signature covers, if there are several.
    private var carelesslyTaken: XMLElement? {
        let assertions = all("Assertion", below: root).filter { $0.namespace == SAMLNames.assertionNamespace }
        guard assertions.count > 1 else { return nil }
        let signed = Set(
            all("Reference", below: root).compactMap { $0.attribute("URI") }.filter { $0.hasPrefix("#") }
                .map { String($0.dropFirst()) })
        guard !signed.isEmpty else { return nil }
        return assertions.first { assertion in
            var next: XMLElement? = assertion
            while let element = next {
                if let id = element.attribute("ID"), signed.contains(id) { return false }
                next = element.parent
            }
            return true
        }
    }

    // MARK: - Policies

    private var assertion: XMLElement? { root.child("Assertion", SAMLNames.assertionNamespace) }
    private var encrypted: XMLElement? {
        root.child("EncryptedAssertion", SAMLNames.assertionNamespace) ?? first("EncryptedID")
            ?? first("EncryptedAttribute")
    }

    /// What is closest to a part of the assertion that is missing.
    private var holder: XMLElement { assertion ?? encrypted ?? root }

    private func place(of part: ValidationFailure.Part, _ value: String?) -> String? {
        let found = all(part.element, below: root).filter { $0 == root || $0.isWithin(assertion) }
        guard let attribute = part.attribute else { return (found.first ?? holder).path }
        let holder = found.first { $0.attribute(attribute) == value } ?? found.first { $0.attribute(attribute) != nil }
        return holder.map { "\($0.path)/@\(attribute)" } ?? self.holder.path
    }

    private func place(of failure: ValidationFailure) -> String? {
        let actual = failure.actual
        switch failure.policy {
        case .size, .wellFormed, .dtd: return nil
        case .identifier, .structure: return nil
        case .status: return closest(["Status"]) ?? root.path
        case .destination: return "\(root.path)/@Destination"
        case .signature, .algorithm, .reference, .key:
            let signature =
                root.child("Signature", XMLNamespace.signature) ?? assertion?.child("Signature", XMLNamespace.signature)
            if let signature, let named = attribute("Algorithm", actual, below: signature) { return named }
            return (signature ?? holder).path
        case .unsigned, .replay: return holder.path
        case .encryption: return (encrypted ?? holder).path
        case .assertion:
            guard let assertion else { return holder.path }
            return actual != nil && assertion.attribute("Version") == actual
                ? "\(assertion.path)/@Version" : assertion.path
        case .issuer: return text("Issuer", actual) ?? attribute("Format", actual, of: "Issuer") ?? closest(["Issuer"])
        case .inResponseTo:
            if let actual, root.attribute("InResponseTo") == actual { return "\(root.path)/@InResponseTo" }
            return attribute("InResponseTo", actual, of: "SubjectConfirmationData")
                ?? closest(["SubjectConfirmationData", "SubjectConfirmation"])
        case .recipient:
            return attribute("Recipient", actual, of: "SubjectConfirmationData")
                ?? closest(["SubjectConfirmationData", "SubjectConfirmation", "Subject"])
        case .subject:
            return attribute("SPNameQualifier", actual, of: "NameID")
                ?? attribute("Method", actual, of: "SubjectConfirmation")
                ?? closest(["NameID", "EncryptedID", "Subject"])
        case .conditions: return actual.flatMap { closest([$0], orElse: false) } ?? closest(["Conditions"])
        case .audience:
            let wrong = actual?.split(separator: " ").first.map(String.init)
            return text("Audience", wrong) ?? closest(["AudienceRestriction", "Conditions"])
        case .session: return closest(["AuthnStatement"])
        case .attributes:
            return attribute("Name", actual, of: "Attribute", isElement: true)
                ?? attribute("Name", failure.expected, of: "Attribute", isElement: true)
                ?? closest(["AttributeStatement"])
        }
    }

    // MARK: - Search

    /// Returns the elements of a name, in document order, without those in an assertion's Advice.
    private func all(_ name: String, below top: XMLElement) -> [XMLElement] {
        var found: [XMLElement] = []
        var open = [top]
        while let element = open.popLast() {
            if element.name == name { found.append(element) }
            if !element.isNamed("Advice", SAMLNames.assertionNamespace) { open += element.children.reversed() }
        }
        return found
    }

    private func first(_ name: String) -> XMLElement? {
        assertion.flatMap { all(name, below: $0).first } ?? root.children.first { $0.name == name }
    }

    /// Returns the path of the first of some elements that exists, or else of the assertion.
    private func closest(_ names: [String], orElse hasHolder: Bool = true) -> String? {
        names.lazy.compactMap { first($0)?.path }.first ?? (hasHolder ? holder.path : nil)
    }

    /// Returns the path of the first element of a name that has a text.
    private func text(_ name: String, _ text: String?) -> String? {
        guard let text else { return nil }
        let all = all(name, below: root)
        // The policies judge the assertion first.
        let candidates = all.filter { $0.isWithin(assertion) } + all.filter { $0.parent == root }
        return candidates.first { (try? $0.text()) == text || (try? $0.exactText()) == text }?.path
    }

    /// Returns the path of the first attribute of a name that has a value, or of its element.
    private func attribute(
        _ name: String, _ value: String?, of element: String, isElement: Bool = false
    ) -> String? {
        guard let value, let assertion else { return nil }
        let found = all(element, below: assertion).first { $0.attribute(name) == value }
        return found.map { isElement ? $0.path : "\($0.path)/@\(name)" }
    }

    private func attribute(_ name: String, _ value: String?, below top: XMLElement) -> String? {
        guard let value else { return nil }
        var open = top.children
        while let element = open.popLast() {
            if element.attribute(name) == value { return "\(element.path)/@\(name)" }
            open += element.children
        }
        return nil
    }
}

extension XMLElement {
    /// The local names from the top element, with a number among children of the same name if there are several.
    var path: String {
        guard let parent else { return "/\(name)" }
        let same = parent.children.filter { $0.name == name }
        let number = same.count > 1 ? (same.firstIndex(of: self).map { "[\($0 + 1)]" } ?? "") : ""
        return "\(parent.path)/\(name)\(number)"
    }

    /// Returns whether the element is another one or stands below it.
    fileprivate func isWithin(_ top: XMLElement?) -> Bool {
        var next: XMLElement? = self
        while let element = next {
            if element == top { return true }
            next = element.parent
        }
        return false
    }
}
