import Foundation
package import StateStorage

/// The profile that a device was made from, kept on the device so that erasing returns to it.
///
/// A device without one stands on the built-in default profile.
package struct StoredProfile: Codable, Sendable, Hashable {
    /// The profile's name.
    package var name: String
    /// The file that it was read from.
    package var source: String
    /// The YAML text, one document.
    package var text: String

    static let key = StateKey<StoredProfile>("device/profile")
    /// Its document.
    static let documents = RoomDocuments([.one(key)])

    /// Creates a profile that was read already.
    init(name: String, source: String, text: String) {
        self.name = name
        self.source = source
        self.text = text
    }

    /// Keeps the profile in the store of the world that was made from it.
    func keep(in store: any StateStore) throws {
        try store.write { try $0.setValue(self, for: Self.key) }
    }

    /// Takes the profile of a file, which must be one document.
    ///
    /// - Throws: ``ProfileError`` or ``CommandError`` when the file cannot be read or is not one profile.
    package init(file path: String) throws {
        let source = NamedFile.shown(path)
        try self.init(
            text: try ProfileDecoder.text(of: try NamedFile.read(path), source: source), source: source)
    }

    /// Takes a profile's text, which must be one document.
    ///
    /// - Parameters:
    ///   - text: The text, YAML or JSON.
    ///   - source: What errors call it.
    /// - Throws: ``ProfileError`` or ``CommandError`` when it is not one profile.
    package init(text: String, source: String) throws {
        self.init(name: "", source: source, text: text)
        name = try decoded().name
    }

    /// Reads the profile.
    ///
    /// - Throws: ``ProfileError`` when the text no longer decodes, as after an import from another version.
    package func decoded() throws -> Profile {
        let profiles = try ProfileDecoder.decode(text: text, source: source)
        guard let profile = profiles.first, profiles.count == 1 else {
            throw CommandError(
                .malformed, "\(source): a device is made from one profile, and there are \(profiles.count)")
        }
        return profile
    }

    /// Returns the profile that the device in a store was made from.
    package static func profile(in store: any StateStore) throws -> Profile {
        try kept(in: store)?.decoded() ?? .builtIn
    }

    /// Returns the profile as it is kept in a store; `nil` where the device stands on the built-in one.
    package static func kept(in store: any StateStore) throws -> StoredProfile? {
        try store.read { try $0.value(for: key) }
    }
}
