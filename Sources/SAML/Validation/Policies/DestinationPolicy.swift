import TVSimStructuredText
import TVSimXMLSecurity

/// Rejects a response for another destination.
///
/// A missing destination is not checked.
///
/// SAML Core 2.0, 3.2.2.
enum DestinationPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.destination

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        failures(of: context.response, context.requirements)
    }

    /// Returns the failures of the response's destination.
    static func failures(of response: ResponseClaims, _ requirements: ResponseRequirements) -> [ValidationFailure] {
        guard let expected = EndpointLocation(requirements.recipient), let found = response.destination,
            found != expected
        else { return [] }
        let reason =
            "The Destination of the response is '\(found)', not '\(expected)'"
            + ValueDifference.hint(found.rawValue, expected.rawValue) + "."
        return [
            ValidationFailure(
                policy, reason, "SAML Core 2.0, 3.2.2", expected: expected.rawValue, actual: found.rawValue)
        ]
    }
}
