/// Refuses an assertion without a subject's name, and in web single sign-on one without a bearer's confirmation in time.
///
/// SAML Core 2.0 § 2.4.1, SAML Profiles 2.0 § 4.1.4.2.
enum SubjectPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        var failures: [ValidationFailure] = []
        func fail(_ reason: String) {
            failures.append(ValidationFailure(.subject, reason, "SAML Profiles 2.0 § 4.1.4.2"))
        }
        if context.assertion.nameID?.isEmpty != false { fail("The assertion does not name its subject.") }
        let bearers = context.bearers
        switch (bearers.isEmpty, context.expectation.profile) {
        case (true, .attributeQuery):
            break
        case (true, .webSSO):
            fail("No bearer confirms the subject.")
        case (false, _):
            if !bearers.contains(where: { reason($0, context) == nil }) {
                fail(bearers.lazy.compactMap { reason($0, context) }.first ?? "The confirmation does not hold.")
            }
        }
        return failures
    }

    /// Why a bearer's confirmation does not hold in time; `nil` when it does.
    private static func reason(_ confirmation: AssertionClaims.Confirmation, _ context: PolicyContext) -> String? {
        guard confirmation.hasData else { return "The bearer's confirmation has no data." }
        guard confirmation.timesAreReadable else { return "The confirmation's times are not instants." }
        guard confirmation.notBefore == nil else { return "A bearer's confirmation must not have NotBefore." }
        guard let end = confirmation.notOnOrAfter else { return "The confirmation does not say when it ends." }
        return context.isOver(end) ? "The confirmation ended at \(SAMLInstant.format(end))." : nil
    }
}

extension PolicyContext {
    /// The confirmations of method bearer.
    var bearers: [AssertionClaims.Confirmation] {
        assertion.confirmations.filter { $0.method == SAMLNames.bearer }
    }
}
