import TVSimStructuredText
import TVSimWorld

extension WorldOrigin {
    /// Parses the text of exactly one profile.
    ///
    /// - Parameters:
    ///   - text: The text, as YAML or JSON.
    ///   - source: The name of the text in errors.
    /// - Throws: ``SourceError`` if the profile is malformed; ``CommandError`` if the text does not contain exactly
    ///   one.
    package init(text: String, source: String) throws {
        let profiles = try ProfileDecoder.decode(text: text, source: source)
        guard let profile = profiles.first, profiles.count == 1 else {
            throw CommandError(
                .malformed, "\(source): expected one profile, found \(profiles.count)")
        }
        self = profile.origin
    }
}
