import Foundation

/// Encodes a SAML response for its form field: white space collapsed, then Base64.
///
/// Tabs and runs of blanks become one blank, line breaks are removed, the ends are trimmed. The form percent-encodes the
/// result once. The response is not parsed.
enum SAMLResponseEncoding {
    static func encode(_ response: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(response.utf8.count)
        var last = UInt8(ascii: " ")
        for byte in Array(response.utf8) {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                continue
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
                last = UInt8(ascii: " ")
            default:
                bytes.append(byte)
                last = byte
            }
        }
        if bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return Data(bytes).base64EncodedString()
    }
}
