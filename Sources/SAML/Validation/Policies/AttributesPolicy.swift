/// Refuses an assertion that lacks an attribute that is needed, or has one without a name, or says nothing.
///
/// SAML Core 2.0 § 2.7.3.
enum AttributesPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.attributes

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0 § 2.7.3"
        var failures: [ValidationFailure] = []
        if context.assertion.attributes.contains(where: \.name.isEmpty) {
            failures.append(ValidationFailure(policy, "An attribute has no name.", section))
        }
        if context.assertion.hasEmptyAttributeStatement {
            failures.append(ValidationFailure(policy, "An attribute statement holds no attribute.", section))
        }
        guard !context.isUnreadable(policy), !context.isUnreadable(.encryption) else { return failures }
        for name in context.expectation.requiredAttributes {
            let isThere = context.assertion.attributes.contains { $0.name == name && !$0.values.isEmpty }
            if !isThere {
                failures.append(ValidationFailure(policy, "The attribute '\(name)' is missing.", section))
            }
        }
        return failures
    }
}
