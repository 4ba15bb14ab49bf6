import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// One provider, one service provider, one instant: everything that the tests of responses share.
///
/// A response of ``content`` fits ``requirements()`` exactly; each test changes one thing.
enum SAMLWorld {
    /// 2026-01-01T00:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let issuer = "https://idp.example/mvpd"
    static let audience = "https://saml.sp.example"
    static let recipient = "https://sp.example/consumer"
    static let request = "_request"

    static func identity(_ pair: TestKeyPair = TestKeys.provider) throws -> SigningIdentity {
        try SigningIdentity(privateKeyPEM: pair.privateKey, certificatePEM: pair.certificate, allowingSmallKeys: true)
    }

    static func issuer(_ recipe: SignatureRecipe = SignatureRecipe()) throws -> ResponseIssuer {
        ResponseIssuer(identity: try identity(), impostor: try identity(TestKeys.impostor), recipe: recipe)
    }

    static func validator(_ pair: TestKeyPair = TestKeys.provider) throws -> ResponseValidator {
        try ResponseValidator(certificates: [TrustedCertificate(pem: pair.certificate)])
    }

    static var content: ResponseContent {
        ResponseContent(
            responseID: "_response", assertionID: "_assertion", issueInstant: now, issuer: issuer,
            inResponseTo: request, destination: recipient, audience: audience, recipient: recipient, nameID: "alice",
            notBefore: now, notOnOrAfter: now + 300, authnInstant: now - 60, sessionNotOnOrAfter: now + 3600,
            attributes: [
                .init("userID", ["alice-1"]),
                .init("zip", ["10001", "94"]),
            ])
    }

    /// The attributes of ``content`` as a reader sees them.
    static var attributes: [SAMLAttribute] {
        content.attributes.map { SAMLAttribute(name: $0.name, values: $0.values) }
    }

    static func requirements(_ profile: ResponseRequirements.Profile = .webSSO) -> ResponseRequirements {
        var requirements = ResponseRequirements()
        requirements.profile = profile
        requirements.issuer = issuer
        requirements.audience = audience
        requirements.recipient = recipient
        requirements.inResponseTo = request
        requirements.requiredAttributes = ["userID"]
        return requirements
    }

    /// Writes the response after changing its content.
    static func response(
        signed: ResponseIssuer.Signed = .assertion, recipe: SignatureRecipe = SignatureRecipe(),
        _ change: (inout ResponseContent) -> Void = { _ in }
    ) throws -> String {
        var content = content
        change(&content)
        return try #require(try issuer(recipe).issue(content, signed: signed))
    }

    /// Writes the response, changes its XML, and only then signs it: what an issuer would send that is so minded.
    static func signing(
        _ signed: ResponseIssuer.Signed = .assertion, _ change: (String) -> String
    ) throws -> String {
        var xml = change(try response(signed: .neither))
        if signed != .response { xml = try sign(xml, after: "<saml:Assertion ", id: "_assertion") }
        if signed != .assertion { xml = try sign(xml, after: "<samlp:Response ", id: "_response") }
        return xml
    }

    /// Puts a signature behind the first issuer after a mark.
    static func sign(
        _ xml: String, after mark: String, id: String, recipe: SignatureRecipe = SignatureRecipe()
    ) throws -> String {
        let start = try #require(xml.range(of: mark)?.upperBound)
        let end = try #require(xml.range(of: "</saml:Issuer>", range: start..<xml.endIndex)?.upperBound)
        return try EnvelopedSigner.sign(
            String(xml[..<end]), String(xml[end...]), id: id, with: identity(), recipe: recipe)
    }

    static func judge(
        _ xml: String, _ requirements: ResponseRequirements = requirements()
    ) throws -> ValidationVerdict {
        try validator().validate(Data(xml.utf8), expecting: requirements, at: now)
    }

    /// The policies that a response violates, in order.
    static func policies(
        _ xml: String, _ requirements: ResponseRequirements = requirements()
    ) throws -> [ValidationFailure.Policy] {
        try judge(xml, requirements).failures.map(\.policy)
    }
}

extension String {
    /// The part from one mark to the end of another.
    func slice(_ start: String, _ end: String) -> String? {
        guard let first = range(of: start), let last = range(of: end, range: first.upperBound..<endIndex) else {
            return nil
        }
        return String(self[first.lowerBound..<last.upperBound])
    }

    func replacing(_ old: String, _ new: String) -> String {
        #expect(contains(old), "the text to be replaced is there")
        return replacingOccurrences(of: old, with: new)
    }
}
