import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// Converts the attributes of a SAML assertion to user metadata.
///
/// Several values become a list, a JSON object becomes a map, and any other text stays a text. Keys that the
/// documentation describes as lists are always lists.
enum AttributeValues {
    /// The keys whose values are always lists.
    static let listKeys: Set<String> = ["zip", "channelID"]

    /// Returns the metadata of attributes by name; attributes without values are omitted.
    static func metadata(_ attributes: [String: [String]]) -> [String: EntitlementProfile.Attribute] {
        attributes.reduce(into: [:]) { metadata, attribute in
            let (name, texts) = attribute
            guard let first = texts.first else { return }
            let isList = texts.count > 1 || listKeys.contains(name)
            // The user identifier is always a text, even if it looks like JSON.
            let read = name == "userID" ? JSONValue.string : value
            metadata[name] = EntitlementProfile.Attribute(isList ? .array(texts.map(read)) : read(first))
        }
    }

    /// The maximum nesting depth of a JSON value; deeper JSON stays a text.
    ///
    /// The value is stored with the profile and parsed again at each read.
    private static let mostNested = 8

    private static func value(_ text: String) -> JSONValue {
        guard text.utf8.first == UInt8(ascii: "{"),
            let object = try? JSONValue(json: Data(text.utf8), mostNested: mostNested)
        else { return .string(text) }
        return object
    }
}
