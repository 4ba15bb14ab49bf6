import Foundation

/// The value of `AP-TempPass-Identity`: the Base64 of a JSON object that says who uses a promotional pass, such as the
/// hash of an e-mail address.
package struct TemporaryIdentity: Sendable, Hashable {
    /// The object's members.
    package let members: [String: JSONValue]

    /// Creates an identity.
    package init(members: [String: JSONValue]) {
        self.members = members
    }

    /// Reads a header; `nil` when it is not the Base64 of a JSON object that says something.
    package init?(headerValue: String) {
        guard let data = Data(base64Encoded: headerValue),
            let members = try? WireCoding.decode([String: JSONValue].self, from: data), !members.isEmpty
        else { return nil }
        self.members = members
    }

    /// The header as it stands on the wire.
    package var headerValue: String { Data(canonicalText.utf8).base64EncodedString() }

    /// The identity as a text that is the same for the same members, in whatever order they came.
    package var canonicalText: String {
        // Members are JSON already: encoding them fails only for numbers that JSON cannot write.
        String(decoding: (try? WireCoding.encode(members)) ?? Data(), as: UTF8.self)
    }
}
