/// A way in which a provider's answer is wrong: one name for each, shared by profiles, faults and fixtures.
///
/// A defect changes one thing, at a stage: before signing, to the signature, after signing, to the XML, or to the
/// sending. Several can be combined; then each is applied at its stage, in the order in which they are given. The
/// families stand in `Defects/`, one table each.
package struct ResponseDefect: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// When, in the making of a response, a defect is applied.
    package enum Stage: String, Sendable, Codable, CaseIterable {
        case beforeSigning, signature, afterSigning, encoding, sending
    }

    /// The name.
    package let rawValue: String
    /// When the defect is applied; `nil` where there is none.
    package let stage: Stage?
    /// What it is, as one sentence.
    package let summary: String
    /// The published vulnerability that it resembles; `nil`: none, it is an accident.
    package let resembles: String?
    /// The one policy that the response violates in web single sign-on; `nil` where none is, or where there is no
    /// response to judge.
    ///
    /// Another key's signature and a changed content fail alike: who holds only the pinned key cannot tell them apart.
    /// An attribute, an audience or a recipient is missed only where it is expected.
    package let violatedPolicy: ValidationFailure.Policy?
    /// The one policy that it violates as the answer to an attribute query, which needs less.
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

    /// What becomes of the defect in the answer to an attribute query.
    enum QueryVerdict {
        case same
        case believed
        case other(ValidationFailure.Policy)
    }

    /// Finds a defect by its name; `nil` where none has it.
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

    /// Returns the one policy that the response violates in a profile; `nil` where it is believed all the same.
    package func violatedPolicy(in profile: ResponseExpectation.Profile) -> ValidationFailure.Policy? {
        profile == .webSSO ? violatedPolicy : queryPolicy
    }

    package static func == (left: ResponseDefect, right: ResponseDefect) -> Bool { left.rawValue == right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension ResponseDefect: Codable {
    /// Reads a defect's name.
    ///
    /// - Throws: `DecodingError` where no defect has it.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let defect = ResponseDefect(rawValue: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no defect '\(name)'.")
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
    /// Nothing is wrong.
    package static let none = ResponseDefect("none", nil, nil, "Nothing is wrong.", DefectSteps())
    /// There is no document at all.
    package static let noResponse = ResponseDefect(
        "noResponse", .sending, nil, "There is no response at all.", DefectSteps())
    /// The conditions are over.
    package static let expired = ContentDefects.expired
    /// An attribute that was asked for is left out.
    package static let missingAttribute = ContentDefects.missingAttribute
    /// The content was changed after it was signed.
    package static let tampered = EncodingDefects.tampered
    /// The signature is missing.
    package static let unsigned = SignatureDefects.unsigned
    /// Another key signed; the honest certificate stands in `KeyInfo`.
    package static let wrongKey = SignatureDefects.wrongKey
}
