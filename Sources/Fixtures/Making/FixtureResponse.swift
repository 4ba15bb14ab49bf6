package import Foundation
import TVSimCore
import TVSimCryptography
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimXMLSecurity

/// Creates the responses of cases; a name and a seed always give the same bytes.
package struct FixtureResponse: Sendable {
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
            identity: try FixtureKeys.identity(), impostor: try FixtureKeys.impostor(), recipe: recipe.recipe)
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
            issuer.identity = try FixtureKeys.impostor()
            issuer.recipe.keyInfo = keyInfo()
        }
        var draft = recipe.draft
        if case .draft(let change) = recipe.defect { draft = change }
        let wanted = FixtureParties.current.signed
        let element = recipe.signed == .assertion ? wanted ?? .assertion : recipe.signed
        let signed = draft == nil && recipe.recordedSignature == nil ? element : .neither
        guard
            var xml = try issuer.issue(
                content, signed: signed, defects: defects, missing: FixtureParties.current.userAttribute)?.xml
        else { return nil }
        if let draft { xml = try Self.sign(element, in: draft(xml), by: issuer) }
        if let signature = recipe.recordedSignature {
            let place = try Self.placeOfSignature(of: "Assertion ", in: xml).place
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

    /// Signs elements of an XML text with any prefixes; a signature follows the issuer of its element.
    private static func sign(_ signed: SignedElements, in xml: String, by issuer: ResponseIssuer) throws -> String {
        var xml = xml
        for (element, other) in [("Assertion ", SignedElements.response), ("Response ", .assertion)]
        where signed != other && signed != .neither {
            let (id, place) = try placeOfSignature(of: element, in: xml)
            xml = try EnvelopedSigner.sign(
                String(xml[..<place]), String(xml[place...]), id: id, with: issuer.identity, recipe: issuer.recipe)
        }
        return xml
    }

    /// Returns the ID of the first element with a name, and the place of its signature.
    private static func placeOfSignature(
        of element: String, in xml: String
    ) throws -> (id: String, place: String.Index) {
        guard let start = xml.range(of: element)?.upperBound,
            let id = xml.range(of: "ID=\"", range: start..<xml.endIndex)?.upperBound,
            let place = xml.range(
                of: "Issuer>", range: (xml.range(of: "</", range: id..<xml.endIndex)?.upperBound ?? id)..<xml.endIndex)
        else { throw XMLError(.structure, "The response contains no \(element)to sign.") }
        return (String(xml[id...].prefix { $0 != "\"" }), place.upperBound)
    }

    private static func validContent(responseID: String, assertionID: String) -> ResponseContent {
        let parties = FixtureParties.current
        let now = parties.instant
        var content = ResponseContent(
            responseID: responseID, assertionID: assertionID, issueInstant: now, issuer: parties.issuer,
            inResponseTo: parties.request, destination: parties.destination ?? parties.recipient,
            audience: parties.audience, recipient: parties.recipient, nameID: parties.nameID, notBefore: now,
            notOnOrAfter: now.addingTimeInterval(300), authnInstant: now,
            sessionNotOnOrAfter: now.addingTimeInterval(3600),
            attributes: [.init(parties.userAttribute, [parties.nameID])] + parties.furtherAttributes)
        content.nameIDFormat = parties.nameIDFormat
        content.sessionIndex = parties.sessionIndex
        return content
    }

    /// Derives the seed of a case from its name, so that its identifiers do not depend on the other cases.
    static func seed(of name: String, from seed: UInt64) -> UInt64 {
        Hash.sha256.digest(of: Data(name.utf8)).prefix(8).reduce(seed) { ($0 << 8 | $0 >> 56) ^ UInt64($1) }
    }
}
