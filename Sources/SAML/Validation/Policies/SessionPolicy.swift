import XMLSecurity

/// Rejects an assertion whose session has ended.
///
/// An authentication in the future is rejected only on request. In web single sign-on it also rejects an assertion without an authentication statement.
///
/// SAML Core 2.0, 2.7.2.
enum SessionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.session

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String, _ section: String = "SAML Core 2.0, 2.7.2") {
            failures.append(ValidationFailure(policy, reason, section))
        }
        if context.assertion.statements.isEmpty, context.requirements.profile == .webSSO {
            fail("The assertion has no authentication statement.", "SAML Profiles 2.0, 4.1.4.2")
        }
        for statement in context.assertion.statements {
            if !statement.timesAreReadable { fail("A time of the authentication statement is missing or invalid.") }
            if context.requirements.strictInstants, let instant = statement.authnInstant,
                context.isEarly(instant)
            {
                fail("The user was authenticated in the future, at \(SAMLInstant.format(instant)).")
            }
            if !statement.hasContext { fail("The authentication statement has no context.", "SAML Core 2.0, 2.7.2.2") }
            if let wanted = context.requirements.authnContext,
                !(statement.contextClass?.utf8.elementsEqual(wanted.utf8) ?? false),
                !context.isUnreadable(policy)
            {
                fail("The authentication context is not '\(wanted)'.", "SAML Core 2.0, 3.3.2.2.1")
            }
            if let most = context.requirements.proxyCount, statement.authorities > most {
                fail(
                    "The authentication involves \(statement.authorities) other identity providers: expected at most \(most).",
                    "SAML Core 2.0, 3.4.1.2")
            }
            if let end = statement.sessionNotOnOrAfter, context.isOver(end) {
                fail("The session ended at \(SAMLInstant.format(end)).")
            }
        }
        return failures
    }
}
