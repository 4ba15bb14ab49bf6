import TVSimXMLSecurity

/// Rejects an assertion whose session has ended.
///
/// An authentication in the future is rejected only on request. In web single sign-on it also rejects an assertion
/// without an authentication statement.
///
/// SAML Core 2.0, 2.7.2.
enum AuthnSessionPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.session

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        let (requirements, section) = (context.requirements, "SAML Core 2.0, 2.7.2")
        if context.assertion.statements.isEmpty, requirements.profile == .webSSO {
            failures.append(
                ValidationFailure(
                    policy, "The assertion has no <AuthnStatement>.", "SAML Profiles 2.0, 4.1.4.2"))
        }
        for statement in context.assertion.statements {
            if statement.authnInstant == nil {
                failures.append(ValidationFailure(policy, "The <AuthnStatement> has no AuthnInstant.", section))
            }
            failures += [statement.authnInstant, statement.sessionNotOnOrAfter].compactMap {
                $0?.failure(policy, allowing: requirements.allowed)
            }
            if requirements.strictInstants, let instant = statement.authnInstant,
                let failure = requirements.failure(
                    ofStart: instant, "The user was authenticated in the future, at", policy, section, at: context.now)
            {
                failures.append(failure)
            }
            failures += contextFailures(statement, context)
            if let end = statement.sessionNotOnOrAfter,
                let failure = requirements.failure(
                    ofEnd: end, "The session ended at", policy, section, at: context.now)
            {
                failures.append(failure)
            }
        }
        return failures
    }

    /// Returns the failures of how the user was authenticated.
    private static func contextFailures(
        _ statement: AssertionClaims.AuthnStatement, _ context: PolicyContext
    ) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        if !statement.hasContext {
            failures.append(
                ValidationFailure(
                    policy, "The <AuthnStatement> has no <AuthnContext>, or an empty one.", "SAML Core 2.0, 2.7.2.2"))
        }
        if let wanted = context.requirements.authnContext,
            !(statement.contextClass?.utf8.elementsEqual(wanted.utf8) ?? false), !context.isUnreadable(policy)
        {
            let found = statement.contextClass.map { "is '\($0)'" } ?? "is missing"
            failures.append(
                ValidationFailure(
                    policy, "The <AuthnContextClassRef> \(found): expected '\(wanted)'.", "SAML Core 2.0, 3.3.2.2.1",
                    expected: wanted, actual: statement.contextClass))
        }
        if let most = context.requirements.proxyCount, statement.authorities > most {
            failures.append(
                ValidationFailure(
                    policy,
                    "The authentication involves \(statement.authorities) other identity providers: expected at most "
                        + "\(most).", "SAML Core 2.0, 3.4.1.2", expected: String(most),
                    actual: String(statement.authorities)))
        }
        return failures
    }
}
