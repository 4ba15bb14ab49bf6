import Foundation

/// One row of the articles in `Explanation/Differences`: a `###` heading that starts with an id, and its paragraphs.
package struct DifferenceRow: Sendable {
    /// A public document or a file that a row links.
    package struct Source: Sendable {
        /// The title of the link: of a document, or a repository such as `owner/name`.
        package let title: String
        /// The address; empty if the article does not define the link.
        package let address: String
        /// The section, the file or the issue; empty if the row names none.
        package let place: String
    }

    /// A paragraph or an item of a list.
    package struct Statement: Sendable {
        /// The words in bold type that say what it is based on, in lower case.
        package let marks: [String]
        /// The links, in order.
        package let sources: [Source]
    }

    /// The id, such as `S-84`.
    package let id: String
    /// The heading and the paragraphs.
    package let text: String
    /// The paragraphs and items.
    package let statements: [Statement]
    /// The words that say what the behaviour is based on, in lower case.
    package let marks: Set<String>

    /// The number of the id.
    package var number: Int { Int(id.dropFirst(2)) ?? 0 }

    /// The words of the table in `Differences.md`.
    package static let marks: Set<String> = [
        "documented", "observed", "chosen", "stricter", "departs", "platform", "not modelled",
    ]

    private init?(section: String, article: Article) {
        guard let heading = section.firstMatch(of: ##/^## ([AESPH]-\d+) /##) else { return nil }
        id = String(heading.output.1)
        text = section
        statements = section.split(separator: "\n").map { Statement(line: $0, links: article.links) }
        let plain = section.lowercased().contains("not modelled") ? ["not modelled"] : []
        let found = Set(statements.flatMap(\.marks) + plain)
        marks = found.isEmpty && article.isChosen ? ["chosen"] : found
    }

    /// Returns the rows of all articles.
    package static func all() throws -> [DifferenceRow] { try once.get() }

    /// The rows, which are read once for all tests.
    private static let once = Result { try read() }

    private static func read() throws -> [DifferenceRow] {
        let directory = "Explanation/Differences"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.catalog.appending(path: directory).path)
        return try names.filter { $0.hasSuffix(".md") }.sorted().flatMap { name in
            let article = Article(try Repository.article("\(directory)/\(name)"))
            return article.text.components(separatedBy: "\n#").compactMap {
                DifferenceRow(section: $0, article: article)
            }
        }
    }

    /// The links of all statements.
    package var sources: [Source] { statements.flatMap(\.sources) }

    /// An article with rows.
    private struct Article {
        let text: String
        /// The addresses of the links at its end.
        let links: [String: String]
        /// Whether its rows are chosen unless they say otherwise.
        let isChosen: Bool

        init(_ text: String) {
            self.text = text
            let definitions = text.matches(of: /(?m)^\[([^\]]+)\]: (\S+)$/)
            links = Dictionary(
                definitions.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { first, _ in first })
            isChosen = text.components(separatedBy: "\n#")[0].contains("All rows are **chosen** unless")
        }
    }
}

extension DifferenceRow.Statement {
    fileprivate init(line: Substring, links: [String: String]) {
        marks = line.matches(of: /\*\*([A-Za-z]+)\*\*/).map { $0.output.1.lowercased() }
            .filter(DifferenceRow.marks.contains)
        // A section follows the link after a comma; of an issue the title has the number.
        sources = line.matches(of: /\[([^\]]+)\]\[([^\]]+)\](?:, (?!and\b)([^.;:)\]]+))?/).map {
            let issue = $0.output.1.contains(/issue \d+$/) ? $0.output.1 : ""
            return DifferenceRow.Source(
                title: String($0.output.1), address: links[String($0.output.2)] ?? "",
                place: String($0.output.3 ?? issue))
        }
    }
}
