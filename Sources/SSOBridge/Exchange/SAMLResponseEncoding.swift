package import Foundation

/// Encodes a SAML response for its form field: white space collapsed, then Base64.
///
/// Tabs and runs of blanks become one blank, line breaks are removed, the ends are trimmed. The form percent-encodes the
/// result once. The response is not parsed. Apple SSO Cookbook (REST API V2), Partner Authentication Phase.
package enum SAMLResponseEncoding {
    static func encode(_ response: String) -> String { carried(response).base64EncodedString() }

    /// Returns the octets of a response as the service receives them.
    package static func carried(_ response: String) -> Data {
        var response = response
        let bytes = response.withUTF8 { response in
            [UInt8](unsafeUninitializedCapacity: response.count) { bytes, count in
                var last = UInt8(ascii: " ")
                for byte in response {
                    switch byte {
                    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
                    case UInt8(ascii: " "), UInt8(ascii: "\t"):
                        guard last != UInt8(ascii: " ") else { continue }
                        last = UInt8(ascii: " ")
                    default: last = byte
                    }
                    bytes[count] = last
                    count += 1
                }
                if count > 0, last == UInt8(ascii: " ") { count -= 1 }
            }
        }
        return Data(bytes)
    }

    /// Returns whether the service receives other white space than the provider sent, except at the ends.
    ///
    /// A signature that covers the white space is then not valid.
    static func changes(_ response: String) -> Bool {
        carried(response) != Data(response.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    }
}
