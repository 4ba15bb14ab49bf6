import Foundation
package import Testing

/// A committed file, or the end of one, that a test generates.
///
/// The test asks that the file is what the code makes. With `TVSIM_WRITE_DOCS=1` it writes the file instead, so that a
/// person looks at the difference before the commit.
package enum GeneratedFile {
    private static let writes = ProcessInfo.processInfo.environment["TVSIM_WRITE_DOCS"] == "1"

    /// Asks that a file is a text, or writes it.
    ///
    /// - Parameters:
    ///   - path: The path of the file in this repository.
    ///   - made: The text.
    ///   - generator: The test that an article names in the comment above its generated part; `nil` if the whole file is
    ///     generated.
    ///   - sourceLocation: Where a difference is reported.
    /// - Throws: An error if the file cannot be read or written, or if an article has no such comment.
    package static func check(
        _ path: String, is made: String, below generator: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let url = Repository.root.appending(path: path)
        var whole = made
        if let generator {
            let comment =
                "<!-- \(generator) generates everything below this line. Run the tests with TVSIM_WRITE_DOCS=1 to "
                + "update it. -->\n\n"
            let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: comment)
            try #require(parts.count == 2, "\(path) has no comment of \(generator)", sourceLocation: sourceLocation)
            whole = parts[0] + comment + made
        }
        guard !writes else { return try Data(whole.utf8).write(to: url) }
        let kept = try String(contentsOf: url, encoding: .utf8)
        guard kept != whole else { return }
        let place = zip(lines(of: kept), lines(of: whole)).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = place.map { "line \($0 + 1)" } ?? "the end"
        Issue.record(
            "\(path), \(line): run the tests with TVSIM_WRITE_DOCS=1, and look at what changes",
            sourceLocation: sourceLocation)
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
