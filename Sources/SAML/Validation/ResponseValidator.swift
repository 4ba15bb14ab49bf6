package import Foundation
package import TVSimXMLSecurity

/// Validates a response with small policies in a fixed order.
///
/// It parses the document safely, then checks its structure and its signature. After that it reads only the signed
/// bytes. All failures are kept; after a signature failure nothing else is checked.
package struct ResponseValidator: Sendable {
    private let verifier: SignatureVerifier
    private let decryptor: Decryptor?
    private let limits = XMLLimits()

    /// Creates a validator that trusts only these certificates.
    ///
    /// - Parameters:
    ///   - certificates: The trusted certificates.
    ///   - fingerprints: The fingerprints of trusted certificates that a message must show.
    ///   - allowsSHA1: Whether SHA-1 is accepted.
    ///   - decryptor: Decrypts assertions, names and attributes; `nil` to reject encrypted ones.
    /// - Throws: ``MessageError`` if neither a certificate nor a fingerprint is given, which is a mistake.
    package init(
        certificates: [TrustedCertificate], fingerprints: [CertificateFingerprint] = [], allowsSHA1: Bool = false,
        decryptor: Decryptor? = nil
    ) throws(MessageError) {
        guard !certificates.isEmpty || !fingerprints.isEmpty else {
            throw MessageError("No trusted certificate is given.")
        }
        var verifier = SignatureVerifier(certificates: certificates, allowsSHA1: allowsSHA1)
        verifier.fingerprints = fingerprints
        self.verifier = verifier
        self.decryptor = decryptor
    }

    /// Validates a response from a file: XML or its Base64.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - requirements: The requirements.
    ///   - now: The time of the validation.
    /// - Returns: The signed content, or every failure.
    package func validate(_ response: Data, expecting requirements: ResponseRequirements, at now: Date)
        -> ValidationVerdict
    {
        verdict(requirements, at: now, from: response) { () throws(XMLError) in
            try ResponseInput.decode(response, limits: limits).xml
        }
    }

    /// Validates a response that its binding has decoded: XML only, never Base64.
    ///
    /// - Parameters:
    ///   - document: The XML.
    ///   - source: The text that the binding has decoded, for the reason of a refusal; `nil` if it is not known.
    ///   - requirements: The requirements.
    ///   - now: The time of the validation.
    /// - Returns: As ``validate(_:expecting:at:)``.
    package func validate(
        document: Data, decodedFrom source: Data? = nil, expecting requirements: ResponseRequirements, at now: Date
    ) -> ValidationVerdict {
        verdict(requirements, at: now, from: source) { document }
    }

    private func verdict(
        _ requirements: ResponseRequirements, at now: Date, from source: Data?, on document: () throws(XMLError) -> Data
    ) -> ValidationVerdict {
        do {
            return try judge(document(), from: source, requirements, at: now)
        } catch let error as XMLError {
            return .invalid([ValidationFailure(error)])
        } catch let failure as StructureFailure {
            return .invalid([failure.failure])
        } catch {
            return .invalid([ValidationFailure(.wellFormed, "The response cannot be read.", "XML 1.0")])
        }
    }

    /// Returns whether a response has valid signatures; only its structure and signatures are checked.
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as its Base64.
    ///   - allowed: The accepted deviations from SAML.
    /// - Returns: Whether it has a signature and every signature is valid. The signed content is not read: it may be
    ///   for another party, or expired. The result is false for content that cannot be decrypted.
    package func vouches(for response: Data, allowing allowed: Set<ResponseRequirements.Relaxation> = []) -> Bool {
        do {
            let shape = try ResponseShape(
                try XMLTree(ResponseInput.decode(response, limits: limits).xml, limits: limits).root(),
                allowing: allowed)
            _ = try SignedContent(shape, verifier: verifier(allowing: allowed), decryptor: decryptor)
            try shape.status.requireCode()
            return true
        } catch {
            return false
        }
    }

    /// Returns the verifier that accepts what some relaxations name.
    private func verifier(allowing allowed: Set<ResponseRequirements.Relaxation>) -> SignatureVerifier {
        guard !allowed.isEmpty else { return verifier }
        var lenient = verifier
        if allowed.contains(.missingReferenceURI) { lenient.omissions.insert(.uri) }
        if allowed.contains(.emptyReferenceURI) { lenient.omissions.insert(.emptyURI) }
        if allowed.contains(.implicitCanonicalization) { lenient.omissions.insert(.canonicalization) }
        return lenient
    }

    /// Judges a document, and points each failure at its place in it.
    private func judge(
        _ xml: Data, from source: Data?, _ requirements: ResponseRequirements, at now: Date
    ) throws -> ValidationVerdict {
        let root = try ResponseInput.tree(xml, from: source, limits: limits).root()
        let verdict: ValidationVerdict
        var element: XMLElement?
        do {
            verdict = try judge(root, requirements, at: now)
        } catch let error as XMLError {
            verdict = .invalid([ValidationFailure(error)])
        } catch let failure as StructureFailure {
            (verdict, element) = (.invalid([failure.failure]), failure.element)
        }
        guard case .invalid(let failures) = verdict else { return verdict }
        let places = FailurePlaces(in: root)
        return .invalid(
            failures.map { failure in
                var placed = failure
                placed.path = places.path(of: failure, element)
                return placed
            })
    }

    private func judge(
        _ root: XMLElement, _ requirements: ResponseRequirements, at now: Date
    ) throws -> ValidationVerdict {
        let shape = try ResponseShape(root, allowing: requirements.allowed)
        let signed = try SignedContent(
            shape, verifier: verifier(allowing: requirements.allowed), decryptor: decryptor)
        let response = signed.response ?? shape.response
        let status = try ResponseStatus(of: response, allowing: requirements.allowed)
        try status.requireCode()
        // If only the assertion is signed, an assertion exists, so a status with a code is a success.
        guard status.isSuccess else {
            return .invalid(StatusPolicy.failures(status, of: response, requirements, at: now))
        }
        guard let assertion = try signed.assertion() else {
            return .invalid([ValidationFailure(.assertion, "The response has no assertion.", "SAML Core 2.0, 3.3.3")])
        }
        var reader = ClaimReader(
            decryptor: decryptor, identifiers: shape.response.tree.identifiers.union(assertion.tree.identifiers),
            allowing: requirements.allowed)
        let claims = AssertionClaims(assertion, &reader)
        let shell = ResponseClaims(response, &reader)
        // Decrypted content has a structure too, which no policy checks.
        let misshapen = reader.problems.filter { problem in !Self.policies.contains { $0.policy == problem.policy } }
        guard misshapen.isEmpty else { return .invalid(misshapen) }
        let context = PolicyContext(
            assertion: claims, response: shell, responseIsSigned: signed.response != nil, problems: reader.problems,
            requirements: requirements, now: now)
        let failures = context.tellingOfOtherBearers(Self.policies.flatMap { context.failures(of: $0) })
        guard failures.isEmpty, let believed = VerifiedResponse(context, signed) else { return .invalid(failures) }
        return .valid(believed)
    }

    /// The policies over signed content, in their order.
    private static let policies: [any ResponsePolicy.Type] = [
        AssertionPolicy.self, EncryptionPolicy.self, IssuerPolicy.self, DestinationPolicy.self, SubjectPolicy.self,
        RecipientPolicy.self, InResponseToPolicy.self, ConditionsPolicy.self, AudiencePolicy.self,
        AuthnSessionPolicy.self,
        AttributesPolicy.self, ReplayPolicy.self,
    ]
}

