import XMLSecurity

/// Refuses a response that does not answer the request that was made, by what is signed, and one that answers a request
/// where none was made.
///
/// In web single sign-on both the response and the bearer's confirmation must say it; in the answer to an attribute query
/// one of them that is signed. Wherever it is said, it must be right.
///
/// SAML Core 2.0 § 3.2.2, SAML Profiles 2.0 § 4.1.4.2, § 4.1.5.
enum InResponseToPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.inResponseTo

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let told = [context.response.inResponseTo, context.bearer?.inResponseTo].compactMap { $0 }
        switch context.expectation.solicitation {
        case .notChecked: return []
        case .answer(let request): return failures(of: told, to: request, context)
        case .answerOrUnsolicited(let request): return told.isEmpty ? [] : failures(of: told, to: request, context)
        case .unsolicited:
            return told.prefix(1).map { request in
                let reason = "The answer is to '\(request)', though no request was made."
                return ValidationFailure(policy, reason, "SAML Profiles 2.0 § 4.1.5", actual: request)
            }
        }
    }

    private static func failures(
        of told: [String], to expected: String, _ context: PolicyContext
    ) -> [ValidationFailure] {
        func failure(
            _ reason: String, _ section: String = "SAML Core 2.0 § 3.2.2", actual: String? = nil
        ) -> [ValidationFailure] {
            [ValidationFailure(policy, reason, section, expected: expected, actual: actual)]
        }
        if let wrong = told.first(where: { !$0.isExactly(expected) }) {
            return failure("The answer is to '\(wrong)', not to '\(expected)'.", actual: wrong)
        }
        guard context.expectation.profile == .webSSO else {
            let isSaid = context.bearer?.inResponseTo != nil || (context.responseIsSigned && !told.isEmpty)
            return isSaid ? [] : failure("Nothing that is signed says which request is answered.")
        }
        // A bearer that is missing is the subject's failure, and no second one.
        guard let bearer = context.bearer else { return [] }
        if bearer.inResponseTo == nil {
            return failure("The confirmation does not say which request is answered.", "SAML Profiles 2.0 § 4.1.4.2")
        }
        if context.response.inResponseTo == nil {
            return failure("The response does not say which request it answers.")
        }
        return []
    }

    static func fits(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> Bool {
        switch context.expectation.solicitation {
        case .notChecked: true
        case .unsolicited: bearer.inResponseTo == nil
        case .answerOrUnsolicited where context.response.inResponseTo == nil: bearer.inResponseTo == nil
        case .answer(let expected), .answerOrUnsolicited(let expected):
            bearer.inResponseTo.map { $0.isExactly(expected) } ?? (context.expectation.profile == .attributeQuery)
        }
    }
}
