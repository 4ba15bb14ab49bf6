import Foundation

/// A resource that a user wants to watch, as an app names it: an identifier or a media RSS item.
package struct ResourceID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension ResourceID: CodingKeyRepresentable {
    /// Returns the resource as a key of a JSON object.
    ///
    /// `String` compares the keys of a decoded JSON object by canonical equivalence, which would merge some resources.
    /// A resource with non-ASCII characters or a percent sign is therefore percent-encoded.
    package var codingKey: any CodingKey {
        let isPlain = rawValue.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        let encoded = isPlain ? nil : rawValue.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
        return IdentifierKey(stringValue: encoded ?? rawValue)
    }

    /// Reads a key; `nil` if its percent-encoding is not valid UTF-8.
    package init?(codingKey: some CodingKey) {
        guard let text = codingKey.stringValue.removingPercentEncoding else { return nil }
        self.init(rawValue: text)
    }

    /// The characters that are not percent-encoded (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
