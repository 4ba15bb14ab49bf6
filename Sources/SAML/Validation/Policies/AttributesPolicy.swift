import TVSimXMLSecurity

/// Rejects an assertion with a missing required attribute, an unnamed attribute, too many values, or an empty
/// statement.
///
/// SAML Core 2.0, 2.7.3.
enum AttributesPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.attributes

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0, 2.7.3"
        var failures: [ValidationFailure] = []
        if context.assertion.attributes.contains(where: \.name.isEmpty) {
            failures.append(ValidationFailure(policy, "An attribute has no name.", section))
        }
        let relaxation = ResponseRequirements.Relaxation.emptyAttributeStatement
        if context.assertion.hasEmptyAttributeStatement, !context.requirements.allowed.contains(relaxation) {
            failures.append(
                ValidationFailure(
                    policy, "An <AttributeStatement> has no attribute.", section, acceptedBy: .relaxation(relaxation)))
        }
        if let (one, _) = context.assertion.attributes.lookalikes() {
            failures.append(
                ValidationFailure(
                    policy, "Two different attribute names look the same: '\(one)'.", "SAML Core 2.0, 1.3.1"))
        }
        // An unreadable attribute may be a required one, and is reported already.
        guard !context.isUnreadable(policy), !context.assertion.hasUnreadableAttribute else { return failures }
        func values(_ name: String) -> [String] {
            context.assertion.attributes.filter { $0.name.utf8.elementsEqual(name.utf8) }.flatMap(\.values)
        }
        for name in context.requirements.requiredAttributes {
            let values = values(name)
            guard values.allSatisfy(\.isXMLSpace) else { continue }
            let found = context.assertion.attributes.map { "'\($0.name)'" }.joined(separator: ", ")
            let details = context.assertion.attributeDetails
            let reason =
                details.first { $0.name.utf8.elementsEqual(name.utf8) }.map { "The attribute '\(name)' \($0.absence)." }
                ?? "The attribute '\(name)' is missing; the response has \(found.isEmpty ? "none" : found)"
                + "\(Self.lookalike(of: name, details))."
            failures.append(
                ValidationFailure(policy, reason, section, expected: name, actual: found.isEmpty ? nil : found))
        }
        for name in context.requirements.singleAttributes where values(name).count > 1 {
            failures.append(
                ValidationFailure(
                    policy, "The attribute '\(name)' has \(values(name).count) values: expected one.", section,
                    expected: "1", actual: String(values(name).count)))
        }
        return failures
    }

    /// Returns the end of a reason that names an attribute which the reader may have meant; empty without one.
    private static func lookalike(of name: String, _ details: [AttributeDetails]) -> String {
        if let friendly = details.first(where: { $0.friendlyName?.utf8.elementsEqual(name.utf8) ?? false }) {
            return "; '\(name)' is only the FriendlyName of '\(friendly.name)'"
        }
        for other in details {
            let hint = ValueDifference.hint(other.name, name)
            if !hint.isEmpty { return "; it has '\(other.name)'\(hint)" }
        }
        return ""
    }
}

extension [SAMLAttribute] {
    /// Returns two different names that Unicode treats as equivalent, which a dictionary of attributes would confuse.
    fileprivate func lookalikes() -> (String, String)? {
        var seen: [String: String] = [:]
        for name in map(\.name) {
            if let other = seen.updateValue(name, forKey: name), !other.utf8.elementsEqual(name.utf8) {
                return (other, name)
            }
        }
        return nil
    }
}
