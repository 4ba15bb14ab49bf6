/// A rule that cases of the catalogue test; each case tests one.
package struct Requirement: Sendable, Hashable {
    /// The stable identifier.
    package let id: String
    /// The rule as one sentence.
    package let sentence: String
    /// Whether a published document requires the expected outcome, or this project chose it.
    package let strength: Strength

    /// Returns the rule for a receiver whose owner requires it.
    package func required(by section: String) -> Requirement {
        Requirement(id: id, sentence: sentence, strength: .required(section: section))
    }
}

/// The reason for the expected outcome of a case.
package enum Strength: Sendable, Hashable {
    /// A standard, or the page of a vendor, requires the outcome, in this section.
    case required(section: String)
    /// This project chose the outcome, and explains it in this row of Differences. Another outcome can be right.
    case choice(row: String)

    /// Whether a published document requires the outcome.
    package var isRequired: Bool {
        if case .required = self { true } else { false }
    }

    /// The section, or the row as `Differences, S-25`.
    package var source: String {
        switch self {
        case .required(let section): section
        case .choice(let row): "Differences, \(row)"
        }
    }
}

/// A rule with the names of its cases.
struct RequirementRow {
    let requirement: Requirement
    let cases: [String]

    /// Creates a rule that a document requires; the names of the cases are separated by spaces.
    static func required(_ id: String, _ sentence: String, _ section: String, _ cases: String) -> RequirementRow {
        make(id, sentence, .required(section: section), cases)
    }

    /// Creates a rule that this project chose; the names of the cases are separated by spaces.
    static func choice(_ id: String, _ sentence: String, _ row: String, _ cases: String) -> RequirementRow {
        make(id, sentence, .choice(row: row), cases)
    }

    private static func make(
        _ id: String, _ sentence: String, _ strength: Strength, _ cases: String
    ) -> RequirementRow {
        RequirementRow(
            requirement: Requirement(id: id, sentence: sentence, strength: strength),
            cases: cases.split(separator: " ").map(String.init))
    }
}

extension FixtureCatalog {
    /// Every rule, in the order of the families.
    package static let requirements: [Requirement] = requirementRows.map(\.requirement)

    static let requirementRows: [RequirementRow] =
        ContentRequirements.all + SignatureRequirements.all + DocumentRequirements.all + MessageRequirements.all
        + ServiceRequirements.all

    private static let requirementByCase = Dictionary(
        requirementRows.flatMap { row in row.cases.map { ($0, row.requirement) } },
        uniquingKeysWith: { first, _ in first })

    /// Returns the rule that a case tests; a choice without a row if the table has none, which a test forbids.
    static func requirement(of name: String) -> Requirement {
        requirementByCase[name] ?? Requirement(id: "unknown", sentence: "", strength: .choice(row: ""))
    }
}

extension FixtureCase {
    /// The rule that the case tests.
    package var requirement: Requirement { FixtureCatalog.requirement(of: name) }

    /// Whether a published document requires the expected outcome, or this project chose it.
    ///
    /// Who is signed in is another question: a reader that signs in the user of a forged assertion is wrong in every case.
    package var strength: Strength { requirement.strength }
}
