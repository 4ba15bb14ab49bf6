import Foundation
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TestSupport
import Testing

/// Compares SDKCoverage.md with the profiles and tests that it names, and each name of the vendor's documents with a proof.
///
/// `TVSIM_WRITE_DOCS=1` updates the article.
@Suite("The page of what is proven")
struct CoverageTests {
    @Test("names a proof for every call, callback, constant, flow, code and metadata key")
    func complete() throws {
        let proofs = try Proofs()
        for section in CoverageRows.sections {
            for row in section.rows {
                #expect(!proofs.of(row).isEmpty, "\(section.title): \(row.name) is proven by nothing")
            }
        }
    }

    @Test("lists every status that the SDK has")
    func statuses() {
        let listed = Set(CoverageRows.sections.last?.rows.map(\.name) ?? [])
        #expect(Set(AdvancedStatus.Code.allCases.map(\.rawValue)).subtracting(listed) == [])
    }

    @Test("has every status in the article of status codes, with its level")
    func levels() throws {
        let article = try Repository.article("Reference/SDKStatusCodes.md")
        let listed = article.matches(of: /\n\| `([A-Z0-9_]+)` \| `([a-z]+)` \|/).map { "\($0.1) \($0.2)" }
        #expect(Set(listed) == Set(AdvancedStatus.Code.allCases.map { "\($0.rawValue) \($0.level)" }))
    }

    @Test("is what the profiles and tests say")
    func page() throws {
        try GeneratedFile.check(
            "docs/tvsim.docc/Reference/SDKCoverage.md", is: String(Proofs().page().trimmingPrefix("\n")),
            below: "CoverageTests")
    }
}

/// What the profiles, the tests' marks and the rows of the differences say about each name.
///
/// A profile proves what a step of it calls and expects: a step without an expectation is not checked, and proves nothing.
struct Proofs {
    /// A step that is checked.
    private struct CheckedStep {
        let call: String
        let arguments: String
        let expected: [String]
    }

    private let profiles: [(name: String, summary: String, steps: [CheckedStep])]
    private let marks: [(sentence: String, names: Set<String>)]
    private let choices: [DifferenceRow]

    init() throws {
        let paths = try ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")
        profiles = try ProfileFiles.profiles(in: paths).map { profile in
            let steps = profile.flow.compactMap { step -> CheckedStep? in
                guard let expected = step.expect else { return nil }
                let arguments = (try? step.action.arguments.map { try JSONText.line($0) }.joined(separator: " ")) ?? ""
                return CheckedStep(call: step.action.call, arguments: arguments, expected: expected.map(\.text))
            }
            return (profile.name, profile.summary ?? "", steps)
        }

        var marks: [(sentence: String, names: Set<String>)] = []
        let tests = Repository.root.appending(path: "Tests")
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path).sorted()
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            // From the beginning of a line: what is commented out proves nothing.
            for match in text.matches(of: /(?m)^ *@Test\(\s*"([^"]+)",\s*\.proves\(\s*((?:"[^"]*",?\s*)+)\)/) {
                let names = match.output.2.matches(of: /"([^"]+)"/).map { String($0.output.1) }
                marks.append((String(match.output.1), Set(names)))
            }
        }
        self.marks = marks

        choices = try DifferenceRow.all().filter { $0.id.hasPrefix("E-") }.sorted { $0.number < $1.number }
    }

    /// The profiles and tests that prove a row.
    func of(_ row: CoverageRows.Row) -> [String] {
        let found = profiles.filter { profile in
            switch row.trace {
            case .call(let call, let argument):
                profile.steps.contains { $0.call == call && (argument.isEmpty || $0.arguments.contains(argument)) }
            case .callback(let callback):
                profile.steps.contains { $0.expected.contains { Self.isThe($0, callback) } }
            case .triggers(let call, let callback):
                profile.steps.contains { $0.call == call && $0.expected.contains { Self.isThe($0, callback) } }
            case .letter:
                profile.summary.contains(row.name) && !profile.steps.isEmpty
            case .tests: false
            }
        }
        return found.map { "profile “\($0.name)”" }
            + marks.filter { $0.names.contains(row.name) }.map { "test “\($0.sentence)”" }
    }

    /// The rows of the differences that mention a name.
    private func choices(about name: String) -> [String] {
        choices.filter { $0.text.contains("`\(name)`") || $0.text.contains("`\(name)(") }.map(\.id)
    }

    /// The tables of the page.
    func page() -> String {
        CoverageRows.sections.map { section in
            let rows = section.rows.map { row in
                let proofs = of(row)
                let shown = proofs.prefix(2).joined(separator: "; ")
                let more = proofs.count > 2 ? "; and \(proofs.count - 2) more" : ""
                return "| `\(row.name)` | \(shown)\(more) | \(choices(about: row.name).joined(separator: ", ")) |"
            }
            return "\n## \(section.title)\n\n| name | proven by | choices |\n|---|---|---|\n"
                + rows.joined(separator: "\n") + "\n"
        }.joined()
    }

    /// Whether an expected callback is the one that a row names: its name, or its name with its first arguments.
    ///
    /// One whose every argument is left open says nothing of a value, and does not count for a row that names one.
    private static func isThe(_ expected: String, _ callback: String) -> Bool {
        expected == callback || expected.hasPrefix(callback + "(")
            || (callback.contains("(") && expected.hasPrefix(callback) && !expected.hasSuffix("(…)"))
    }
}
