import EntitlementAPI
import Foundation
import StructuredText

/// Turns the attributes of a SAML assertion into user metadata.
///
/// Several values are a list; a text that is a JSON object is a map; everything else is a text. The keys that the
/// documentation describes as lists are lists with one value too.
enum AttributeValues {
    /// The keys whose values are lists even when there is only one.
    static let listKeys: Set<String> = ["zip", "channelID"]

    /// Returns the metadata of attributes by name; one without values is left out.
    static func metadata(_ attributes: [String: [String]]) -> [String: Profile.Attribute] {
        attributes.reduce(into: [:]) { metadata, attribute in
            let (name, texts) = attribute
            guard let first = texts.first else { return }
            let isList = texts.count > 1 || listKeys.contains(name)
            // The user identifier is a text, whatever it looks like.
            let read = name == "userID" ? JSONValue.string : value
            metadata[name] = Profile.Attribute(isList ? .array(texts.map(read)) : read(first))
        }
    }

    /// How many levels of brackets make a map of an attribute; what nests more stays a text.
    ///
    /// It is kept with the profile, and read again with each.
    private static let mostNested = 8

    private static func value(_ text: String) -> JSONValue {
        guard text.utf8.first == UInt8(ascii: "{"),
            let object = try? JSONValue(json: Data(text.utf8), mostNested: mostNested)
        else { return .string(text) }
        return object
    }
}
