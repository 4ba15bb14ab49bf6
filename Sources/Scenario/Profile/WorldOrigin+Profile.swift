import SimulatedWorld
import StructuredText

extension WorldOrigin {
    /// Reads the text of a profile, which must be one document.
    ///
    /// - Parameters:
    ///   - text: The text, YAML or JSON.
    ///   - source: What errors call it.
    /// - Throws: ``SourceError`` or ``CommandError`` when it is not one profile.
    package init(text: String, source: String) throws {
        let profiles = try ProfileDecoder.decode(text: text, source: source)
        guard let profile = profiles.first, profiles.count == 1 else {
            throw CommandError(
                .malformed, "\(source): a device is made from one profile, and there are \(profiles.count)")
        }
        self = profile.origin
    }
}
