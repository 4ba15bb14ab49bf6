/// Refuses an assertion of another version, without an ID, or issued in the future.
///
/// SAML Core 2.0 § 2.3.3.
enum AssertionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.assertion

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String) { failures.append(ValidationFailure(policy, reason, "SAML Core 2.0 § 2.3.3")) }
        if context.assertion.version != "2.0" { fail("The assertion is not of SAML 2.0.") }
        if context.assertion.id.isEmpty { fail("The assertion has no ID.") }
        for (instant, name) in [
            (context.assertion.issueInstant, "assertion"), (context.response.issueInstant, "response"),
        ] {
            guard let instant else {
                fail("The \(name) does not say when it was issued.")
                continue
            }
            if context.isEarly(instant) {
                fail("The \(name) was issued in the future, at \(SAMLInstant.format(instant)).")
            }
        }
        return failures
    }
}
