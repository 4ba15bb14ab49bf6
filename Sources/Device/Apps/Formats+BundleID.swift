package import TVSimStructuredText

extension Formats {
    /// A valid bundle identifier.
    package static let bundleID = text.checked(["pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"]) {
        (text, cursor) throws(SourceError) in
        guard BundleID.isValid(text) else {
            throw SourceError(.wrongValue, at: cursor.path, BundleID.complaint(about: text))
        }
    }
}
