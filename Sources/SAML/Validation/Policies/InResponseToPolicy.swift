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

    /// One occurrence of InResponseTo.
    struct Told {
        /// The beginning of a sentence about the element that has it.
        let subject: String
        let request: MessageID

        /// Reads the occurrences of the response itself, and of a bearer confirmation.
        static func all(_ response: ResponseClaims, _ bearer: AssertionClaims.Confirmation?) -> [Told] {
            [
                response.inResponseTo.map { Told(subject: "The response answers the request", request: $0) },
                bearer?.inResponseTo.map {
                    Told(
                        subject: "The bearer confirmation (<SubjectConfirmationData>) answers the request", request: $0)
                },
            ].compactMap(\.self)
        }
    }

    static func failures(_ context: PolicyContext) -> [ValidationFailure] { failures(context.bearer, context) }

    /// Returns the failures with one of the bearer confirmations.
    static func failures(
        _ bearer: AssertionClaims.Confirmation?, _ context: PolicyContext
    ) -> [ValidationFailure] {
        let told = Told.all(context.response, bearer)
        if case .notChecked = context.requirements.solicitation, let first = told.first?.request,
            let last = told.last?.request, first != last
        {
            let reason = "The response answers the request '\(first)', but its bearer confirmation '\(last)'."
            return [
                ValidationFailure(
                    policy, reason, "SAML Profiles 2.0, 4.1.4.2", expected: first.rawValue, actual: last.rawValue)
            ]
        }
        return failures(of: told, context.requirements) { silence(toward: $0, told, bearer, context) }
    }

    /// Returns the failures of a refusal, in which only the response itself can contain InResponseTo.
    static func failures(ofRefusal response: ResponseClaims, _ requirements: ResponseRequirements)
        -> [ValidationFailure]
    {
        let told = Told.all(response, nil)
        return failures(of: told, requirements) { expected in
            told.isEmpty ? failure("The response has no InResponseTo: expected '\(expected)'.", toward: expected) : []
        }
    }

    /// Checks the occurrences of InResponseTo, and with a given function whether a required one is missing.
    private static func failures(
        of told: [Told], _ requirements: ResponseRequirements, silence: (MessageID) -> [ValidationFailure]
    ) -> [ValidationFailure] {
        switch requirements.solicitation {
        case .notChecked: return []
        case .answerOrUnsolicited where told.isEmpty: return []
        case .answer(let expected), .answerOrUnsolicited(let expected):
            guard let wrong = told.first(where: { $0.request != expected }) else { return silence(expected) }
            let hint = ValueDifference.hint(wrong.request.rawValue, expected.rawValue)
            return failure(
                "\(wrong.subject) '\(wrong.request)', not '\(expected)'\(hint).", toward: expected,
                actual: wrong.request)
        case .unsolicited:
            return told.prefix(1).map { first in
                let reason = "\(first.subject) '\(first.request)', but no request was made."
                return ValidationFailure(policy, reason, "SAML Profiles 2.0, 4.1.5", actual: first.request.rawValue)
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
        toward expected: MessageID, _ told: [Told], _ bearer: AssertionClaims.Confirmation?, _ context: PolicyContext
    ) -> [ValidationFailure] {
        guard context.requirements.profile == .webSSO else {
            let isSaid = bearer?.inResponseTo != nil || (context.responseIsSigned && !told.isEmpty)
            return isSaid
                ? [] : failure("No signed element has an InResponseTo: expected '\(expected)'.", toward: expected)
        }
        // A missing bearer is a failure of the subject and is not reported twice.
        guard let bearer else { return [] }
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
