package import Foundation
package import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Validates responses with the validator of this package, as `tvsim saml validate` does.
package enum ReaderJudge {
    /// Validates a case's response with the keys, the clock skew and the deliveries of its recipe.
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as Base64.
    ///   - recipe: The recipe of the response.
    ///   - allowed: The accepted deviations from SAML.
    ///   - certificate: The certificate to trust, as PEM; `nil` for that of the recipe.
    /// - Returns: `valid`, or the failing policies in the validator's order.
    /// - Throws: ``XMLError`` if a key in the source is malformed.
    package static func verdict(
        on response: Data, of recipe: ResponseRecipe, allowing allowed: Set<ResponseRequirements.Relaxation> = [],
        trusting certificate: String? = nil
    ) throws -> String {
        let certificate = certificate ?? FixtureKeys.certificate(of: recipe)
        let first = try judge(response, recipe, certificate, seen: [], allowed)
        guard case .secondDelivery = recipe.defect else { return word(first, recipe) }
        guard let accepted = first.verified else { return "first delivery: \(word(first, recipe))" }
        return word(try judge(response, recipe, certificate, seen: [accepted.assertionID], allowed), recipe)
    }

    private static func judge(
        _ response: Data, _ recipe: ResponseRecipe, _ certificate: String, seen: Set<String>,
        _ allowed: Set<ResponseRequirements.Relaxation>
    ) throws -> ValidationVerdict {
        let key = recipe.isOpened ? FixtureKeys.decryptionKey : nil
        let keys = try key.map { text throws(XMLError) in try DecryptionKey.all(pem: text) } ?? []
        let decryptor = keys.isEmpty ? nil : Decryptor(keys: keys)
        let validator = try ResponseValidator(
            certificates: [try TrustedCertificate(pem: certificate)], decryptor: decryptor)
        let parties = FixtureParties.current
        var requirements = ResponseRequirements()
        requirements.issuer = parties.issuer
        requirements.audience = parties.audience
        requirements.recipient = parties.recipient
        requirements.inResponseTo = parties.request
        requirements.requiredAttributes = [parties.userAttribute]
        requirements.clockSkew = recipe.clockSkew
        requirements.allowed = allowed
        requirements.isReplay = { seen.contains($0) }
        return validator.validate(response, expecting: requirements, at: parties.instant)
    }

    private static func word(_ verdict: ValidationVerdict, _ recipe: ResponseRecipe) -> String {
        if let verified = verdict.verified {
            let name = verified.nameID?.rawValue ?? ""
            guard name.utf8.elementsEqual(recipe.nameID.utf8) else { return "valid for '\(name)'" }
            return verified.values == recipe.attributes ? "valid" : "valid with other attributes"
        }
        // Several failures of one policy are reported once.
        return verdict.failures.map(\.policy.rawValue).reduce(into: [String]()) { words, word in
            if !words.contains(word) { words.append(word) }
        }.joined(separator: ", ")
    }
}
