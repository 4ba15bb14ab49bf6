import Foundation
package import StructuredText

/// The value of `AP-TempPass-Identity`: the Base64 of what says who uses a promotional pass.
///
/// It is a JSON object, such as `{"email": …}` with the hash of an e-mail address, or any text, such as the hash alone.
package struct TemporaryIdentity: Sendable, Hashable {
    /// The members of the JSON object; `nil` if the value is another text.
    package let members: [String: JSONValue]?
    /// The decoded Base64.
    private let octets: Data

    /// Creates an identity that is a JSON object.
    package init(members: [String: JSONValue]) {
        self.members = members
        // Members are JSON already: encoding them fails only for numbers that JSON cannot write.
        octets = (try? WireCoding.encode(members)) ?? Data()
    }

    /// Reads a header; `nil` if it is empty or not Base64.
    package init?(headerValue: String) {
        guard let octets = Data(base64Encoded: headerValue), !octets.isEmpty else { return nil }
        self.octets = octets
        members = if case .object(let members)? = try? JSONValue(json: octets) { members } else { nil }
    }

    /// The header as it stands on the wire.
    package var headerValue: String { octets.base64EncodedString() }

    /// Returns the person's identity; `nil` if a JSON object lacks the key.
    ///
    /// A JSON object identifies the person by the value of the key: a text as it is, another value as its JSON. Any other
    /// text identifies the person as it is, and octets that are not text as hexadecimal digits.
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
