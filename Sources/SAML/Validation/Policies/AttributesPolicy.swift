import XMLSecurity

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
                ValidationFailure(policy, "An attribute statement has no attribute \(relaxation.hint).", section))
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
            guard !values.contains(where: { !$0.isEmpty }) else { continue }
            let trouble = values.isEmpty ? "missing" : "empty"
            failures.append(ValidationFailure(policy, "The attribute '\(name)' is \(trouble).", section))
        }
        for name in context.requirements.singleAttributes where values(name).count > 1 {
            failures.append(ValidationFailure(policy, "The attribute '\(name)' has several values.", section))
        }
        return failures
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
