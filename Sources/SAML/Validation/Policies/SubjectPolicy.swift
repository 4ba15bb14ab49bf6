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
        case .unnamed where context.requirements.allowed.contains(.missingNameID):
            if context.requirements.subject != nil {
                fail("The subject of the assertion is not the expected one.", "SAML Core 2.0, 3.3.4")
            }
        case .unnamed:
            fail(
                "The assertion has no subject name \(ResponseRequirements.Relaxation.missingNameID.hint).",
                "SAML Core 2.0, 2.4.1")
        case .absent, .name(""): fail("The assertion has no subject name.", "SAML Core 2.0, 2.4.1")
        case .name(let name):
            if let expected = UserID(context.requirements.subject), name != expected {
                fail("The subject of the assertion is not the expected one.", "SAML Core 2.0, 3.3.4")
            }
        }
        // A missing qualifier means this service provider (SAML Core 2.0, 8.3.7).
        if let expected = EntityID(context.requirements.spNameQualifier),
            let found = context.assertion.nameQualifiers.spNameQualifier, found != expected
        {
            fail("The SPNameQualifier of the subject name is '\(found)', not '\(expected)'.", "SAML Core 2.0, 2.2.2")
        }
        if context.assertion.confirmations.contains(where: \.method.isEmpty) {
            fail("A subject confirmation has no method.", "SAML Core 2.0, 2.4.1.1")
        }
        if let bearer = context.bearer {
            if let reason = reason(bearer, context) { fail(reason, "SAML Profiles 2.0, 4.1.4.2") }
        } else if context.requirements.profile == .webSSO {
            fail("The subject has no bearer confirmation.", "SAML Profiles 2.0, 4.1.4.2")
        }
        return failures
    }

    /// Returns why a bearer confirmation is not valid at this time; `nil` if it is.
    ///
    /// The answer to an attribute query may omit the end of the confirmation.
    static func reason(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> String? {
        guard bearer.timesAreReadable else { return "A time of the bearer confirmation is invalid." }
        if let start = bearer.notBefore {
            let relaxation = ResponseRequirements.Relaxation.bearerNotBefore
            guard context.requirements.allowed.contains(relaxation) else {
                return "The bearer confirmation has a NotBefore, which is not allowed \(relaxation.hint)."
            }
            guard !context.isEarly(start) else {
                return "The bearer confirmation is valid only from \(SAMLInstant.format(start))."
            }
        }
        guard let end = bearer.notOnOrAfter else {
            return context.requirements.profile == .webSSO ? "The bearer confirmation has no NotOnOrAfter." : nil
        }
        return context.isOver(end) ? "The bearer confirmation expired at \(SAMLInstant.format(end))." : nil
    }
}
