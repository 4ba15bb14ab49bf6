import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

extension WorldOrigin {
    /// Reads the profile in a file, which must contain exactly one document.
    ///
    /// - Throws: `SourceError` or `CommandError` when the file cannot be read or does not contain exactly one profile.
    package init(file path: String) throws {
        let source = NamedFile.shown(path)
        try self.init(
            text: try ProfileDecoder.text(of: try NamedFile.read(path), source: source), source: source)
    }
}
