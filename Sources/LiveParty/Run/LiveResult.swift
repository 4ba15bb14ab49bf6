/// What came of a run, from which every form of the report is made.
package struct LiveResult: Sendable, Codable {
    /// The certificates of the run, as SHA-256.
    package struct Keys: Sendable, Codable {
        package var signing: String
    }

    /// What a run learnt before the cases.
    package struct Learnt: Sendable, Codable {
        package var accepted: [String]
        package var refused: [String]
        package var signed: String
        package var proof: Calibration.Proof
        /// Whether only words tell the answers apart.
        package var weak: Bool
    }

    /// A sentence of a standard, or a choice of this simulator, with the cases that test it.
    package struct Requirement: Sendable, Codable {
        /// Whether the party keeps it.
        package enum Verdict: String, Sendable, Codable {
            case holds, violated, unclear
            case notShown = "not shown"
        }

        package var id: String
        package var sentence: String
        package var section: String
        package var strength: String
        package var verdict: Verdict
        /// The cases with another verdict than expected.
        package var cases: [String]

        /// Whether a standard demands it.
        package var isRequired: Bool { strength == "required" }
    }

    /// A case that was sent.
    package struct Case: Sendable, Codable {
        package var name: String
        package var requirement: String
        package var summary: String
        package var expected: LiveVerdict
        package var verdict: LiveVerdict
        /// The signed-in user that the answer shows; `nil` if it shows none.
        package var user: String?
        /// Whether this is the user of a forged assertion.
        package var forged: Bool
        package var weak: Bool
        package var known: Bool
        /// Why the known difference does not count; `nil` if it counts, or none is known.
        package var stale: String?
        package var note: String?
        /// The message and the answers, without secrets, if the verdict is not the expected one.
        package var evidence: [String]
        package var seconds: Double

        /// Whether the verdict is another than expected.
        package var isWrong: Bool { verdict != expected }
    }

    /// A case that was not sent.
    package struct NotRun: Sendable, Codable {
        package var name: String
        package var requirement: String
        package var reason: String
        /// Whether our own message is not what the case says.
        package var mistake = false
    }

    package var schema = 1
    package var party = "serviceProvider"
    package var name: String
    package var entityID: String
    package var address: String
    package var tool: String
    /// The digest of the names and expectations of all cases.
    package var catalogue: String
    package var started: String
    package var ended = ""
    package var keys: Keys
    /// `nil` if the run ended before.
    package var calibration: Learnt?
    package var requirements: [Requirement] = []
    package var cases: [Case] = []
    package var notRun: [NotRun] = []
    package var requests = 0
    /// Why the run ended before its last case; `nil` if it did not.
    package var stopped: String?
    /// What a reader needs to understand the stop.
    package var stoppedBecause: [String] = []
    /// What differs from an earlier run; `nil` without one.
    package var changes: Changes?

    /// The cases whose verdict is wrong now and was not, and the other way round.
    package struct Changes: Sendable, Codable {
        package var new: [String]
        package var gone: [String]
    }

    /// Returns what its cases say of a requirement.
    func requirement(_ requirement: PartyRequirement) -> Requirement {
        let wrong = cases.filter { $0.requirement == requirement.id && $0.isWrong }
        let isOpen = wrong.allSatisfy { [.unclear, .noAnswer].contains($0.verdict) }
        return Requirement(
            id: requirement.id, sentence: requirement.sentence, section: requirement.section,
            strength: requirement.isRequired ? "required" : "choice",
            verdict: wrong.isEmpty ? .holds : isOpen ? .unclear : .violated, cases: wrong.map(\.name))
    }

    /// Returns whether a case fails the run.
    package func fails(_ each: Case) -> Bool {
        if each.stale != nil { return true }
        guard each.isWrong, !each.known else { return false }
        // No choice allows a party to sign in the user of a forged assertion.
        if each.forged { return true }
        // A choice of this simulator is a note.
        return each.verdict == .noAnswer || requirements.first { $0.id == each.requirement }?.isRequired ?? true
    }

    /// The exit status: 70 for our own mistake, 69 for a run that stopped, 1 for a case that fails.
    package var exitStatus: Int32 {
        notRun.contains(where: \.mistake) ? 70 : stopped != nil ? 69 : cases.contains(where: fails) ? 1 : 0
    }

    /// Compares the cases with those of an earlier run.
    package mutating func compare(with earlier: LiveResult) {
        let (before, now) = (Set(earlier.cases.filter(\.isWrong).map(\.name)), cases.filter(\.isWrong).map(\.name))
        let tested = Set(cases.map(\.name))
        changes = Changes(
            new: now.filter { !before.contains($0) },
            gone: before.filter { !now.contains($0) && tested.contains($0) }.sorted())
    }
}
