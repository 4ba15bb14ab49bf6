/// Refuses an assertion whose session is over, and in web single sign-on one that reports no authentication.
///
/// SAML Core 2.0 § 2.7.2.
enum SessionPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String) { failures.append(ValidationFailure(.session, reason, "SAML Core 2.0 § 2.7.2")) }
        if context.assertion.statements.isEmpty, context.expectation.profile == .webSSO {
            fail("The assertion reports no authentication.")
        }
        for statement in context.assertion.statements {
            if !statement.timesAreReadable { fail("The authentication's times are not instants.") }
            if !statement.hasContext { fail("The authentication has no context.") }
            if let wanted = context.expectation.authnContext, statement.contextClass != wanted {
                fail("The authentication is not of the kind '\(wanted)'.")
            }
            if let end = statement.sessionNotOnOrAfter, context.isOver(end) {
                fail("The session ended at \(SAMLInstant.format(end)).")
            }
        }
        return failures
    }
}
