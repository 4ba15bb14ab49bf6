package import Foundation

/// The folder of this package, for tests that read its files.
package enum Repository {
    /// The folder.
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The DocC catalog of the tool.
    package static let catalog = root.appending(path: "docs/tvsim.docc")

    /// Returns the text of an article.
    ///
    /// - Parameter path: The path in the catalog, such as `Reference/SDKCoverage.md`.
    /// - Returns: The text.
    /// - Throws: An error if the file cannot be read.
    package static func article(_ path: String) throws -> String {
        try String(contentsOf: catalog.appending(path: path), encoding: .utf8)
    }
}
