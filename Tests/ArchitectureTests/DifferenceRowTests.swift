import Foundation
import TestSupport
import Testing

@Suite("The rows of the differences")
struct DifferenceRowTests {
    @Test("have unique IDs")
    func unique() throws {
        let ids = try DifferenceRow.all().map(\.id)
        #expect(ids.count > 300)
        #expect(Dictionary(grouping: ids, by: \.self).filter { $0.value.count > 1 }.isEmpty)
    }

    @Test("exist for every ID that a source, a test or an article cites", arguments: ["Sources", "Tests", "docs"])
    func cited(directory: String) throws {
        let ids = Set(try DifferenceRow.all().map(\.id))
        let root = Repository.root.appending(path: directory)
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where path.hasSuffix(".swift") || path.hasSuffix(".md") {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            let cited = Set(text.matches(of: /\b[AESPH]-[0-9]+\b/).map { String($0.output) })
            let unknown = cited.subtracting(ids).subtracting(Self.curves)
            #expect(unknown.isEmpty, "\(directory)/\(path) cites \(unknown)")
        }
    }

    /// The names of elliptic curves, which have the form of an id.
    private static let curves: Set<String> = ["P-256", "P-384", "P-521"]

    @Test("have at most four sentences before further paragraphs")
    func short() throws {
        for row in try DifferenceRow.all() {
            let paragraph = row.text.components(separatedBy: "\n\n").dropFirst().first ?? ""
            // Links, code and quotations may contain full stops.
            let prose = paragraph.trimmingCharacters(in: .whitespacesAndNewlines).replacing(
                /\[[^\]]*\]\[[^\]]*\]|`[^`]*`|“[^”]*”|[0-9]\.[0-9]/, with: "x")
            #expect(prose.matches(of: /\.( |$)/).count <= 4, "\(row.id): \(paragraph)")
        }
    }

    @Test("say what they are based on")
    func marked() throws {
        for row in try DifferenceRow.all() {
            #expect(!row.marks.isEmpty, "\(row.id) has none of the words of the table in Differences.md.")
        }
    }

    @Test("define every link that they use")
    func links() throws {
        for row in try DifferenceRow.all() {
            for source in row.sources {
                #expect(source.address.hasPrefix("https://"), "\(row.id) links \(source.title) without an address.")
            }
        }
    }

    @Test(
        "name a document with its section, or a repository with its file, for what is documented and observed",
        arguments: ["documented", "observed"])
    func sources(mark: String) throws {
        let rows = try DifferenceRow.all().filter { $0.marks.contains(mark) }
        #expect(rows.count > 10)
        for row in rows {
            for statement in row.statements where statement.marks.contains(mark) {
                let sources = statement.sources.filter { !$0.place.isEmpty }
                let based = statement.marks.count { ["documented", "observed"].contains($0) }
                #expect(
                    sources.count >= based, "\(row.id): a statement is \(mark) and names no section or file of its own."
                )
                guard mark == "observed" else { continue }
                // What real devices, apps and services do stands in no manual of their vendors.
                #expect(
                    sources.contains { !Self.manuals.contains(host(of: $0.address)) },
                    "\(row.id): a statement is observed and links only manuals.")
            }
        }
    }

    private static let manuals: Set<String> = [
        "experienceleague.adobe.com", "developer.apple.com", "docs.oasis-open.org",
    ]

    private func host(of address: String) -> String { URL(string: address)?.host() ?? "" }
}
