/// A defect of a provider's answer; profiles, faults and fixtures share its name.
///
/// A defect changes one thing at one stage: before signing, the signature, after signing, the XML, or the sending.
/// Several can be combined; each is applied at its stage, in the given order. The families are in `Defects/`, one table
/// each.
package struct ResponseDefect: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The stage of issuing at which a defect is applied.
    package enum Stage: String, Sendable, Codable, CaseIterable {
        case beforeSigning, signature, afterSigning, encoding, sending
    }

    /// The name.
    package let rawValue: String
    /// The defect's stage; `nil` for `none`.
    package let stage: Stage?
    /// A description of one sentence.
    package let summary: String
    /// The published vulnerability that the defect resembles; `nil` if it models an accident.
    package let resembles: String?
    /// The only policy that the response violates in web single sign-on; `nil` if it violates none, or no response is
    /// sent.
    ///
    /// Another key's signature and changed content fail in the same way, because a verifier with only the pinned key
    /// cannot distinguish them. An attribute, an audience or a recipient is missed only if it is expected.
    package let violatedPolicy: ValidationFailure.Policy?
    /// The only policy that it violates as the answer to an attribute query, which has fewer requirements.
    package let queryPolicy: ValidationFailure.Policy?
    let steps: DefectSteps

    init(
        _ name: String, _ stage: Stage?, _ policy: ValidationFailure.Policy?, _ summary: String,
        query: QueryVerdict = .same, resembles: String? = nil, _ steps: DefectSteps
    ) {
        rawValue = name
        self.stage = stage
        self.summary = summary
        self.resembles = resembles
        violatedPolicy = policy
        switch query {
        case .same: queryPolicy = policy
        case .believed: queryPolicy = nil
        case .other(let other): queryPolicy = other
        }
        self.steps = steps
    }

    /// The effect of the defect in the answer to an attribute query.
    enum QueryVerdict {
        case same
        case believed
        case other(ValidationFailure.Policy)
    }

    /// Creates the defect of a name; `nil` if the name is unknown.
    package init?(rawValue: String) {
        guard let found = Self.byName[rawValue] else { return nil }
        self = found
    }

    /// Every defect, and `none`, by family.
    package static let allCases: [ResponseDefect] =
        [none] + ContentDefects.all + SubjectDefects.all + ElementDefects.all + SignatureDefects.all
        + SignaturePartDefects.all + WrappingDefects.all + EncodingDefects.all
        + [noResponse]

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// Returns the only policy that the response violates in a profile; `nil` if the response is valid anyway.
    package func violatedPolicy(in profile: ResponseRequirements.Profile) -> ValidationFailure.Policy? {
        profile == .webSSO ? violatedPolicy : queryPolicy
    }

    package static func == (left: ResponseDefect, right: ResponseDefect) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension ResponseDefect: Codable {
    /// Reads a defect's name.
    ///
    /// - Throws: `DecodingError` if the name is unknown.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let defect = ResponseDefect(rawValue: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown defect '\(name)'")
        }
        self = defect
    }

    /// Writes the defect's name.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ResponseDefect: CustomStringConvertible {
    /// The name.
    package var description: String { rawValue }
}

extension ResponseDefect {
    /// A correct response.
    package static let none = ResponseDefect("none", nil, nil, "The response is correct.", DefectSteps())
    /// The provider sends no document.
    package static let noResponse = ResponseDefect(
        "noResponse", .sending, nil, "The provider sends no response.", DefectSteps())
    /// The conditions have expired.
    package static let expired = ContentDefects.expired
    /// A requested attribute is missing.
    package static let missingAttribute = ContentDefects.missingAttribute
    /// The content was changed after it was signed.
    package static let tampered = EncodingDefects.tampered
    /// The signature is missing.
    package static let unsigned = SignatureDefects.unsigned
    /// Another key signed; `KeyInfo` contains the correct certificate.
    package static let wrongKey = SignatureDefects.wrongKey
}
