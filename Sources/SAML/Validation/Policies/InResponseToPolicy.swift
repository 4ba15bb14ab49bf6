import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects a response that does not answer the expected request, or that answers a request if none was made.
///
/// In web single sign-on both the response and the bearer's confirmation must contain InResponseTo; in the answer to an
/// attribute query one signed occurrence is enough. Every occurrence must be correct, and all must be equal even if no
/// request is expected.
///
/// SAML Core 2.0, 3.2.2; SAML Profiles 2.0, 4.1.4.2 and 4.1.5.
enum InResponseToPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.inResponseTo

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let told = [context.response.inResponseTo, context.bearer?.inResponseTo].compactMap { $0 }
        if case .notChecked = context.requirements.solicitation, let first = told.first, let last = told.last,
            first != last
        {
            let reason = "The response answers the request '\(first)', but its bearer confirmation '\(last)'."
            return [
                ValidationFailure(
                    policy, reason, "SAML Profiles 2.0, 4.1.4.2", expected: first.rawValue, actual: last.rawValue)
            ]
        }
        return failures(of: told, context.requirements) { silence(toward: $0, told, context) }
    }

    /// Returns the failures of a refusal, in which only the response itself can contain InResponseTo.
    static func failures(ofRefusal response: ResponseClaims, _ requirements: ResponseRequirements)
        -> [ValidationFailure]
    {
        let told = response.inResponseTo.map { [$0] } ?? []
        return failures(of: told, requirements) { expected in
            told.isEmpty ? failure("The response has no InResponseTo: expected '\(expected)'.", toward: expected) : []
        }
    }

    /// Checks the occurrences of InResponseTo, and with a given function whether a required one is missing.
    private static func failures(
        of told: [MessageID], _ requirements: ResponseRequirements, silence: (MessageID) -> [ValidationFailure]
    ) -> [ValidationFailure] {
        switch requirements.solicitation {
        case .notChecked: return []
        case .answerOrUnsolicited where told.isEmpty: return []
        case .answer(let expected), .answerOrUnsolicited(let expected):
            guard let wrong = told.first(where: { $0 != expected }) else { return silence(expected) }
            return failure(
                "The response answers the request '\(wrong)', not '\(expected)'.", toward: expected, actual: wrong)
        case .unsolicited:
            return told.prefix(1).map { request in
                let reason = "The response answers the request '\(request)', but no request was made."
                return ValidationFailure(policy, reason, "SAML Profiles 2.0, 4.1.5", actual: request.rawValue)
            }
        }
    }

    private static func failure(
        _ reason: String, _ section: String = "SAML Core 2.0, 3.2.2", toward expected: MessageID,
        actual: MessageID? = nil, acceptedBy: Acceptance? = nil
    ) -> [ValidationFailure] {
        [
            ValidationFailure(
                policy, reason, section, expected: expected.rawValue, actual: actual?.rawValue, acceptedBy: acceptedBy)
        ]
    }

    /// Returns the failures of missing occurrences.
    private static func silence(
        toward expected: MessageID, _ told: [MessageID], _ context: PolicyContext
    ) -> [ValidationFailure] {
        guard context.requirements.profile == .webSSO else {
            let isSaid = context.bearer?.inResponseTo != nil || (context.responseIsSigned && !told.isEmpty)
            return isSaid
                ? [] : failure("No signed element has an InResponseTo: expected '\(expected)'.", toward: expected)
        }
        // A missing bearer is a failure of the subject and is not reported twice.
        guard let bearer = context.bearer else { return [] }
        if bearer.inResponseTo == nil {
            let isUnsolicited = context.response.inResponseTo == nil
            return failure(
                "The bearer confirmation has no InResponseTo: expected '\(expected)'.", "SAML Profiles 2.0, 4.1.4.2",
                toward: expected, acceptedBy: isUnsolicited ? .unsolicited : nil)
        }
        if context.response.inResponseTo == nil {
            return failure("The response has no InResponseTo: expected '\(expected)'.", toward: expected)
        }
        return []
    }

    static func fits(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> Bool {
        switch context.requirements.solicitation {
        case .notChecked:
            bearer.inResponseTo == nil || context.response.inResponseTo == nil
                || bearer.inResponseTo == context.response.inResponseTo
        case .unsolicited: bearer.inResponseTo == nil
        case .answerOrUnsolicited where context.response.inResponseTo == nil: bearer.inResponseTo == nil
        case .answer(let expected), .answerOrUnsolicited(let expected):
            bearer.inResponseTo.map { $0 == expected } ?? (context.requirements.profile == .attributeQuery)
        }
    }
}
