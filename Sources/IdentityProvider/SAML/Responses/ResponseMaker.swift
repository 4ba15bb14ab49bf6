public import Foundation
import TVSimCore
public import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Issues SAML responses, valid ones and ones with defects.
///
/// `tvsim saml issue` does the same on the command line. A new maker issues a valid response of a simulated provider,
/// which ``ResponseCheck`` accepts with ``ResponseMaker/certificate``. A maker with a defect issues an invalid one:
///
/// ```swift
/// var maker = ResponseMaker(at: .now)
/// maker.defects = ["expired"]
/// let response = try #require(try maker.issue())
/// let check = try ResponseCheck(certificates: [ResponseMaker.certificate])
/// let failures = check.failures(of: Data(response.utf8), at: .now)
/// #expect(failures.first?.hasPrefix("conditions: ") == true)
/// ```
///
/// The same values and the same seed give identical bytes, unless the assertion is encrypted or the signature algorithm
/// is RSA-PSS.
public struct ResponseMaker: Sendable {
    /// The content of a SAML response.
    public typealias Content = ResponseContent

    /// The content of the response.
    public var content: Content
    /// How the response is signed and encrypted.
    public var signing = Signing()
    /// The names of the defects to apply, from ``defects``; each is applied at its stage, in this order.
    public var defects: [String] = []
    /// The seed of the generated identifiers.
    public var seed: UInt64 = 0

    /// Creates a maker of a valid response.
    ///
    /// - Parameter instant: The time of issue. The assertion is valid for five minutes, and the user's session for an
    ///   hour.
    public init(at instant: Date) {
        content = Content(at: instant)
    }

    /// The certificate, in PEM, that verifies the signatures of the simulated provider's key.
    public static let certificate = SigningKeys.certificate(number: 0)

    /// The certificate, in PEM, that verifies the signatures of this maker.
    package var ownCertificate: String {
        signing.certificate ?? SigningKeys.certificate(number: signing.keyNumber)
    }

    /// All defects.
    public static let defects: [Defect] = ResponseDefect.allCases.filter { $0 != .none }.map(Defect.init)

    /// Issues the response.
    ///
    /// A response that every validator must reject is not an error.
    ///
    /// - Returns: The XML; `nil` for the defect `noResponse`.
    /// - Throws: An error with a description of one line. It reports an unknown name, an invalid key or certificate, or a
    ///   character that XML does not allow. It also reports a defect that has no effect, or that another defect undoes.
    public func issue() throws -> String? {
        do {
            let (issuer, content, defects) = (try makeIssuer(), try makeContent(), try makeDefects())
            if !defects.isEmpty { try rejectIneffectiveDefects(defects, content, issuer) }
            return try issuer.issue(content, signed: signing.signed, defects: defects)?.xml
        } catch let error as XMLError {
            throw CommandError(.invalid, error.description.withoutFullStop)
        }
    }

    /// Throws an error for a defect without effect, because the response would not be wrong in every requested respect.
    private func rejectIneffectiveDefects(
        _ defects: [ResponseDefect], _ content: ResponseContent, _ issuer: ResponseIssuer
    ) throws {
        // Without the random parts, equal responses have equal bytes.
        var issuer = issuer
        issuer.encryption = nil
        issuer.recipe.algorithm = issuer.recipe.algorithm.withoutSalt
        func made(_ defects: [ResponseDefect]) -> String? {
            try? issuer.issue(content, signed: signing.signed, defects: defects)?.xml
        }
        guard let whole = made(defects) else { return }
        for place in defects.indices {
            var others = defects
            let left = others.remove(at: place)
            guard made(others) == whole else { continue }
            throw CommandError(
                .invalid,
                others.isEmpty
                    ? "the defect '\(left.rawValue)' has no effect on this response"
                    : "the other defects undo the defect '\(left.rawValue)'")
        }
    }

    private func makeDefects() throws(CommandError) -> [ResponseDefect] {
        var found: [ResponseDefect] = []
        for name in defects {
            guard let defect = ResponseDefect(rawValue: name) else {
                let names = ResponseDefect.allCases.filter { $0 != .none }.map(\.rawValue)
                throw CommandError(
                    .invalid, "unknown defect '\(name)': run 'tvsim saml defects' for a list",
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
        var made = content
        made.responseID = content.responseID ?? drawn.0
        made.assertionID = content.assertionID ?? drawn.1
        if let text = made.unwritableText {
            throw CommandError(.invalid, "'\(text.onOneLine)' contains a character that XML does not allow")
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
    /// A defect that a response can have.
    public struct Defect: Sendable, Hashable, Encodable {
        /// The name, for `ResponseMaker.defects`.
        public let name: String
        /// The stage at which it is applied: `beforeSigning`, `signature`, `afterSigning`, `encoding` or `sending`.
        public let stage: String
        /// The only policy that the response violates in web single sign-on; `nil` if it violates none, or no response
        /// is sent.
        public let policy: String?
        /// The only policy that it violates as the answer to an attribute query, which has fewer requirements.
        public let attributeQueryPolicy: String?
        /// The description, one sentence.
        public let summary: String
        /// The published vulnerability that it resembles; `nil` if it resembles none.
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
