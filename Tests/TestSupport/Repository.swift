package import Foundation

/// The package's own folder, for tests that read what is in it.
package enum Repository {
    /// The folder.
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
