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
        var reasons: [String] = []
        if !conditions.timesAreReadable { reasons.append("A time of the conditions is invalid.") }
        if let beginning = conditions.notBefore, context.isEarly(beginning) {
            reasons.append("The assertion is not valid before \(SAMLInstant.format(beginning)).")
        }
        if let end = conditions.notOnOrAfter, context.isOver(end) {
            reasons.append("The assertion expired at \(SAMLInstant.format(end)).")
        }
        if let beginning = conditions.notBefore, let end = conditions.notOnOrAfter, beginning >= end {
            reasons.append("The NotOnOrAfter of the conditions \(beginning == end ? "equals" : "is before") NotBefore.")
        }
        return reasons.map { ValidationFailure(policy, $0, "SAML Core 2.0, 2.5.1.2") }
    }

    private static func furtherFailures(_ conditions: AssertionClaims.Conditions) -> [ValidationFailure] {
        var failures = conditions.unknown.map {
            ValidationFailure(policy, "The condition <\($0)> is unknown.", "SAML Core 2.0, 2.5.1.1")
        }
        if conditions.oneTimeUses > 1 {
            failures.append(
                ValidationFailure(
                    policy, "The assertion has more than one OneTimeUse condition.", "SAML Core 2.0, 2.5.1.5"))
        }
        if conditions.proxyRestrictions.count > 1 {
            failures.append(
                ValidationFailure(
                    policy, "The assertion has more than one ProxyRestriction condition.", "SAML Core 2.0, 2.5.1.6"))
        }
        for count in conditions.proxyRestrictions.compactMap(\.count) where (Int(count) ?? -1) < 0 {
            failures.append(
                ValidationFailure(
                    policy, "The Count of ProxyRestriction is not a non-negative integer.", "SAML Core 2.0, 2.5.1.6",
                    actual: count))
        }
        return failures
    }
}
