package import TVSimCore
package import TVSimStructuredText

/// The file in which a process records what it has visited: a header, and one line for each item.
package enum CoverageFile {
    /// The extension of the files' names.
    package static let fileExtension = "coverage"
    /// The first line.
    static let header = "tvsim coverage 1"

    /// Returns the items of a file.
    ///
    /// A last line without a line break is incomplete, because the process was killed, and is ignored.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - source: The file's path, for errors.
    /// - Returns: The items.
    /// - Throws: ``/StructuredText/SourceError`` for the first line that this version of tvsim does not write.
    package static func items(of text: String, source: String) throws(SourceError) -> Set<CoverageItem> {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        var items: Set<CoverageItem> = []
        for (index, line) in lines.enumerated() where index > 0 || line != header {
            guard index > 0, let item = CoverageItem(String(line)) else {
                throw SourceError(
                    .wrongValue, source: source, at: SourcePosition(line: index + 1, column: 1),
                    "expected \(index == 0 ? "'\(header)'" : "a coverage item"), found '\(line.prefix(80))': "
                        + "remove the file, and run again with this version of tvsim")
            }
            items.insert(item)
        }
        return items
    }
}
