public import Foundation
import IdentityProvider
import SAML
import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText
import XMLSecurity

/// Issues SAML responses in code as `tvsim saml issue` does from the command line: honest ones, and ones with defects.
///
/// A new maker makes an honest answer of a provider of the simulation, which ``ResponseCheck`` believes by
/// ``ResponseMaker/certificate``. The same values and seed give the same octets, unless the assertion is encrypted or the
/// algorithm is RSA-PSS.
public struct ResponseMaker: Sendable {
    /// What it says.
    public var content: Content
    /// How it is signed and encrypted.
    public var signing = Signing()
    /// What is wrong with it: names from ``defects``, each applied at its stage, in this order.
    public var defects: [String] = []
    /// From which the identifiers are drawn.
    public var seed: UInt64 = 0

    /// Creates a maker of an honest response.
    ///
    /// - Parameter instant: When it is issued. It holds for five minutes, and the person's session for an hour.
    public init(at instant: Date) {
        content = Content(at: instant)
    }

    /// The certificate that vouches for responses which are signed with the key of the simulation, PEM.
    public static let certificate = SigningKeys.certificate(number: 0)

    /// Every defect.
    public static let defects: [Defect] = ResponseDefect.allCases.filter { $0 != .none }.map(Defect.init)

    /// Issues the response.
    ///
    /// - Returns: The XML; `nil` under the defect `noResponse`.
    /// - Throws: An error whose description is one line: a name or key is none, a text holds what XML cannot carry, a
    ///   defect finds nothing to change, or another one undoes it. A response that nobody may believe is not an error.
    public func issue() throws -> String? {
        do {
            let (issuer, content, defects) = (try makeIssuer(), try makeContent(), try makeDefects())
            if !defects.isEmpty { try refuseUndone(defects, content, issuer) }
            return try issuer.issue(content, signed: signing.signed.element, defects: defects)?.xml
        } catch let error as XMLError {
            throw CommandError(.invalid, error.description.withoutFullStop)
        }
    }

    /// Refuses defects of which nothing is to be seen, in this response at all or beside the others: it would not be wrong
    /// in every way that was asked for.
    private func refuseUndone(
        _ defects: [ResponseDefect], _ content: ResponseContent, _ issuer: ResponseIssuer
    ) throws {
        // What takes chance is left out: then equal responses are equal octets.
        var issuer = issuer
        issuer.encryption = nil
        issuer.recipe.algorithm = issuer.recipe.algorithm.withoutSalt
        func made(_ defects: [ResponseDefect]) -> String? {
            try? issuer.issue(content, signed: signing.signed.element, defects: defects)?.xml
        }
        guard let whole = made(defects) else { return }
        for place in defects.indices {
            var others = defects
            let left = others.remove(at: place)
            guard made(others) == whole else { continue }
            throw CommandError(
                .invalid,
                others.isEmpty
                    ? "'\(left.rawValue)' finds nothing to change in this response"
                    : "beside the other defects nothing is left of '\(left.rawValue)'")
        }
    }

    private func makeDefects() throws(CommandError) -> [ResponseDefect] {
        var found: [ResponseDefect] = []
        for name in defects {
            guard let defect = ResponseDefect(rawValue: name) else {
                let names = ResponseDefect.allCases.filter { $0 != .none }.map(\.rawValue)
                throw CommandError(
                    .invalid, "there is no defect '\(name)'; 'tvsim saml defects' lists them",
                    suggestion: Suggestion.closest(to: name, among: names))
            }
            found.append(defect)
        }
        return found
    }

    private func makeContent() throws -> ResponseContent {
        let simulation = Simulation(store: MemoryStateStore())
        try simulation.identifiers.reseed(seed)
        let drawn = (try simulation.identifiers.xmlIdentifier(), try simulation.identifiers.xmlIdentifier())
        let made = content.response(
            responseID: content.responseID ?? drawn.0, assertionID: content.assertionID ?? drawn.1)
        if let text = made.unwritableText {
            throw CommandError(.invalid, "'\(text.onOneLine)' holds a character that XML cannot carry")
        }
        return made
    }

    private func makeIssuer() throws -> ResponseIssuer {
        var recipe = SignatureRecipe()
        recipe.algorithm = try AlgorithmNames.signature.value(signing.algorithm)
        recipe.digestAlgorithm = try AlgorithmNames.digest.value(signing.digest)
        if !signing.showsCertificate { recipe.keyInfo = .absent }
        var issuer = ResponseIssuer(
            identity: try signing.identity(), impostor: try SigningKeys.impostor(), recipe: recipe)
        if let recipient = signing.encryptionCertificate {
            var encryption = EncryptionRecipe(
                recipient: try TrustedCertificate(pem: recipient, allowingSmallKeys: true))
            encryption.content = try AlgorithmNames.encryption.value(signing.encryption)
            encryption.transport = try AlgorithmNames.keyTransport.value(signing.keyTransport)
            issuer.encryption = encryption
        }
        return issuer
    }
}

extension ResponseMaker {
    /// A way in which a response can be wrong.
    public struct Defect: Sendable, Hashable, Encodable {
        /// Its name.
        public let name: String
        /// When it is applied: `beforeSigning`, `signature`, `afterSigning`, `encoding` or `sending`.
        public let stage: String
        /// The one policy that a response with it violates in web single sign-on; `nil`: it is believed, or there is none.
        public let policy: String?
        /// The same in the answer to an attribute query, which needs less.
        public let attributeQueryPolicy: String?
        /// What it is, as one sentence.
        public let summary: String
        /// The published vulnerability that it resembles.
        public let resembles: String?

        init(_ defect: ResponseDefect) {
            name = defect.rawValue
            stage = defect.stage?.rawValue ?? ""
            policy = defect.violatedPolicy?.rawValue
            attributeQueryPolicy = defect.queryPolicy?.rawValue
            summary = defect.summary
            resembles = defect.resembles
        }
    }
}
