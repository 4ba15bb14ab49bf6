import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects a response or assertion of another issuer, or of an issuer that is not an entity.
///
/// SAML Core 2.0, 2.2.5; SAML Profiles 2.0, 4.1.4.2.
enum IssuerPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.issuer

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard !context.isUnreadable(policy) else { return [] }
        guard let issuer = context.assertion.issuer, !issuer.name.rawValue.isXMLSpace else {
            return [
                ValidationFailure(
                    policy, "The assertion has no issuer.", section, expected: context.requirements.issuer)
            ]
        }
        return failures(of: [("assertion", issuer)] + named(context.response), context.requirements)
    }

    /// Returns the failures of the response's own issuer.
    static func failures(of response: ResponseClaims, _ requirements: ResponseRequirements) -> [ValidationFailure] {
        failures(of: named(response), requirements)
    }

    private static let section = "SAML Core 2.0, 2.2.5"

    private static func named(_ response: ResponseClaims) -> [(element: String, issuer: Issuer)] {
        response.issuer.map { [("response", $0)] } ?? []
    }

    private static func failures(
        of issuers: [(element: String, issuer: Issuer)], _ requirements: ResponseRequirements
    ) -> [ValidationFailure] {
        if requirements.profile == .webSSO,
            let (element, other) = issuers.first(where: { ($0.issuer.format ?? SAMLNames.entity) != SAMLNames.entity })
        {
            return [
                ValidationFailure(
                    policy,
                    "The Format of the \(element)'s <Issuer> is '\(other.format ?? "")', not '\(SAMLNames.entity)'.",
                    "SAML Profiles 2.0, 4.1.4.2",
                    expected: SAMLNames.entity, actual: other.format)
            ]
        }
        guard let expected = EntityID(requirements.issuer),
            let (element, other) = issuers.first(where: { $0.issuer.name != expected })
        else { return [] }
        return [
            ValidationFailure(
                policy,
                "The \(element) was issued by '\(other.name)', not by '\(expected)'"
                    + ValueDifference.hint(other.name.rawValue, expected.rawValue) + ".", section,
                expected: expected.rawValue, actual: other.name.rawValue,
                acceptedBy: .trimming(other.name.rawValue, toGet: expected.rawValue))
        ]
    }
}
