import Foundation
import TVSimFixtures
import TVSimReports
import TVSimScenario
import TVSimStructuredText

/// The cases of a run that sends nothing (`--list`): as lines, or as an object in JSON.
struct LiveListing: Encodable {
    struct Case: Encodable {
        let name: String
        let family: String
        let requirement: String
        let summary: String
        /// The verdict of a right service provider; absent at an identity provider, where each case has its own rule.
        var expected: LiveVerdict?
        /// Why it would not be sent; absent if it would be.
        var notRun: String?
    }

    let cases: [Case]

    /// Creates the cases for a service provider, first those that are sent.
    init(_ plan: LivePlan, _ settings: ServiceProviderSettings) {
        let left = Dictionary(plan.notRun.map { ($0.name, $0.reason) }) { first, _ in first }
        let sent = plan.cases + LivePlan.all(settings).filter { left[$0.name] != nil }
        cases = sent.map {
            Case(
                name: $0.name, family: $0.family, requirement: $0.requirement.id, summary: $0.summary,
                expected: $0.expected, notRun: left[$0.name])
        }
    }

    /// Creates the cases for an identity provider, in their order.
    init(_ plan: IdentityProviderPlan) {
        cases = IdentityProviderPlan.cases.map {
            Case(
                name: $0.name, family: $0.family.rawValue, requirement: $0.requirement.id, summary: $0.summary,
                notRun: plan.reason($0.name))
        }
    }

    /// Writes the cases in the form of the main output.
    ///
    /// - Throws: `CommandError` for a form that a list does not have; what `write` throws.
    func write(as format: ReportFormat, _ write: (String) throws -> Void) throws {
        switch format {
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try write(String(decoding: encoder.encode(self), as: UTF8.self) + "\n")
        case .text: try write(cases.map { line($0).onOneLine + "\n" }.joined())
        default: throw CommandError(.invalid, "--list has the formats text and json")
        }
    }

    private func line(_ each: Case) -> String {
        let rest = "\(each.name)  \(each.requirement)"
        guard let expected = each.expected else {
            return "\(each.family)  \(rest)  \(each.summary)" + (each.notRun.map { " (\($0))" } ?? "")
        }
        return each.notRun.map { "not run   \(rest)  \($0)" } ?? "\(expected.rawValue)  \(rest)  \(each.summary)"
    }
}
