import Foundation
import TVSimStructuredText

/// The value of `AP-Device-Identifier`: `fingerprint` and a device identifier in Base64.
///
/// Profiles belong to a device identifier: a device whose identifier changes loses its profiles.
package struct DeviceIdentifier: Sendable, Hashable, Codable {
    /// The device identifier, for example the SHA-256 of the identifier for vendor.
    package let fingerprint: String

    /// Creates a value from a device identifier.
    package init(fingerprint: String) {
        self.fingerprint = fingerprint
    }

    /// Reads a header; `nil` if its type is not `fingerprint`, or if its value is not the Base64 of a text.
    package init?(headerValue: String) {
        let parts = headerValue.utf8.split(separator: UInt8(ascii: " "))
        guard parts.count == 2, parts[0].elementsEqual("fingerprint".utf8),
            let data = Data(base64Encoded: String(Substring(parts[1]))),
            let text = data.withUnsafeBytes(String.init(strict:)), !text.isEmpty
        else { return nil }
        fingerprint = text
    }

    /// The value on the wire.
    package var headerValue: String { "fingerprint \(Data(fingerprint.utf8).base64EncodedString())" }
}
