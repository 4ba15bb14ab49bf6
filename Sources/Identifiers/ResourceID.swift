import Foundation

/// Something to watch, as an app names it: an identifier, or an item of media RSS.
package struct ResourceID: Identifier {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension ResourceID: CodingKeyRepresentable {
    /// The resource as a key of a JSON object.
    ///
    /// Apps choose resources, and readers of JSON compare keys as `String` does. A resource beyond ASCII or with a percent
    /// sign is therefore percent-encoded, so that two resources stay two keys.
    package var codingKey: any CodingKey {
        let isPlain = rawValue.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        let encoded = isPlain ? nil : rawValue.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
        return IdentifierKey(stringValue: encoded ?? rawValue)
    }

    /// Reads a key; `nil` if its percent signs do not encode UTF-8.
    package init?(codingKey: some CodingKey) {
        guard let text = codingKey.stringValue.removingPercentEncoding else { return nil }
        self.init(rawValue: text)
    }

    /// The characters that stay as they are (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
