package import Settings
import StructuredText

extension Formats {
    /// A valid bundle identifier.
    package static let bundleID = text.checked(["pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"]) {
        (text, node) throws(SourceError) in
        guard BundleID.isValid(text) else {
            throw SourceError(.wrongValue, at: node.position, BundleID.complaint(about: text))
        }
    }
}
