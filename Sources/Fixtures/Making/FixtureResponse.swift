package import Foundation
import TVSimCore
import TVSimCryptography
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimXMLSecurity

/// Creates the responses of cases; a name and a seed always give the same bytes.
package struct FixtureResponse: Sendable {
    /// The name identifier of the subject in every response.
    package static let nameID = "subscriber"
    static let issuer = "https://idp.tvsim.example/Cablevision"
    static let audience = "https://saml.sp.auth.adobe.com"
    static let recipient = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    static let request = "_request"
    /// The identifiers of the response and the assertion whose signature is recorded.
    private static let recordedIDs = ("_recorded-response", "_recorded-assertion")

    /// The XML as bytes.
    package let document: Data
    /// The Base64 text that is sent.
    package let base64: String

    /// Creates a response; `nil` if the defect suppresses the response.
    ///
    /// - Throws: ``XMLError`` if a key in the source is malformed, or a defect cannot be applied.
    package init?(_ recipe: ResponseRecipe, name: String, seed: UInt64) throws {
        let source = Simulation(store: MemoryStateStore()).identifiers
        try source.reseed(Self.seed(of: name, from: seed))
        let made = (try source.xmlIdentifier(), try source.xmlIdentifier())
        let ids = recipe.recordedSignature == nil ? made : Self.recordedIDs
        var content = Self.validContent(responseID: ids.0, assertionID: ids.1)
        recipe.base(&content)
        var issuer = ResponseIssuer(
            identity: try SigningKeys.identity(number: 0), impostor: try SigningKeys.impostor(), recipe: recipe.recipe)
        if let kind = recipe.encryption {
            let vector = Data(try source.hexadecimal(words: 1).utf8)
            issuer.encryption = try FixtureKeys.encryption(kind, vector: vector)
        }
        if recipe.certificate != nil {
            issuer.recipe.keyInfo = .certificate(try TrustedCertificate(pem: FixtureKeys.certificate(of: recipe)))
        }
        var defects: [ResponseDefect] = []
        switch recipe.defect {
        case .named(let defect): defects = [defect]
        case .content(let change): change(&content)
        case .encryption(let change):
            if var encryption = issuer.encryption {
                change(&encryption)
                issuer.encryption = encryption
            }
        case .none, .draft, .impostor, .text, .octets, .base64, .secondDelivery, .withoutKey: break
        }
        if case .impostor(let keyInfo) = recipe.defect {
            issuer.identity = try SigningKeys.impostor()
            issuer.recipe.keyInfo = keyInfo
        }
        var draft = recipe.draft
        if case .draft(let change) = recipe.defect { draft = change }
        let signed = draft == nil && recipe.recordedSignature == nil ? recipe.signed : .neither
        guard var xml = try issuer.issue(content, signed: signed, defects: defects)?.xml else { return nil }
        if let draft { xml = try Self.signAssertion(in: draft(xml), by: issuer) }
        if let signature = recipe.recordedSignature {
            let place = try Self.placeOfSignature(in: xml).place
            xml = String(xml[..<place]) + signature + String(xml[place...])
        }
        switch recipe.defect {
        case .text(let change): document = Data(change(xml).utf8)
        case .octets(let change): document = change(xml)
        default: document = Data(xml.utf8)
        }
        if case .base64(let write) = recipe.defect {
            base64 = write(document)
        } else {
            base64 = document.base64EncodedString()
        }
    }

    /// Signs the assertion of an XML text with any prefixes; the signature follows the assertion's issuer.
    private static func signAssertion(in xml: String, by issuer: ResponseIssuer) throws -> String {
        let (id, place) = try placeOfSignature(in: xml)
        return try EnvelopedSigner.sign(
            String(xml[..<place]), String(xml[place...]), id: id, with: issuer.identity, recipe: issuer.recipe)
    }

    /// Returns the ID of the assertion, and the place of its signature.
    private static func placeOfSignature(in xml: String) throws -> (id: String, place: String.Index) {
        guard let assertion = xml.range(of: "Assertion ")?.upperBound,
            let id = xml.range(of: "ID=\"", range: assertion..<xml.endIndex)?.upperBound,
            let place = xml.range(
                of: "Issuer>", range: (xml.range(of: "</", range: id..<xml.endIndex)?.upperBound ?? id)..<xml.endIndex)
        else { throw XMLError(.structure, "The response contains no assertion to sign.") }
        return (String(xml[id...].prefix { $0 != "\"" }), place.upperBound)
    }

    private static func validContent(responseID: String, assertionID: String) -> ResponseContent {
        let now = FixtureCase.instant
        return ResponseContent(
            responseID: responseID, assertionID: assertionID, issueInstant: now, issuer: issuer,
            inResponseTo: request, destination: recipient, audience: audience, recipient: recipient, nameID: nameID,
            notBefore: now, notOnOrAfter: now.addingTimeInterval(300), authnInstant: now,
            sessionNotOnOrAfter: now.addingTimeInterval(3600),
            attributes: [.init("userID", [nameID])])
    }

    /// Derives the seed of a case from its name, so that its identifiers do not depend on the other cases.
    static func seed(of name: String, from seed: UInt64) -> UInt64 {
        Hash.sha256.digest(of: Data(name.utf8)).prefix(8).reduce(seed) { ($0 << 8 | $0 >> 56) ^ UInt64($1) }
    }
}
