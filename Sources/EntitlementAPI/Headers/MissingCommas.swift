import Foundation

/// Supplies the commas that are missing between the members of a JSON object.
///
/// A comma is missing where a value has ended and a text begins: within an object, a text can follow a text only across
/// a colon or a comma.
enum MissingCommas {
    static func supply(in data: Data) -> Data {
        var result = Data()
        var valueEnded = false
        var inText = false
        var escaped = false
        for byte in data {
            if inText {
                result.append(byte)
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inText = false
                    valueEnded = true
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if valueEnded { result.append(UInt8(ascii: ",")) }
                inText = true
                valueEnded = false
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["):
                valueEnded = false
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                break
            default:
                // A closing bracket, or the last character so far of a number or a literal.
                valueEnded = true
            }
            result.append(byte)
        }
        return result
    }
}
