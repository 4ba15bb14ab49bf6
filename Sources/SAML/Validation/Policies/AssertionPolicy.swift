/// Refuses an assertion of another version, without an ID, or issued in the future.
///
/// SAML Core 2.0 § 2.3.3.
enum AssertionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.assertion

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String, _ section: String = "SAML Core 2.0 § 2.3.3", actual: String? = nil) {
            failures.append(ValidationFailure(policy, reason, section, actual: actual))
        }
        if context.assertion.version != "2.0" { fail("The assertion is not of SAML 2.0.") }
        if context.assertion.id.isEmpty { fail("The assertion has no ID.") }
        for (issued, name, section) in [
            (context.assertion.issued, "assertion", "SAML Core 2.0 § 2.3.3"),
            (context.response.issued, "response", "SAML Core 2.0 § 3.2.2"),
        ] {
            switch issued {
            case .absent: fail("The \(name) does not say when it was issued.", section)
            case .unreadable(let text):
                fail("When the \(name) was issued is no instant in UTC.", "SAML Core 2.0 § 1.3.3", actual: text)
            case .instant(let instant) where context.isEarly(instant):
                fail("The \(name) was issued in the future, at \(SAMLInstant.format(instant)).", section)
            case .instant: break
            }
        }
        return failures
    }
}
