import Foundation

/// A file of a report, and its form: `FILE` or `FILE:FORMAT` on the command line.
package struct ReportTarget: Codable, Hashable, Sendable {
    /// The path; `-` is standard output.
    package let file: String
    package let format: ReportFormat

    /// Creates a target.
    package init(_ file: String, as format: ReportFormat) { (self.file, self.format) = (file, format) }

    /// Reads a target.
    ///
    /// The part after the last colon counts if it names a form, and else the end of the file's name. The result is `nil`
    /// if the text names no file, or no form. A path that begins with a hyphen looks like an option, and is not a file.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - usual: The form if neither names one; `nil` to refuse the text.
    package init?(_ text: String, otherwise usual: ReportFormat? = nil) {
        if let colon = text.lastIndex(of: ":"),
            let format = ReportFormat(rawValue: String(text[text.index(after: colon)...]))
        {
            self.init(String(text[..<colon]), as: format)
        } else if let format = Self.ends[(text as NSString).pathExtension.lowercased()] ?? usual, text != "-" {
            self.init(text, as: format)
        } else {
            return nil
        }
        if file.isEmpty || file.hasPrefix("-") && file != "-" { return nil }
    }

    private static let ends: [String: ReportFormat] = [
        "txt": .text, "json": .json, "xml": .junit, "md": .markdown, "html": .html, "htm": .html, "tap": .tap,
        "har": .har,
    ]
}
