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
            // The names of elliptic curves, P-256 to P-521, have the form of an id.
            for match in text.matches(of: /\b[AESPH]-[0-9]{1,2}\b/) {
                #expect(ids.contains(String(match.output)), "\(directory)/\(path) cites \(match.output)")
            }
        }
    }

    @Test("have at most three sentences before further paragraphs")
    func short() throws {
        for row in try DifferenceRow.all() {
            let paragraph = row.text.components(separatedBy: "\n\n").dropFirst().first ?? ""
            // Links, code and quotations may contain full stops.
            let prose = paragraph.replacing(/\[[^\]]*\]\[[^\]]*\]|`[^`]*`|“[^”]*”|[0-9]\.[0-9]/, with: "x")
            #expect(prose.matches(of: /\.( |$)/).count <= 3, "\(row.id): \(paragraph)")
        }
    }
}
