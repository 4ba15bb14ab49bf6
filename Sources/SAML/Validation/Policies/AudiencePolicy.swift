/// Refuses an assertion that is not for the audience expected: each restriction must name it.
///
/// SAML Core 2.0 § 2.5.1.4.
enum AudiencePolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let expected = context.expectation.audience else { return [] }
        let section = "SAML Core 2.0 § 2.5.1.4"
        guard let conditions = context.assertion.conditions, !conditions.audiences.isEmpty else {
            return [
                ValidationFailure(
                    .audience, "The assertion is not restricted to an audience.", section, expected: expected)
            ]
        }
        guard let wrong = conditions.audiences.first(where: { !$0.contains(expected) }) else { return [] }
        let found = wrong.isEmpty ? "nobody" : wrong.map { "'\($0)'" }.joined(separator: ", ")
        return [
            ValidationFailure(
                .audience, "The assertion is for \(found), not for '\(expected)'.", section, expected: expected,
                actual: wrong.joined(separator: " "))
        ]
    }
}
