import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects an assertion that the bearer must not deliver to this address.
///
/// The answer to an attribute query may omit the recipient.
///
/// SAML Profiles 2.0, 4.1.4.2.
enum RecipientPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.recipient

    static func failures(_ context: PolicyContext) -> [ValidationFailure] { failures(context.bearer, context) }

    /// Returns the failures of one of the bearer confirmations.
    static func failures(
        _ bearer: AssertionClaims.Confirmation?, _ context: PolicyContext
    ) -> [ValidationFailure] {
        guard let bearer, !fits(bearer, context),
            let expected = EndpointLocation(context.requirements.recipient)
        else {
            return []
        }
        let reason =
            bearer.recipient.map {
                "The Recipient of the bearer confirmation is '\($0)', not '\(expected)'"
                    + ValueDifference.hint($0.rawValue, expected.rawValue) + "."
            }
            ?? "The bearer confirmation has no Recipient: expected '\(expected)'."
        return [
            ValidationFailure(
                policy, reason, "SAML Profiles 2.0, 4.1.4.2", expected: expected.rawValue,
                actual: bearer.recipient?.rawValue)
        ]
    }

    static func fits(_ bearer: AssertionClaims.Confirmation, _ context: PolicyContext) -> Bool {
        guard let expected = EndpointLocation(context.requirements.recipient) else { return true }
        return bearer.recipient.map { $0 == expected } ?? (context.requirements.profile == .attributeQuery)
    }
}
