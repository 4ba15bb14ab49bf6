/// Refuses an assertion that lacks an attribute that is needed, or has one without a name.
///
/// SAML Core 2.0 § 2.7.3.
enum AttributesPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0 § 2.7.3"
        var failures: [ValidationFailure] = []
        if context.assertion.attributes.contains(where: \.name.isEmpty) {
            failures.append(ValidationFailure(.attributes, "An attribute has no name.", section))
        }
        for name in context.expectation.requiredAttributes {
            let isThere = context.assertion.attributes.contains { $0.name == name && !$0.values.isEmpty }
            if !isThere {
                failures.append(ValidationFailure(.attributes, "The attribute '\(name)' is missing.", section))
            }
        }
        return failures
    }
}
