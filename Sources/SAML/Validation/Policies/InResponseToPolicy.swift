/// Refuses a response that does not answer the request that was made, by what is signed.
///
/// The response's own `InResponseTo` counts where the response is signed; where only the assertion is, the bearer's
/// confirmation must say it. Wherever it is said, it must be right.
///
/// SAML Core 2.0 § 3.2.2, SAML Profiles 2.0 § 4.1.4.2.
enum InResponseToPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let expected = context.expectation.inResponseTo else { return [] }
        let confirmed = context.bearer?.inResponseTo
        let told = context.response.inResponseTo
        func failure(_ reason: String, _ actual: String?) -> [ValidationFailure] {
            [ValidationFailure(.inResponseTo, reason, "SAML Core 2.0 § 3.2.2", expected: expected, actual: actual)]
        }
        if let wrong = [told, confirmed].compactMap({ $0 }).first(where: { $0 != expected }) {
            return failure("The answer is to '\(wrong)', not to '\(expected)'.", wrong)
        }
        guard confirmed != nil || (context.responseIsSigned && told != nil) else {
            return failure("Nothing that is signed says which request is answered.", nil)
        }
        return []
    }

    static func fits(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> Bool {
        guard let expected = context.expectation.inResponseTo, let told = bearer.inResponseTo else { return true }
        return told == expected
    }
}
