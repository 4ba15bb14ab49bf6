package import Foundation

/// Base64 of one alphabet, with padding, between whose characters only XML white space may stand.
///
/// RFC 4648 § 4.
package enum StrictBase64 {
    /// Returns the octets; `nil` where the text is anything else, or empty.
    package static func octets(_ text: String) -> Data? {
        octets(Data(text.utf8))
    }

    /// Returns the octets; `nil` where the bytes are no such text.
    package static func octets(_ text: Data) -> Data? {
        var characters = text
        if text.contains(where: String.isXMLSpace) { characters = text.filter { !String.isXMLSpace($0) } }
        guard !characters.isEmpty else { return nil }
        return Data(base64Encoded: characters)
    }
}
