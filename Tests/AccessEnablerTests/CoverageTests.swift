import Foundation
import TVSimulator
import Testing

@testable import AccessEnabler

/// Holds docs/SDK.md against the profiles and tests that it names, and each name of the documents against a proof.
///
/// `TVSIM_WRITE_DOCS=1` writes the page anew.
@Suite("The page of what is proven")
struct CoverageTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("names a proof for every call, callback, constant, flow, code and metadata key")
    func complete() throws {
        let proofs = try Proofs(root: Self.root)
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

    @Test("is what the profiles and tests say")
    func page() throws {
        let path = Self.root.appending(path: "docs/SDK.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        let marker = "<!-- What follows is made by CoverageTests; TVSIM_WRITE_DOCS=1 makes it anew. -->\n"
        let parts = page.components(separatedBy: marker)
        #expect(parts.count == 2)
        let made = try Proofs(root: Self.root).page()
        if ProcessInfo.processInfo.environment["TVSIM_WRITE_DOCS"] == "1" {
            try Data((parts[0] + marker + made).utf8).write(to: path)
        } else {
            #expect(parts.last == made, "run the tests with TVSIM_WRITE_DOCS=1, and look at what changes")
        }
    }
}

/// What the profiles, the tests' marks and DIFFERENCES say about each name.
struct Proofs {
    private let profiles: [(name: String, text: String)]
    private let marks: [(sentence: String, names: Set<String>)]
    private let choices: [(id: String, line: String)]

    init(root: URL) throws {
        let folder = root.appending(path: "Profiles")
        var profiles: [(name: String, text: String)] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for document in text.components(separatedBy: "\n---\n") {
                let name = document.firstMatch(of: /(?m)^name: (.*)$/)?.output.1 ?? ""
                profiles.append((String(name), document))
            }
        }
        self.profiles = profiles

        var marks: [(sentence: String, names: Set<String>)] = []
        let tests = root.appending(path: "Tests")
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path).sorted()
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /@Test\(\s*"([^"]+)",\s*\.proves\(\s*((?:"[^"]*",?\s*)+)\)/) {
                let names = match.output.2.matches(of: /"([^"]+)"/).map { String($0.output.1) }
                marks.append((String(match.output.1), Set(names)))
            }
        }
        self.marks = marks

        let differences = try String(contentsOf: root.appending(path: "docs/DIFFERENCES.md"), encoding: .utf8)
        choices = differences.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^\| (E-\d+) \|/).map { (String($0.output.1), String(line)) }
        }
    }

    /// The profiles and tests that prove a row.
    func of(_ row: CoverageRows.Row) -> [String] {
        let found = profiles.filter { profile in
            switch row.trace {
            case .call(let call): Self.calls(call, in: profile.text)
            case .callback(let callback): Self.expects(callback, in: profile.text)
            case .letter: profile.text.contains("\(row.name):") || profile.text.contains("\(row.name) ")
            case .tests: false
            }
        }
        return found.map { "profile “\($0.name)”" }
            + marks.filter { $0.names.contains(row.name) }.map { "test “\($0.sentence)”" }
    }

    /// The rows of DIFFERENCES that speak of a name.
    private func choices(about name: String) -> [String] {
        choices.filter { $0.line.contains("`\(name)`") || $0.line.contains("`\(name)(") }.map(\.id)
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

    /// Whether a flow has a step that begins so.
    private static func calls(_ call: String, in text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let step = line.trimmingCharacters(in: .whitespaces)
            guard step.hasPrefix("- \(call)") else { return false }
            return call.contains(":") || step.dropFirst(call.count + 2).first.map { $0 == ":" } ?? true
        }
    }

    /// Whether a step expects a callback.
    private static func expects(_ callback: String, in text: String) -> Bool {
        text.contains(callback.hasSuffix(")") || callback.hasSuffix("(") ? callback : callback + "(")
            || text.contains("- \(callback)\n") || text.contains("[\(callback),")
            || text.contains(" \(callback),") || text.contains(" \(callback)]")
    }
}
