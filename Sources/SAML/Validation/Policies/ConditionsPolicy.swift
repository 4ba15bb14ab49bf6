/// Rejects an assertion outside of its validity, or with an unknown condition.
///
/// The start is inclusive, the end exclusive. OneTimeUse and ProxyRestriction may occur at most once. The application,
/// receivers of further assertions and `ReplayPolicy` enforce them. SAML Core 2.0, 2.5.1.
enum ConditionsPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.conditions

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let conditions = context.assertion.conditions else {
            // Web single sign-on requires an audience, which is part of the conditions (SAML Profiles 2.0, 4.1.4.2).
            guard context.requirements.profile == .webSSO else { return [] }
            return [ValidationFailure(policy, "The assertion has no conditions.", "SAML Profiles 2.0, 4.1.4.2")]
        }
        return timeFailures(conditions, context) + furtherFailures(conditions)
    }

    private static func timeFailures(
        _ conditions: AssertionClaims.Conditions, _ context: PolicyContext
    ) -> [ValidationFailure] {
        let (requirements, section) = (context.requirements, "SAML Core 2.0, 2.5.1.2")
        let (start, end) = (conditions.notBefore, conditions.notOnOrAfter)
        var failures = [start, end].compactMap { $0?.failure(policy, allowing: requirements.allowed) }
        failures += [
            start.flatMap {
                requirements.failure(
                    ofStart: $0, "The assertion is not valid before", policy, section, at: context.now)
            },
            end.flatMap {
                requirements.failure(ofEnd: $0, "The assertion expired at", policy, section, at: context.now)
            },
        ].compactMap(\.self)
        if let first = start?.date, let last = end?.date, first >= last {
            failures.append(
                ValidationFailure(
                    policy,
                    "The NotOnOrAfter of <Conditions>, \(SAMLInstant.format(last)), "
                        + "\(first == last ? "equals" : "is before") NotBefore, \(SAMLInstant.format(first)).", section,
                    expected: "after \(SAMLInstant.format(first))", actual: end?.text
                ).of("Conditions", "NotOnOrAfter"))
        }
        return failures
    }

    private static func furtherFailures(_ conditions: AssertionClaims.Conditions) -> [ValidationFailure] {
        var failures = conditions.unknown.map {
            ValidationFailure(
                policy, "The condition <\($0)> is unknown, so the assertion cannot be judged.",
                "SAML Core 2.0, 2.5.1.1",
                actual: $0)
        }
        if conditions.oneTimeUses > 1 {
            failures.append(
                ValidationFailure(
                    policy, "The assertion has more than one OneTimeUse condition.", "SAML Core 2.0, 2.5.1.5",
                    expected: "1", actual: String(conditions.oneTimeUses)))
        }
        if conditions.proxyRestrictions.count > 1 {
            failures.append(
                ValidationFailure(
                    policy, "The assertion has more than one ProxyRestriction condition.", "SAML Core 2.0, 2.5.1.6",
                    expected: "1", actual: String(conditions.proxyRestrictions.count)))
        }
        for count in conditions.proxyRestrictions.compactMap(\.count) where AssertionClaims.proxyCount(count) == nil {
            failures.append(
                ValidationFailure(
                    policy, "The Count of ProxyRestriction is '\(count)', not a non-negative integer.",
                    "SAML Core 2.0, 2.5.1.6",
                    actual: count))
        }
        return failures
    }
}
