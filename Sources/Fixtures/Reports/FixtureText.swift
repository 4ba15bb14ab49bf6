import TVSimSAML

/// Formats fixtures and verifications as text: lists, explanations and tables.
package enum FixtureText {
    /// Returns the rows of the list: name, family, expected outcome, summary.
    package static func rows(_ cases: [FixtureCase]) -> [[String]] {
        cases.map { [$0.name, $0.family.rawValue, $0.expectation, $0.summary] }
    }

    /// Returns the explanation of a case.
    package static func explanation(of fixture: FixtureCase) -> String {
        var lines = ["\(fixture.name) (\(fixture.family.rawValue)): \(fixture.summary)", "why: \(fixture.why)"]
        if let resembles = fixture.resembles { lines.append("resembles: \(resembles)") }
        let (requirement, strength) = (fixture.requirement, fixture.strength)
        lines.append(
            "rule: \(requirement.sentence) (\(strength.isRequired ? "required" : "choice"): \(strength.source))")
        if let recipe = fixture.response {
            lines.append("verdict: \(recipe.verdictWord)")
            lines.append("signature: \(recipe.signature.rawValue)")
            lines += recipe.exceptions.map { "  but \($0.judge) \($0.accepts ? "accepts" : "refuses"): \($0.why)" }
        }
        if let recipe = fixture.message {
            lines.append("message: \(recipe.kind.rawValue), \(recipe.verdictWord)")
            lines.append("signature: \(recipe.signature.rawValue)")
            lines += recipe.exceptions.map { "  but \($0.judge) \($0.accepts ? "accepts" : "refuses"): \($0.why)" }
        }
        if let service = fixture.service { lines.append("service: \(service)") }
        if let flow = fixture.flow {
            lines.append("app:")
            for call in flow.callbacks {
                lines.append(
                    "  \(call.call) -> \(call.callbacks.isEmpty ? "nothing" : call.callbacks.joined(separator: ", "))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the rows of the table: case, expected outcome, reader, service, app, each signature tool, agreement.
    package static func table(_ verification: FixtureVerification) -> [[String]] {
        let judges = SignatureJudge.allCases.map(\.rawValue).filter { !verification.missing.contains($0) }
        let head = ["case", "expected", "reader", "service", "app"] + judges + ["agreement"]
        return [head]
            + verification.rows.map { row in
                [row.name, row.expected, row.reader ?? "-", row.service ?? "-", row.app ?? "-"]
                    + judges.map { row.judges[$0] ?? "-" } + [row.agrees ? "yes" : "NO"]
            }
    }

    /// Returns the lines below the table: differences, missing tools and, last, counts.
    package static func closing(_ verification: FixtureVerification) -> [String] {
        var lines: [String] = []
        for row in verification.rows where !row.agrees {
            lines += row.differences.map { "FAIL: \(row.name): \($0)" }
        }
        lines += verification.missing.map { "\($0) is not installed and was skipped" }
        let (count, wrong) = (verification.rows.count, verification.rows.filter { !$0.agrees }.count)
        lines.append("\(count) \(count == 1 ? "case" : "cases"), " + (wrong == 0 ? "all agree" : "\(wrong) disagree"))
        return lines
    }
}

/// The JSON output of `fixtures list`.
package struct FixtureListing: Encodable, Sendable {
    private let cases: [FixtureReport]

    /// Creates the list of cases.
    package init(_ cases: [FixtureCase]) { self.cases = cases.map(FixtureReport.init) }
}

/// A case in the JSON output of `fixtures list` and `fixtures explain`.
package struct FixtureReport: Encodable, Sendable {
    private let name: String
    private let family: FixtureCase.Family
    private let summary: String
    private let why: String
    private let resembles: String?
    private let strength: FixtureManifest.RuleStrength
    private let defective: Bool
    private let expected: String
    private let signature: String?
    private let service: ServiceVerdict?
    private let callbacks: [FixtureManifest.Callbacks]?

    /// Creates the report of a case.
    package init(_ fixture: FixtureCase) {
        name = fixture.name
        family = fixture.family
        summary = fixture.summary
        why = fixture.why
        resembles = fixture.resembles
        strength = .init(fixture.requirement)
        defective = fixture.isDefective
        expected = fixture.expectation
        signature = (fixture.response?.signature ?? fixture.message?.signature)?.rawValue
        service = fixture.service
        callbacks = fixture.flow?.callbacks
    }
}
