/// Refuses a response that does not answer the request that was made, by what is signed, and one that answers a request
/// where none was made.
///
/// The response's own `InResponseTo` counts where the response is signed; where only the assertion is, the bearer's
/// confirmation must say it. Wherever it is said, it must be right.
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
        func failure(_ reason: String, _ actual: String? = nil) -> [ValidationFailure] {
            [ValidationFailure(policy, reason, "SAML Core 2.0 § 3.2.2", expected: expected, actual: actual)]
        }
        if let wrong = told.first(where: { $0 != expected }) {
            return failure("The answer is to '\(wrong)', not to '\(expected)'.", wrong)
        }
        // In web single sign-on a bearer that is missing is the subject's failure, and no second one.
        if context.bearer == nil, context.expectation.profile == .webSSO { return [] }
        guard context.bearer?.inResponseTo != nil || (context.responseIsSigned && !told.isEmpty) else {
            return failure("Nothing that is signed says which request is answered.")
        }
        return []
    }

    static func fits(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> Bool {
        switch context.expectation.solicitation {
        case .notChecked: true
        case .unsolicited: bearer.inResponseTo == nil
        case .answer(let expected), .answerOrUnsolicited(let expected):
            bearer.inResponseTo.map { $0 == expected } ?? true
        }
    }
}
