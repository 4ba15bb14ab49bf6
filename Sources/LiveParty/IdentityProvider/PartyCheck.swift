import TVSimFixtures

/// A sentence of a standard, of a vendor, or of our own, that an identity provider has to keep.
package struct PartyRequirement: Sendable, Hashable {
    /// A stable name.
    package let id: String
    package let sentence: String
    /// Where it stands.
    package let section: String
    /// Whether a standard or the vendor demands it; otherwise it is a note, which fails no run.
    package let isRequired: Bool

    init(_ id: String, _ sentence: String, _ section: String, isRequired: Bool = true) {
        (self.id, self.sentence, self.section, self.isRequired) = (id, sentence, section, isRequired)
    }

    /// Creates the requirement of a case of the catalogue.
    init(_ requirement: Requirement) {
        self.init(
            requirement.id, requirement.sentence, requirement.strength.source,
            isRequired: requirement.strength.isRequired)
    }
}

/// One thing that was examined without a judgement of answers: in metadata, or in the answer after a sign-in.
package struct PartyCheck: Sendable, Hashable {
    /// What was found.
    package enum Outcome: Sendable, Hashable {
        case holds
        /// It does not hold: what was found, as one sentence without a full stop.
        case violated(String)
        /// It could not be examined, and why.
        case notShown(String)
    }

    /// The name of the case: that of its requirement, unless it has several.
    package let name: String
    package let requirement: PartyRequirement
    package let outcome: Outcome

    init(_ requirement: PartyRequirement, _ outcome: Outcome, name: String? = nil) {
        (self.name, self.requirement, self.outcome) = (name ?? requirement.id, requirement, outcome)
    }

    /// Creates a check that holds without a failure.
    init(_ requirement: PartyRequirement, failure: String?, name: String? = nil) {
        self.init(requirement, failure.map { .violated($0) } ?? .holds, name: name)
    }
}