extension SignatureOmission {
    /// The relaxation that accepts it.
    fileprivate var relaxation: ResponseRequirements.Relaxation {
        switch self {
        case .uri: .missingReferenceURI
        case .emptyURI: .emptyReferenceURI
        case .canonicalization: .implicitCanonicalization
        }
    }
}

extension ValidationFailure {
    /// Creates the failure of an error that belongs to a policy.
    init(_ error: XMLError, _ policy: Policy, _ section: String) {
        self.init(
            policy, error.description, section, expected: error.expected, actual: error.actual,
            acceptedBy: error.weakness.map(Acceptance.weakness)
                ?? error.omission.map { .relaxation($0.relaxation) })
    }

    init(_ error: XMLError) {
        let section: String =
            switch error.policy {
            case .size: "a limit of tvsim"
            case .wellFormed: "XML 1.0, 2.1"
            case .dtd: "XML 1.0, 2.8"
            case .identifier: "SAML Core 2.0, 1.3.4"
            case .structure: "SAML Core 2.0, 5.4"
            case .signature: "XML Signature 1.1, 3.2"
            case .algorithm: "XML Signature 1.1, 6"
            case .reference: "SAML Core 2.0, 5.4"
            case .key: "SAML Core 2.0, 5.4.5"
            case .encryption: "SAML Core 2.0, 6"
            }
        self.init(error, Policy(rawValue: error.policy.rawValue) ?? .structure, section)
    }
}
