/// Refuses a response or assertion of another issuer than the one expected.
///
/// SAML Core 2.0 § 2.2.5, SAML Profiles 2.0 § 4.1.4.2.
enum IssuerPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0 § 2.2.5"
        if context.assertion.issuer.isEmpty {
            return [ValidationFailure(.issuer, "The assertion names no issuer.", section)]
        }
        guard let expected = context.expectation.issuer else { return [] }
        let found = [("assertion", context.assertion.issuer), ("response", context.response.issuer ?? expected)]
        return found.filter { $0.1 != expected }.prefix(1).map { name, issuer in
            ValidationFailure(
                .issuer, "The \(name) was issued by '\(issuer)', not by '\(expected)'.", section, expected: expected,
                actual: issuer)
        }
    }
}
