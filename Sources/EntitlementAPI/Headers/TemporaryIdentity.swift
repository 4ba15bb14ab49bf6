import Foundation
package import TVSimStructuredText

/// The value of `AP-TempPass-Identity`: the user of a promotional pass, in Base64.
///
/// The decoded value is a JSON object, such as `{"email": …}` with the hash of an e-mail address, or any text, such as
/// the hash.
package struct TemporaryIdentity: Sendable, Hashable {
    /// The members of the JSON object; `nil` if the value is not a JSON object.
    package let members: Members?
    /// The decoded bytes.
    private let octets: Data

    /// Creates an identity from the members of a JSON object.
    package init(members: Members) {
        self.members = members
        // The members are JSON already, so encoding fails only for numbers that JSON cannot represent.
        octets = (try? WireCoding.encode(members)) ?? Data()
    }

    /// Reads a header; `nil` if it is empty or not Base64.
    package init?(headerValue: String) {
        guard let octets = Data(base64Encoded: headerValue), !octets.isEmpty else { return nil }
        self.octets = octets
        members = if case .object(let members)? = try? JSONValue(json: octets) { members } else { nil }
    }

    /// The value on the wire.
    package var headerValue: String { octets.base64EncodedString() }

    /// Returns the user's identity; `nil` if a JSON object does not contain the key.
    ///
    /// In a JSON object, the value of the key identifies the user. A text is used unchanged, any other value as its
    /// JSON. A value that is not a JSON object identifies the user as a whole; bytes that are not UTF-8 are written in
    /// hexadecimal.
    package func person(underKey key: String) -> String? {
        guard let members else {
            return String(validating: octets, as: UTF8.self) ?? octets.map { String(format: "%02x", $0) }.joined()
        }
        switch members[key] {
        case nil, .null?, "": return nil
        case .string(let text)?: return text
        case let value?: return (try? WireCoding.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
