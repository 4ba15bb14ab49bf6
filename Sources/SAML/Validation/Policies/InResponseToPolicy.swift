/// Refuses a response that does not answer the request that was made, by what is signed.
///
/// The response's own `InResponseTo` counts where the response is signed; where only the assertion is, the bearer's
/// confirmation must say it. Wherever it is said, it must be right.
///
/// SAML Core 2.0 § 3.2.2, SAML Profiles 2.0 § 4.1.4.2.
enum InResponseToPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let expected = context.expectation.inResponseTo else { return [] }
        let section = "SAML Core 2.0 § 3.2.2"
        let confirmed = context.bearers.compactMap(\.inResponseTo)
        let said = [context.response.inResponseTo].compactMap { $0 } + confirmed
        if let wrong = said.first(where: { $0 != expected }) {
            return [ValidationFailure(.inResponseTo, "The answer is to '\(wrong)', not to '\(expected)'.", section)]
        }
        let isSaidSigned = !confirmed.isEmpty || (context.responseIsSigned && context.response.inResponseTo != nil)
        guard isSaidSigned else {
            return [ValidationFailure(.inResponseTo, "Nothing that is signed says which request is answered.", section)]
        }
        return []
    }
}
