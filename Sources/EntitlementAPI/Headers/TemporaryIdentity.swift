import Foundation
package import StructuredText

/// The value of `AP-TempPass-Identity`: the Base64 of what says who uses a promotional pass.
///
/// It is a JSON object, such as `{"email": …}` with the hash of an e-mail address, or any text, such as the hash alone.
package struct TemporaryIdentity: Sendable, Hashable {
    /// The object's members; `nil`: it is no JSON object.
    package let members: [String: JSONValue]?
    /// What the Base64 holds.
    private let octets: Data

    /// Creates an identity that is a JSON object.
    package init(members: [String: JSONValue]) {
        self.members = members
        // Members are JSON already: encoding them fails only for numbers that JSON cannot write.
        octets = (try? WireCoding.encode(members)) ?? Data()
    }

    /// Reads a header; `nil` when it is no Base64, or says nothing.
    package init?(headerValue: String) {
        guard let octets = Data(base64Encoded: headerValue), !octets.isEmpty else { return nil }
        self.octets = octets
        members = if case .object(let members)? = try? JSONValue(json: octets) { members } else { nil }
    }

    /// The header as it stands on the wire.
    package var headerValue: String { octets.base64EncodedString() }

    /// Returns who the person is; `nil` where an object does not say it.
    ///
    /// Of a JSON object the value under the key alone counts: a text as it is, anything else as its JSON. What is no
    /// object is taken as it is; octets that are no text count as their hexadecimal digits, as a hash is written.
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
