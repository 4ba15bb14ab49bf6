import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects an assertion without a subject name, and in web single sign-on one without a valid bearer confirmation.
///
/// SAML Core 2.0, 2.4.1; SAML Profiles 2.0, 4.1.4.2.
enum SubjectPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.subject

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let (requirements, assertion) = (context.requirements, context.assertion)
        var failures = nameFailures(assertion.name, requirements)
        // A missing qualifier means this service provider (SAML Core 2.0, 8.3.7).
        if let expected = EntityID(requirements.spNameQualifier),
            let found = assertion.nameQualifiers.spNameQualifier, found != expected
        {
            failures.append(
                ValidationFailure(
                    policy,
                    "The SPNameQualifier of <NameID> is '\(found)', not '\(expected)'"
                        + ValueDifference.hint(found.rawValue, expected.rawValue) + ".", "SAML Core 2.0, 2.2.2",
                    expected: expected.rawValue, actual: found.rawValue))
        }
        if assertion.confirmations.contains(where: \.method.isEmpty) {
            failures.append(
                ValidationFailure(
                    policy, "A <SubjectConfirmation> has no Method.", "SAML Core 2.0, 2.4.1.1",
                    expected: SAMLNames.bearer
                ).of("SubjectConfirmation"))
        }
        if let bearer = context.bearer {
            failures += failure(bearer, context).map { [$0] } ?? []
        } else if requirements.profile == .webSSO {
            let methods = assertion.confirmations.map { "'\($0.method)'" }.joined(separator: ", ")
            failures.append(
                ValidationFailure(
                    policy, "The subject has no bearer confirmation\(methods.isEmpty ? "" : ", but \(methods)").",
                    "SAML Profiles 2.0, 4.1.4.2", expected: SAMLNames.bearer, actual: methods.isEmpty ? nil : methods))
        }
        return failures
    }

    /// Returns the failures of the subject's name; a message never contains the name itself.
    private static func nameFailures(
        _ name: AssertionClaims.Name, _ requirements: ResponseRequirements
    ) -> [ValidationFailure] {
        let other = ValidationFailure(
            policy, "The <NameID> is not the expected one.", "SAML Core 2.0, 3.3.4", expected: requirements.subject)
        switch name {
        case .unreadable: return []
        case .unnamed where requirements.allowed.contains(.missingNameID):
            return requirements.subject == nil ? [] : [other]
        case .unnamed:
            return [
                ValidationFailure(
                    policy, "The <Subject> has no name, such as <NameID>.", "SAML Core 2.0, 2.4.1",
                    acceptedBy: .relaxation(.missingNameID))
            ]
        case .absent:
            return [
                ValidationFailure(
                    policy, "The assertion has no <Subject>, or one whose name is not a <NameID>.",
                    "SAML Core 2.0, 2.4.1")
            ]
        case .name(let name) where name.rawValue.isXMLSpace:
            return [ValidationFailure(policy, "The <NameID> is empty.", "SAML Core 2.0, 2.4.1")]
        case .name(let name):
            guard let subject = requirements.subject, UserID(subject) != name else { return [] }
            // The hint has no part of the name.
            let hint = ValueDifference.hint(name.rawValue, subject)
            return [
                ValidationFailure(
                    policy, "The <NameID> is not the expected one\(hint).", "SAML Core 2.0, 3.3.4", expected: subject,
                    acceptedBy: .trimming(name.rawValue, toGet: subject))
            ]
        }
    }

    /// Returns why a bearer confirmation is not valid at this time; `nil` if it is.
    ///
    /// The answer to an attribute query may omit the end of the confirmation.
    static func failure(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> ValidationFailure? {
        let (requirements, section) = (context.requirements, "SAML Profiles 2.0, 4.1.4.2")
        let times = [bearer.notBefore, bearer.notOnOrAfter]
        if let failure = times.lazy.compactMap({ $0?.failure(policy, allowing: requirements.allowed) }).first {
            return failure
        }
        if let start = bearer.notBefore {
            guard requirements.allowed.contains(.bearerNotBefore) else {
                return ValidationFailure(
                    policy, "The bearer confirmation has a NotBefore, '\(start.text)', which is not allowed.", section,
                    actual: start.text, acceptedBy: .relaxation(.bearerNotBefore)
                ).of(start.element, start.attribute)
            }
            if let failure = requirements.failure(
                ofStart: start, "The bearer confirmation is valid only from", policy, section, at: context.now)
            {
                return failure
            }
        }
        guard let end = bearer.notOnOrAfter else {
            guard requirements.profile == .webSSO else { return nil }
            return ValidationFailure(policy, "The bearer confirmation has no NotOnOrAfter.", section)
                .of("SubjectConfirmationData")
        }
        return requirements.failure(
            ofEnd: end, "The bearer confirmation expired at", policy, section, at: context.now)
    }
}
