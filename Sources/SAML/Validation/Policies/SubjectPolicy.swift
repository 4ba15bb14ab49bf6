import Identifiers
import XMLSecurity

/// Rejects an assertion without a subject name, and in web single sign-on one without a valid bearer confirmation.
///
/// SAML Core 2.0, 2.4.1; SAML Profiles 2.0, 4.1.4.2.
enum SubjectPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.subject

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String, _ section: String) {
            failures.append(ValidationFailure(policy, reason, section))
        }
        switch context.assertion.name {
        case .unreadable: break
        case .absent, .name(""): fail("The assertion does not name its subject.", "SAML Core 2.0 § 2.4.1")
        case .name(let name):
            if let expected = context.expectation.subject, name != expected {
                fail("The assertion is about another subject than the one expected.", "SAML Core 2.0 § 3.3.4")
            }
        }
        if context.assertion.confirmations.contains(where: \.method.isEmpty) {
            fail("A confirmation has no method.", "SAML Core 2.0 § 2.4.1.1")
        }
        if let bearer = context.bearer {
            if let reason = reason(bearer, context) { fail(reason, "SAML Profiles 2.0 § 4.1.4.2") }
        } else if context.expectation.profile == .webSSO {
            fail("No bearer confirms the subject.", "SAML Profiles 2.0 § 4.1.4.2")
        }
        return failures
    }

    /// Returns why a bearer confirmation is not valid at this time; `nil` if it is.
    ///
    /// The answer to an attribute query may omit the end of the confirmation.
    static func reason(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> String? {
        guard bearer.timesAreReadable else { return "The confirmation's times are not instants." }
        guard bearer.notBefore == nil else { return "A bearer's confirmation must not have NotBefore." }
        guard let end = bearer.notOnOrAfter else {
            return context.expectation.profile == .webSSO ? "The confirmation does not say when it ends." : nil
        }
        return context.expectation.isOver(end) ? "The confirmation ended at \(SAMLInstant.format(end))." : nil
    }
}
