import Foundation

/// Rejects an assertion of another version, without an ID, or without a valid time of issue.
///
/// A time of issue in the future is rejected only on request. SAML Core 2.0, 2.3.3.
enum AssertionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.assertion

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        let section = "SAML Core 2.0, 2.3.3"
        let version = context.assertion.version
        if version != "2.0" {
            failures.append(
                ValidationFailure(
                    policy, "The Version of <Assertion> is \(version.map { "'\($0)'" } ?? "missing"), not '2.0'.",
                    section,
                    expected: "2.0", actual: version))
        }
        if context.assertion.id.isEmpty {
            failures.append(ValidationFailure(policy, "The assertion has no ID.", section))
        }
        failures += self.failures(
            of: context.assertion.issued, of: "assertion", section, context.requirements, at: context.now)
        return failures + self.failures(of: context.response, context.requirements, at: context.now)
    }

    /// Returns the failures of the response's time of issue.
    static func failures(
        of response: ResponseClaims, _ requirements: ResponseRequirements, at now: Date
    ) -> [ValidationFailure] {
        failures(of: response.issued, of: "response", "SAML Core 2.0, 3.2.2", requirements, at: now)
    }

    private static func failures(
        of issued: WrittenTime?, of name: String, _ section: String, _ requirements: ResponseRequirements,
        at now: Date
    ) -> [ValidationFailure] {
        guard let issued else { return [ValidationFailure(policy, "The \(name) has no IssueInstant.", section)] }
        let late =
            requirements.strictInstants
            ? requirements.failure(
                ofStart: issued, "The \(name) was issued in the future, at", policy, section, at: now) : nil
        return [issued.failure(policy, allowing: requirements.allowed), late].compactMap(\.self)
    }
}
