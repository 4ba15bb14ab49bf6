import Foundation

/// One row of the articles in `Explanation/Differences`: a `###` heading that starts with an id, and its paragraphs.
package struct DifferenceRow {
    /// The id, such as `S-84`.
    package let id: String
    /// The heading and the paragraphs.
    package let text: String

    /// The number of the id.
    package var number: Int { Int(id.dropFirst(2)) ?? 0 }

    /// Returns the rows of all articles.
    package static func all() throws -> [DifferenceRow] {
        let directory = "Explanation/Differences"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.catalog.appending(path: directory).path)
        return try names.filter { $0.hasSuffix(".md") }.sorted().flatMap { name in
            try Repository.article("\(directory)/\(name)").components(separatedBy: "\n#").compactMap { section in
                section.firstMatch(of: ##/^## ([AESPH]-\d+) /##).map {
                    DifferenceRow(id: String($0.output.1), text: section)
                }
            }
        }
    }
}
