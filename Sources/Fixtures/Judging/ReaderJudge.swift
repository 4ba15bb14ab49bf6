package import Foundation
import Identifiers
package import SAML
import XMLSecurity

/// Validates responses with the validator of this package, as `tvsim saml validate` does.
package enum ReaderJudge {
    /// Validates a case's response with the keys, the clock skew and the deliveries of its recipe.
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as Base64.
    ///   - recipe: The recipe of the response.
    ///   - allowed: The accepted deviations from SAML.
    /// - Returns: `valid`, or the failing policies in the validator's order.
    /// - Throws: ``XMLError`` if a key in the source is malformed.
    package static func verdict(
        on response: Data, of recipe: ResponseRecipe, allowing allowed: Set<SAMLRelaxation> = []
    ) throws -> String {
        let first = try judge(response, recipe, seen: [], allowed)
        guard case .secondDelivery = recipe.defect else { return word(first, recipe) }
        guard let accepted = first.verified else { return "first delivery: \(word(first, recipe))" }
        return word(try judge(response, recipe, seen: [accepted.assertionID], allowed), recipe)
    }

    private static func judge(
        _ response: Data, _ recipe: ResponseRecipe, seen: Set<String>, _ allowed: Set<SAMLRelaxation>
    ) throws -> ValidationVerdict {
        let keys = recipe.isOpened ? try DecryptionKey.all(pem: FixtureKeys.readerKey) : []
        let decryptor = keys.isEmpty ? nil : Decryptor(keys: keys)
        let validator = try ResponseValidator(
            certificates: [try TrustedCertificate(pem: FixtureKeys.certificate(of: recipe))], decryptor: decryptor)
        var expectation = ResponseExpectation(now: FixtureCase.instant)
        expectation.issuer = EntityID(FixtureResponse.issuer)
        expectation.audience = EntityID(FixtureResponse.audience)
        expectation.recipient = EndpointLocation(FixtureResponse.recipient)
        expectation.inResponseTo = MessageID(FixtureResponse.request)
        expectation.requiredAttributes = ["userID"]
        expectation.clockSkew = recipe.clockSkew
        expectation.allowed = allowed
        expectation.isReplay = { seen.contains($0) }
        return validator.validate(response, expecting: expectation)
    }

    private static func word(_ verdict: ValidationVerdict, _ recipe: ResponseRecipe) -> String {
        if let verified = verdict.verified {
            guard verified.nameID == FixtureResponse.nameID else { return "valid for '\(verified.nameID ?? "")'" }
            let attributes = Dictionary(verified.attributes.map { ($0.name, $0.values) }, uniquingKeysWith: +)
            return attributes == recipe.attributes ? "valid" : "valid with other attributes"
        }
        // Several failures of one policy are reported once.
        return verdict.failures.map(\.policy.rawValue).reduce(into: [String]()) { words, word in
            if !words.contains(word) { words.append(word) }
        }.joined(separator: ", ")
    }
}
