import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects an assertion for another audience: each restriction must contain the expected one.
///
/// SAML Core 2.0, 2.5.1.4.
enum AudiencePolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.audience

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard !context.isUnreadable(policy) else { return [] }
        if context.assertion.conditions?.audiences.contains([]) ?? false {
            return [ValidationFailure(policy, "An <AudienceRestriction> has no <Audience>.", "SAML Core 2.0, 2.5.1.4")]
        }
        guard let expected = EntityID(context.requirements.audience) else { return [] }
        // In web single sign-on, missing conditions are a failure of their own and are not reported twice.
        if context.assertion.conditions == nil, context.requirements.profile == .webSSO { return [] }
        let section = "SAML Core 2.0, 2.5.1.4"
        guard let conditions = context.assertion.conditions, !conditions.audiences.isEmpty else {
            return [
                ValidationFailure(
                    policy, "The assertion has no <AudienceRestriction>: expected '\(expected)'.", section,
                    expected: expected.rawValue)
            ]
        }
        guard let wrong = conditions.audiences.first(where: { !$0.contains(expected) }) else { return [] }
        let found = wrong.map { "'\($0)'" }.joined(separator: ", ")
        let hint = wrong.lazy.map { ValueDifference.hint($0.rawValue, expected.rawValue) }.first { !$0.isEmpty } ?? ""
        return [
            ValidationFailure(
                policy, "The assertion is for \(found), not for '\(expected)'\(hint).", section,
                expected: expected.rawValue, actual: wrong.joined(separator: " "))
        ]
    }
}
