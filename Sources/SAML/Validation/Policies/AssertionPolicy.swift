import Foundation

/// Rejects an assertion of another version, without an ID, or without a valid time of issue.
///
/// A time of issue in the future is rejected only on request. SAML Core 2.0, 2.3.3.
enum AssertionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.assertion

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String) {
            failures.append(ValidationFailure(policy, reason, "SAML Core 2.0, 2.3.3"))
        }
        if context.assertion.version != "2.0" { fail("The version of the assertion is not 2.0.") }
        if context.assertion.id.isEmpty { fail("The assertion has no ID.") }
        failures += self.failures(
            of: context.assertion.issued, of: "assertion", "SAML Core 2.0, 2.3.3", context.requirements, at: context.now
        )
        return failures + self.failures(of: context.response, context.requirements, at: context.now)
    }

    /// Returns the failures of the response's time of issue.
    static func failures(
        of response: ResponseClaims, _ requirements: ResponseRequirements, at now: Date
    ) -> [ValidationFailure] {
        failures(of: response.issued, of: "response", "SAML Core 2.0, 3.2.2", requirements, at: now)
    }

    private static func failures(
        of issued: IssueInstant, of name: String, _ section: String, _ requirements: ResponseRequirements,
        at now: Date
    ) -> [ValidationFailure] {
        switch issued {
        case .absent: [ValidationFailure(policy, "The \(name) has no IssueInstant.", section)]
        case .unreadable(let text):
            [
                ValidationFailure(
                    policy, "The IssueInstant of the \(name) is not a time in UTC.", "SAML Core 2.0, 1.3.3",
                    actual: text)
            ]
        case .instant(let instant) where requirements.strictInstants && requirements.isEarly(instant, at: now):
            [
                ValidationFailure(
                    policy, "The \(name) was issued in the future, at \(SAMLInstant.format(instant)).", section)
            ]
        case .instant: []
        }
    }
}
