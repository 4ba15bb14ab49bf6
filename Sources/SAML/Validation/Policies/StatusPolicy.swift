import Foundation
import TVSimXMLSecurity

/// Rejects a response that reports a failure, with its codes and message as the reason.
///
/// A refusal too must come from the expected issuer, for this address and to this request. Other failures follow the
/// status. SAML Core 2.0, 3.2.2.
enum StatusPolicy {
    /// Returns every failure of a signed refusal, in the order of the policies.
    static func failures(
        _ status: ResponseStatus, of response: XMLElement, _ requirements: ResponseRequirements, at now: Date
    ) -> [ValidationFailure] {
        var reader = ClaimReader(decryptor: nil, identifiers: [], allowing: requirements.allowed)
        let claims = ResponseClaims(response, &reader)
        return [failure(status)] + AssertionPolicy.failures(of: claims, requirements, at: now) + reader.problems
            + IssuerPolicy.failures(of: claims, requirements) + DestinationPolicy.failures(of: claims, requirements)
            + InResponseToPolicy.failures(ofRefusal: claims, requirements)
    }

    private static func failure(_ status: ResponseStatus) -> ValidationFailure {
        ValidationFailure(
            .status, "The status is \(status.summary).", "SAML Core 2.0, 3.2.2.2", expected: SAMLStatusCode.success,
            actual: status.codes.joined(separator: " "))
    }
}
